"""Plain-Python client of Rigline's live protocol, version 1: Python 3.7 or later, one file, nothing to install.

    from rigline_live import Client, camera

    client = Client(name="my scene", application="My tool", space="maya")
    client.connect("127.0.0.1", 7001)
    cam = client.add(camera("shotcam"))
    cam.set_node(0, translation=(0, 150, 300))
    cam.set_curve("focalLengthMm", 35)
    client.send(seconds=1.0, frame=24, frame_rate=(24, 1))

All calls return at once: a thread of its own connects, reconnects (0.1 s to 2 s apart) and sends. What was not sent yet
when newer values come is replaced by them; a tick is sent whole or not at all. The protocol is described in
docs/protocol.md of Rigline.

Longer than 400 lines because it is to be copied as one file.
"""

import json
import math
import os
import select
import socket
import struct
import threading
import time
import uuid

PROTOCOL_VERSION = 1
KINDS = {
    "hello": 1, "welcome": 2, "describe": 3, "drop": 4, "frame": 5, "transport": 6,
    "ping": 7, "pong": 8, "error": 9, "subscribe": 10, "bye": 11,
}  # fmt: skip
KIND_NAMES = {number: name for name, number in KINDS.items()}
MESSAGE_LIMIT = 1 << 24
SILENCE = 10.0  # Seconds without a sign of life after which a connection is given up; the hub pings every 2 s.

CAMERA_CURVES = [
    "focalLengthMm", "horizontalApertureMm", "verticalApertureMm", "filmOffsetXMm", "filmOffsetYMm", "squeeze",
    "near", "far", "focusDistance", "fStop", "orthographic", "orthographicWidth",
]  # fmt: skip
LIGHT_CURVES = ["intensity", "colorR", "colorG", "colorB", "coneAngleDeg", "penumbraAngleDeg"]

TRANSLATION, ROTATION, SCALE, UNIFORM_SCALE = 1, 2, 4, 8
WHOLE_NODE = TRANSLATION | ROTATION | SCALE


class ProtocolError(Exception):
    """A message that is not as the protocol has it."""


# ---------------------------------------------------------------- bytes


