"""Writes fixtures/bridges/*.golden.json: datagrams put together from the published layouts, by nothing of ours.

Run: python3 scripts/generate-bridge-goldens.py
"""

import json
import os
import struct

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures", "bridges")


def write(name, source, tolerance, cases):
    os.makedirs(FOLDER, exist_ok=True)
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        json.dump({"source": source, "tolerance": tolerance, "cases": cases}, file, indent=1, ensure_ascii=False)
        file.write("\n")


def three(value):
    return struct.pack(">i", value)[1:]


def freed(camera, angles, places, zoom, focus, spare):
    body = bytes([0xD1, camera]) + b"".join(three(round(a * 32768)) for a in angles)
    body += b"".join(three(round(p * 64)) for p in places) + three(zoom) + three(focus) + struct.pack(">H", spare)
    total = 0x40
    for byte in body:
        total = (total - byte) % 256
    return body + bytes([total])


def freed_case(name, camera, angles, places, zoom, focus, spare):
    keys = ("panDeg", "tiltDeg", "rollDeg", "xMm", "yMm", "zMm")
    message = dict(zip(keys, angles + places), cameraId=camera, zoom=zoom, focus=focus, spare=spare)
    return {"name": name, "message": message, "hex": freed(camera, angles, places, zoom, focus, spare).hex()}


def fletcher(data):
    low = high = 0
    for byte in data:
        low = (low + byte) % 256
        high = (high + low) % 256
    return high << 8 | low


def packet(encoding, sequence, offset, is_last, payload):
    head = b"OTrk" + bytes([0, encoding]) + struct.pack(">HIH", sequence, offset, (0x8000 if is_last else 0) | len(payload))
    return head + struct.pack(">H", fletcher(head + payload)) + payload


def packet_case(name, encoding, sequence, offset, is_last, payload):
    values = {"encoding": encoding, "sequence": sequence, "offset": offset, "isLast": is_last, "payload": payload.hex()}
    return {"name": name, "packet": values, "hex": packet(encoding, sequence, offset, is_last, payload).hex()}



def face(device, name, frame, sub, rate, curves):
    head = bytes([6]) + struct.pack(">i", len(device)) + device.encode() + struct.pack(">i", len(name.encode())) + name.encode()
    if curves is None:
        return head
    body = struct.pack(">ifiiB", frame, sub, rate[0], rate[1], 61)
    return head + body + b"".join(struct.pack(">f", curve) for curve in curves)


def face_case(name, device, subject, frame, sub, rate, curves):
    values = {"deviceId": device, "subject": subject}
    if curves is not None:
        values["face"] = {"frame": frame, "subFrame": sub, "frameRate": list(rate), "curves": curves}
    return {"name": name, "packet": values, "hex": face(device, subject, frame, sub, rate, curves).hex()}


DEVICE = "00000000-0000-4000-8000-0000000000AA"
write(
    "live-link-face.golden.json",
    "Layout of the open-source sender PyLiveLinkFace (MIT), put together by scripts/generate-bridge-goldens.py",
    0,
    [
        face_case("every curve another value", DEVICE, "iPhone é", 3888000, 0.25, (60, 1), [i / 64 for i in range(61)]),
        face_case("no face", DEVICE, "iPhone", 0, 0, (60, 1), None),
        face_case("a short id", "a", "b", -1, 0.5, (30000, 1001), [0.0] * 61),
    ],
)

write(
    "freed.golden.json",
    "Vinten Radamec free-d manual V1.4.4, appendix A.3.2: D1 message, put together by scripts/generate-bridge-goldens.py",
    0,
    [
        freed_case("at zero", 1, (0, 0, 0), (0, 0, 0), 0, 0, 0),
        freed_case("all different", 7, (90, -45.5, 12.25), (1500.25, -2000, 3.015625), 0x123456, 0xFEDCBA, 0x8001),
        freed_case("least and most", 255, (-180, 180, -0.5), (-131072, 131071.984375, 64), 0xFFFFFF, 1, 65535),
    ],
)
write(
    "opentrackio.golden.json",
    "OpenTrackIO documentation 1.0.1, packet header and Fletcher-16, put together by scripts/generate-bridge-goldens.py",
    0,
    [
        packet_case("one segment of JSON", 1, 0, 0, True, b'{"a":1}'),
        packet_case("the second of several", 1, 65535, 1384, False, bytes(range(256)) * 4),
        packet_case("CBOR", 2, 513, 0, True, bytes([0xA0])),
    ],
)
write(
    "timecode.golden.json",
    "SMPTE ST 12-1, drop-frame counting: numbers of frames and timecodes worked out by hand",
    0,
    [
        {"frame": 0, "rate": [24, 1], "timecode": [0, 0, 0, 0], "dropFrame": False},
        {"frame": 86399, "rate": [24, 1], "timecode": [0, 59, 59, 23], "dropFrame": False},
        {"frame": 1799, "rate": [30000, 1001], "timecode": [0, 0, 59, 29], "dropFrame": True},
        {"frame": 1800, "rate": [30000, 1001], "timecode": [0, 1, 0, 2], "dropFrame": True},
        {"frame": 17981, "rate": [30000, 1001], "timecode": [0, 9, 59, 29], "dropFrame": True},
        {"frame": 17982, "rate": [30000, 1001], "timecode": [0, 10, 0, 0], "dropFrame": True},
        {"frame": 107892, "rate": [30000, 1001], "timecode": [1, 0, 0, 0], "dropFrame": True},
        {"frame": 3600, "rate": [60000, 1001], "timecode": [0, 1, 0, 4], "dropFrame": True},
        {"frame": 1800, "rate": [24000, 1001], "timecode": [0, 1, 15, 0], "dropFrame": False},
    ],
)