def varint(value):
    """A whole number, 7 bits per byte, lowest first."""
    out = bytearray()
    while value > 127:
        out.append((value & 127) | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


class Reader:
    """Reads the bytes of a message, never beyond them."""

    def __init__(self, data, at=0):
        self.data = data
        self.at = at

    def take(self, layout):
        size = struct.calcsize(layout)
        if self.at + size > len(self.data):
            raise ProtocolError("a message ends at byte %d within a value" % len(self.data))
        values = struct.unpack_from(layout, self.data, self.at)
        self.at += size
        return values if len(values) > 1 else values[0]

    def varint(self):
        value = 0
        for shift in range(0, 35, 7):
            byte = self.take("<B")
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ProtocolError("a varint is longer than 32 bits")


def message(kind, body):
    """A whole message: header and body (bytes, or anything that JSON can hold)."""
    if not isinstance(body, (bytes, bytearray)):
        body = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    return b"RL" + bytes((PROTOCOL_VERSION, KINDS[kind])) + bytes(body)


def parse_message(data):
    """Kind and body of a whole message. Bodies of frames stay bytes; unknown kinds are their number."""
    if len(data) < 4 or data[:2] != b"RL":
        raise ProtocolError("%d bytes do not begin as a message" % len(data))
    if data[2] != PROTOCOL_VERSION:
        raise ProtocolError("a message is of version %d, this client speaks %d" % (data[2], PROTOCOL_VERSION))
    kind = KIND_NAMES.get(data[3], data[3])
    body = bytes(data[4:])
    if kind == "frame" or not isinstance(kind, str):
        return kind, body
    if kind == "ping":
        return kind, Reader(body).take("<d")
    if kind == "pong":
        return kind, Reader(body).take("<dd")
    try:
        return kind, json.loads(body.decode("utf-8"))
    except ValueError:
        raise ProtocolError('the body of "%s" is no JSON' % kind)


# ---------------------------------------------------------------- subjects


def description(name, role, space, nodes, curves, **more):
    """What a subject is. `nodes`: pairs of name and parent (-1 for a root)."""
    body = {
        "source": 0, "subject": 0, "revision": 1, "name": name, "role": role, "space": space,
        "nodes": [{"name": node, "parent": parent} for node, parent in nodes],
        "curves": list(curves),
    }  # fmt: skip
    body.update(more)
    return body


def camera(name, space=None, **more):
    return description(name, "camera", space, [(name, -1)], CAMERA_CURVES + ["visible"], **more)


def light(name, space=None, **more):
    return description(name, "light", space, [(name, -1)], LIGHT_CURVES + ["visible"], **more)


def transform(name, space=None, **more):
    return description(name, "transform", space, [(name, -1)], ["visible"], **more)


class Subject:
    """A live thing of this program. Set what has changed; `Client.send` sends it."""

    def __init__(self, body):
        self.body = body
        self.outgoing = None  # the values of the newest tick, for the thread that sends
        self._reset()

    def _reset(self):
        count = len(self.body["nodes"])
        self.translations = [(0.0, 0.0, 0.0)] * count
        self.rotations = [(0.0, 0.0, 0.0, 1.0)] * count
        self.scales = [(1.0, 1.0, 1.0)] * count
        self.curves = [0.0] * len(self.body["curves"])
        self._curve_index = {name: i for i, name in enumerate(self.body["curves"])}
        self.changed_nodes = {}
        self.changed_curves = set()
        self.needs_full = True

    def describe_again(self, body):
        """Another description of the same subject (bones added, renamed ...): everything is sent anew."""
        body = dict(body, subject=self.body["subject"], revision=self.body["revision"] + 1)
        if not body.get("space"):
            body["space"] = self.body["space"]
        self.body = body
        self._reset()

    def set_node(self, node, translation=None, rotation=None, scale=None):
        """`rotation`: unit quaternion x, y, z, w."""
        flags = 0
        for values, new, flag in (
            (self.translations, translation, TRANSLATION),
            (self.rotations, rotation, ROTATION),
            (self.scales, scale, SCALE),
        ):
            if new is None:
                continue
            new = tuple(float(v) for v in new)
            if new != values[node] and all(math.isfinite(v) for v in new):
                values[node] = new
                flags |= flag
        if flags:
            self.changed_nodes[node] = self.changed_nodes.get(node, 0) | flags

    def set_curve(self, name, value):
        index = self._curve_index[name]
        value = float(value)
        if value != self.curves[index] and math.isfinite(value):
            self.curves[index] = value
            self.changed_curves.add(index)

    def clear_changes(self):
        self.changed_nodes = {}
        self.changed_curves = set()
        self.needs_full = False

    def commit(self):
        """Hands what has changed over to the values that are sent: from here on it is one tick."""
        out = self.outgoing
        if out is None or out.body is not self.body:
            out = self.outgoing = Subject(self.body)
        for node, flags in self.changed_nodes.items():
            out.translations[node] = self.translations[node]
            out.rotations[node] = self.rotations[node]
            out.scales[node] = self.scales[node]
            out.changed_nodes[node] = out.changed_nodes.get(node, 0) | flags
        for index in self.changed_curves:
            out.curves[index] = self.curves[index]
        out.changed_curves |= self.changed_curves
        self.clear_changes()

    @property
    def is_due(self):
        """Whether a tick has something of it that was not sent yet."""
        out = self.outgoing
        return out is not None and out.body is self.body and bool(out.needs_full or out.changed_nodes or out.changed_curves)

    def values_of_curves(self):
        """Curves by name."""
        return dict(zip(self.body["curves"], self.curves))

    def encode(self, full):
        """Its part of a frame."""
        body = self.body
        out = [varint(body["subject"]), bytes((body["revision"] & 255, 1 if full else 0))]
        if full:
            nodes = {}
            for i in range(len(self.translations)):
                flags = TRANSLATION if self.translations[i] != (0.0, 0.0, 0.0) else 0
                flags |= ROTATION if self.rotations[i][:3] != (0.0, 0.0, 0.0) else 0
                flags |= SCALE if self.scales[i] != (1.0, 1.0, 1.0) else 0
                if flags:
                    nodes[i] = flags
            curves = [i for i, value in enumerate(self.curves) if value != 0.0]
        else:
            nodes, curves = self.changed_nodes, sorted(self.changed_curves)
        out.append(varint(len(nodes)))
        after = 0
        for i in sorted(nodes):
            out.append(varint(i - after))
            out.append(self._encode_node(i, nodes[i]))
            after = i + 1
        out.append(varint(len(curves)))
        after = 0
        for i in curves:
            out.append(varint(i - after))
            out.append(struct.pack("<f", self.curves[i]))
            after = i + 1
        return b"".join(out)

    def _encode_node(self, i, parts):
        flags = parts & (TRANSLATION | ROTATION)
        data = b""
        if parts & TRANSLATION:
            data += struct.pack("<ddd", *self.translations[i])
        if parts & ROTATION:
            q = self.rotations[i]
            largest = 3
            for k in (2, 1, 0):
                if abs(q[k]) > abs(q[largest]):
                    largest = k
            factor = (-1.0 if q[largest] < 0 else 1.0) / (math.sqrt(sum(v * v for v in q)) or 1.0)
            data += struct.pack("<fff", *[q[k] * factor for k in range(4) if k != largest])
            flags |= largest << 4
        if parts & SCALE:
            x, y, z = self.scales[i]
            flags |= UNIFORM_SCALE if x == y == z else SCALE
            data += struct.pack("<f", x) if x == y == z else struct.pack("<fff", x, y, z)
        return bytes((flags,)) + data


def encode_frame(sequence, wall_clock, subjects, scene_time=None, source=0):
    """A whole frame message. `subjects`: pairs of a `Subject` and whether it is full. `scene_time`: seconds, frame, rate."""
    body = struct.pack("<HBBId", source, 1 if scene_time else 0, 0, sequence & 0xFFFFFFFF, wall_clock)
    if scene_time:
        seconds, frame, rate = scene_time
        body += struct.pack("<ddII", seconds, frame, rate[0], rate[1])
    body += varint(len(subjects))
    return message("frame", body + b"".join(subject.encode(full) for subject, full in subjects))


def decode_frame(body, subject_of):
    """Reads the body of a frame into subjects, and returns its header as a dictionary.

    `subject_of(source, number, revision)` gives the `Subject` to write to, or None to skip.
    """
    reader = Reader(body)
    source, flags, _, sequence, wall_clock = reader.take("<HBBId")
    header = {"source": source, "sequence": sequence, "wallClock": wall_clock}
    if flags & 1:
        seconds, frame, numerator, denominator = reader.take("<ddII")
        header["time"] = {"seconds": seconds, "frame": frame, "frameRate": [numerator, denominator]}
    for _ in range(reader.varint()):
        number, revision, full = reader.varint(), reader.take("<B"), reader.take("<B") & 1
        subject = subject_of(source, number, revision)
        if subject is not None and full:
            subject._reset()
        _read_nodes(reader, subject)
        _read_curves(reader, subject)
    if reader.at != len(body):
        raise ProtocolError("%d bytes follow the last subject" % (len(body) - reader.at))
    return header


def _read_nodes(reader, subject):
    node = -1
    for _ in range(reader.varint()):
        node += reader.varint() + 1
        if subject is not None and node >= len(subject.translations):
            raise ProtocolError("a frame sets node %d of %d" % (node, len(subject.translations)))
        flags = reader.take("<B")
        values = {}
        if flags & TRANSLATION:
            values["translation"] = reader.take("<ddd")
        if flags & ROTATION:
            largest = (flags >> 4) & 3
            three = list(reader.take("<fff"))
            rest = math.sqrt(max(0.0, 1.0 - sum(v * v for v in three)))
            values["rotation"] = tuple(three[:largest] + [rest] + three[largest:])
        if flags & UNIFORM_SCALE:
            values["scale"] = (reader.take("<f"),) * 3
        elif flags & SCALE:
            values["scale"] = reader.take("<fff")
        if subject is not None:
            subject.set_node(node, **values)


def _read_curves(reader, subject):
    curve = -1
    for _ in range(reader.varint()):
        curve += reader.varint() + 1
        value = reader.take("<f")
        if subject is None:
            continue
        if curve >= len(subject.curves):
            raise ProtocolError("a frame sets curve %d of %d" % (curve, len(subject.curves)))
        if math.isfinite(value):
            subject.curves[curve] = value
            subject.changed_curves.add(curve)


# ---------------------------------------------------------------- client


class Client:
    """A connection to the hub that looks after itself.

    `on_message(kind, body)` is called, from the thread of the client, for everything that the hub sends; frames are
    bytes for `decode_frame`. `status` says in words what the connection does. `subscribe` (a dictionary) is told to the
    hub on every connection.
    """

    def __init__(self, name, application="", application_version="", space="maya", role="sender", token=None, subscribe=None):
        self.hello = {"protocol": PROTOCOL_VERSION, "role": role, "name": name, "space": space}
        for key, value in (("application", application), ("applicationVersion", application_version), ("token", token)):
            if value:
                self.hello[key] = value
        self.space = space
        self.on_message = lambda kind, body: None
        self.status = "not connected"
        self.welcome = None
        self.frames_sent = 0
        self.connections = 0
        self._subscribe = subscribe
        self._subjects = {}
        self._next_subject = 0
        self._sequence = 0
        self._transport_sequence = 0
        self._lock = threading.Lock()
        self._outbox = []  # JSON messages, in order; only while there is a hub to send them to
        self._tick = None  # scene time of the newest values that wait to be sent
        self._has_tick = False
        self._unsent = 0  # bytes that the system has not taken yet
        self._wake_in, self._wake_out = None, None
        self._thread = None
        self._closing = threading.Event()

    # -- what to send

    def add(self, body):
        """A new subject of this program."""
        with self._lock:
            body = dict(body, subject=self._free_number())
            if not body.get("space"):
                body["space"] = self.space
            subject = Subject(body)
            self._subjects[body["subject"]] = subject
            self._post("describe", body)
        self._wake()
        return subject

    def _free_number(self):
        while self._next_subject in self._subjects:
            self._next_subject = (self._next_subject + 1) & 0xFFFF
        number = self._next_subject
        self._next_subject = (number + 1) & 0xFFFF
        return number

    def describe_again(self, subject, body):
        with self._lock:
            subject.describe_again(body)
            self._post("describe", subject.body)
        self._wake()

    def remove(self, subject):
        with self._lock:
            number = subject.body["subject"]
            if self._subjects.pop(number, None) is not None:
                self._post("drop", {"source": 0, "subject": number})
        self._wake()

    def send(self, seconds=None, frame=None, frame_rate=(24, 1)):
        """Sends what has changed. Returns at once."""
        with self._lock:
            for subject in self._subjects.values():
                subject.commit()
            self._tick = None if seconds is None else (float(seconds), float(frame), frame_rate)
            self._has_tick = True
        self._wake()
        return True

    def send_transport(self, action, seconds, frame, frame_rate=(24, 1), frame_range=None):
        """Time and playing state for everybody: `play`, `pause`, `scrub` or `state`. Not for what came from others."""
        body = {"action": action, "seconds": seconds, "frame": frame, "frameRate": list(frame_rate)}
        if frame_range is not None:
            body["range"] = list(frame_range)
        with self._lock:
            if self.welcome is None:
                return
            body.update(origin=self.welcome["peer"], sequence=self._transport_sequence)
            self._transport_sequence += 1
            self._post("transport", body)
        self._wake()

    def send_message(self, kind, body):
        """Sends any message; it is dropped while there is no connection."""
        with self._lock:
            self._post(kind, body)
        self._wake()

    def _post(self, kind, body):
        # Without a hub there is nobody to tell: on every connection all subjects are described anew.
        if self.welcome is not None:
            self._outbox.append(message(kind, body))

    def flush(self, timeout=2.0):
        """Waits until everything was handed to the system; False when it was not in time."""
        end = time.monotonic() + timeout
        while self.welcome is None or self._has_tick or self._outbox or self._unsent:
            if time.monotonic() > end:
                return False
            time.sleep(0.001)
        return True

    # -- connection

    def connect(self, host="127.0.0.1", port=7001):
        """Begins to connect, and goes on trying until `close`."""
        if self._thread is not None:
            return
        self._closing = threading.Event()
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        # Or else this program would hang once the bytes that nobody reads while there is no hub fill the buffer.
        self._wake_out.setblocking(False)
        self._thread = threading.Thread(target=self._run, args=(host, port, self._closing), name="rigline-live")
        self._thread.daemon = True
        self._thread.start()

    def close(self, timeout=2.0):
        """Sends what waits, says goodbye and connects no more."""
        self._closing.set()
        self._wake()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(timeout)

    def wait_until_connected(self, timeout=5.0):
        end = time.monotonic() + timeout
        while self.welcome is None and time.monotonic() < end:
            time.sleep(0.005)
        return self.welcome is not None

    def _wake(self):
        if self._wake_out is not None:
            try:
                self._wake_out.send(b"x")
            except OSError:
                pass  # The thread is awake anyway, or gone.

    def _run(self, host, port, closing):
        wake = self._wake_in, self._wake_out
        pause = 0.1
        while not closing.is_set():
            connections = self.connections
            try:
                self.status = "connecting to %s:%d" % (host, port)
                link = socket.create_connection((host, port), timeout=3.0)
                try:
                    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._serve(link, wake[0], closing)
                finally:
                    link.close()
            except Exception as error:  # Whatever it is: this thread goes on trying.
                self.status = "not connected: %s" % error
            with self._lock:
                self.welcome = None
                self._outbox = []
                self._unsent = 0
            if self.connections > connections:
                pause = 0.1
            closing.wait(pause)
            pause = min(pause * 2, 2.0)
        self.status = "closed"
        for end in wake:
            end.close()

    def _serve(self, link, wake_in, closing):
        link.setblocking(False)
        incoming, outgoing = bytearray(), bytearray(_framed(message("hello", self.hello)))
        heard = time.monotonic()
        goodbye = None
        while True:
            if self.welcome is not None and not outgoing:
                outgoing += self._next_bytes()
            if closing.is_set():
                goodbye = goodbye or time.monotonic() + 1.0
                if not outgoing:
                    link.settimeout(0.5)
                    link.sendall(_framed(message("bye", {})))
                if not outgoing or time.monotonic() > goodbye:
                    return
            wait = 0.2 if goodbye else 1.0
            readable, writable, _ = select.select([link, wake_in], [link] if outgoing else [], [], wait)
            if wake_in in readable:
                wake_in.recv(4096)
            if writable:
                sent = link.send(outgoing)
                del outgoing[:sent]
                self._unsent = len(outgoing)
            if link in readable:
                data = link.recv(1 << 16)
                if not data:
                    raise OSError("the hub has closed the connection")
                heard = time.monotonic()
                incoming += data
                for one in _split(incoming):
                    outgoing += self._receive(one)
            if time.monotonic() - heard > SILENCE:
                raise OSError("nothing heard for %d s" % SILENCE)

    def _receive(self, data):
        """Handles one message, and returns the bytes of an answer."""
        kind, body = parse_message(data)
        if kind == "ping":
            return _framed(message("pong", struct.pack("<dd", body, time.time())))
        if kind == "welcome":
            self._begin(body)
        if kind == "error":
            words = "%s. %s" % (body.get("message"), body.get("hint") or "")
            if body.get("fatal"):
                raise ProtocolError("refused by the hub: %s" % words.strip())
            self.status = "error: %s" % words.strip()
        try:
            self.on_message(kind, body)
        except Exception as error:  # A fault of the program that uses this client does not end the connection.
            self.status = "error: %s in on_message: %s" % (type(error).__name__, error)
        return b""

    def _begin(self, welcome):
        with self._lock:
            self.welcome = welcome
            self.connections += 1
            self.status = "connected as %s" % welcome.get("name")
            # Everything is told anew.
            self._outbox = [message("describe", subject.body) for subject in self._subjects.values()]
            if self._subscribe is not None:
                self._outbox.append(message("subscribe", self._subscribe))
            for subject in self._subjects.values():
                if subject.outgoing is not None:
                    subject.outgoing.needs_full = True
                    self._has_tick = True

    def _next_bytes(self):
        with self._lock:
            out = b"".join(_framed(one) for one in self._outbox)
            self._outbox = []
            if self._has_tick:
                self._has_tick = False
                due = [subject.outgoing for subject in self._subjects.values() if subject.is_due]
                out += _framed(encode_frame(self._sequence, time.time(), [(one, one.needs_full) for one in due], self._tick))
                self._sequence += 1
                self.frames_sent += 1
                for one in due:
                    one.clear_changes()
            self._unsent = len(out)
        return out


def _framed(data):
    return struct.pack("<I", len(data)) + data


def _split(incoming):
    """Takes the whole messages out of a buffer."""
    found = []
    at = 0
    while len(incoming) >= at + 4:
        (length,) = struct.unpack_from("<I", incoming, at)
        if length == 0 or length > MESSAGE_LIMIT:
            raise ProtocolError("a message of %d bytes is announced" % length)
        if len(incoming) < at + 4 + length:
            break
        found.append(bytes(incoming[at + 4 : at + 4 + length]))
        at += 4 + length
    del incoming[:at]
    return found


class RemoteSubjects:
    """The subjects of others, as the messages of the hub tell them. Feed it from one thread.

    `subjects` holds a `Subject` for each, by source and number. Its `changed_nodes` and `changed_curves` say what has
    changed since `clear_changes` was called.
    """

    def __init__(self):
        self.subjects = {}

    def handle(self, kind, body):
        """Takes one message in.

        Returns the event (`described`, `dropped`, `frame` or None), its subjects, and for a frame its header.
        """
        if kind == "welcome":
            # What another hub, or another connection, has told is void.
            gone, self.subjects = list(self.subjects.values()), {}
            return "dropped", gone, None
        if kind == "describe":
            subject = self.subjects[(body["source"], body["subject"])] = Subject(body)
            return "described", [subject], None
        if kind == "drop":
            gone = self.subjects.pop((body["source"], body["subject"]), None)
            return "dropped", [gone] if gone else [], None
        if kind == "frame":
            touched = []
            header = decode_frame(body, lambda source, number, revision: self._open(touched, source, number, revision))
            return "frame", touched, header
        return None, [], None

    def _open(self, touched, source, number, revision):
        subject = self.subjects.get((source, number))
        if subject is None or subject.body["revision"] & 255 != revision:
            return None
        touched.append(subject)
        return subject


# ---------------------------------------------------------------- file cache


class FileCache:
    """Writes the same values as JSON files into a folder, for programs that can read files and nothing else.

    Nothing here raises once the folder is there: what could not be written (a reader on Windows has the file open, the
    drive is away, the disk is full) is written with the next tick, and `status` says why.
    """

    def __init__(self, folder, space="maya"):
        self.folder = folder
        self.space = space
        self.session = uuid.uuid4().hex[:8]
        self.sequence = 0
        self.frames_sent = 0
        self.subjects = []
        self.status = "writing to %s" % folder
        self._numbers = 0
        self._description_is_due = True
        os.makedirs(folder, exist_ok=True)
        left = [name for name in os.listdir(folder) if name.endswith(".tmp")]
        self._remove([name for name in left if name.startswith(("frame.json.", "description.json."))])

    def add(self, body):
        body = dict(body, subject=self._numbers)
        self._numbers += 1
        if not body.get("space"):
            body["space"] = self.space
        subject = Subject(body)
        self.subjects.append(subject)
        self._description_is_due = True
        return subject

    def describe_again(self, subject, body):
        subject.describe_again(body)
        self._description_is_due = True

    def remove(self, subject):
        self.subjects.remove(subject)
        self._description_is_due = True

    def flush(self, timeout=2.0):
        """Everything is written when `send` returns."""
        return not self._description_is_due

    def send(self, seconds=None, frame=None, frame_rate=(24, 1)):
        """Writes the values of all subjects. Returns whether that worked."""
        if self._description_is_due:
            bodies = [subject.body for subject in self.subjects]
            values = {"protocol": PROTOCOL_VERSION, "session": self.session, "subjects": bodies}
            if not self._write("description.json", values):
                return False
            self._description_is_due = False
        values = {"protocol": PROTOCOL_VERSION, "session": self.session, "sequence": self.sequence}
        values["wallClock"] = time.time()
        if seconds is not None:
            values["time"] = {"seconds": seconds, "frame": frame, "frameRate": list(frame_rate)}
        values["subjects"] = [
            {
                "name": subject.body["name"], "role": subject.body["role"], "revision": subject.body["revision"],
                "nodes": [
                    {"t": list(t), "r": list(r), "s": list(s)}
                    for t, r, s in zip(subject.translations, subject.rotations, subject.scales)
                ],
                "curves": subject.values_of_curves(),
            }
            for subject in self.subjects
        ]  # fmt: skip
        self.sequence += 1
        if not self._write("frame.json", values):
            return False
        self.frames_sent += 1
        for subject in self.subjects:
            subject.clear_changes()
        return True

    def _write(self, name, values):
        path = os.path.join(self.folder, name)
        own = "%s.%d.tmp" % (path, os.getpid())
        try:
            os.makedirs(self.folder, exist_ok=True)
            with open(own, "w", encoding="utf-8") as file:
                json.dump(values, file, ensure_ascii=False)
        except OSError as error:
            self.status = "cannot write: %s" % error
            self._remove([own])
            return False
        for attempt in range(5):
            try:
                os.replace(own, path)
                self.status = "writing to %s" % self.folder
                return True
            except OSError as error:  # On Windows, while a reader has the file open.
                self.status = "cannot replace %s: %s" % (name, error)
                time.sleep(0.002)
        self._remove([own])
        return False

    def _remove(self, names):
        for name in names:
            try:
                os.remove(os.path.join(self.folder, name))
            except OSError:
                pass  # Gone already, or still open elsewhere.

    def close(self, timeout=None):
        """Takes the files away."""
        self._remove(["frame.json", "description.json"])
        self.status = "closed"


class FileCacheReader:
    """Reads what a `FileCache` writes: `poll` as often as wanted. Torn, missing and old files are no error."""

    def __init__(self, folder):
        self.folder = folder
        self._session = None
        self._sequence = -1
        self._former = set()  # sessions that another has replaced: a slow drive may still show their files
        self._descriptions = {}

    def poll(self):
        """The newest frame, once: `frame.json`, with its `description` added to each subject. None without a newer one."""
        frame = self._read("frame.json")
        if frame is None or frame["session"] in self._former:
            return None
        if frame["session"] == self._session and frame["sequence"] <= self._sequence:
            return None
        if frame["session"] != self._session or not all(self._description(one) for one in frame["subjects"]):
            described = self._read("description.json")
            if described is None or described["session"] != frame["session"]:
                return None
            self._descriptions = {(one["name"], one["role"]): one for one in described["subjects"]}
        if frame["session"] != self._session:
            self._former.add(self._session)
            self._session = frame["session"]
        self._sequence = frame["sequence"]
        # Subjects whose description is not there yet come with the next frame.
        described = [(one, self._description(one)) for one in frame["subjects"]]
        frame["subjects"] = [dict(one, description=body) for one, body in described if body is not None]
        return frame

    def _description(self, subject):
        found = self._descriptions.get((subject["name"], subject["role"]))
        return found if found is not None and found["revision"] == subject["revision"] else None

    def _read(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                values = json.load(file)
        except (OSError, ValueError):
            return None
        whole = isinstance(values, dict) and values.get("protocol") == PROTOCOL_VERSION
        return values if whole and "session" in values and isinstance(values.get("subjects"), list) else None
