"""Writes fixtures/protocol/frames.golden.json and messages.golden.json: python3 scripts/generate-protocol-vectors.py

The bytes are those of the plain-Python client in connectors/python, which was written from docs/protocol.md alone.
"""

import json
import math
import os
import random
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "connectors/python"))
sys.dont_write_bytecode = True
import rigline_live as live  # noqa: E402


def values_of(subject):
    return {
        "translations": [v for t in subject.translations for v in t],
        "rotations": [v for r in subject.rotations for v in r],
        "scales": [v for s in subject.scales for v in s],
        "curves": list(subject.curves),
    }


def case(name, subjects, time=None, source=0, sequence=1):
    """`subjects`: number, revision, whether full, `Subject` with what is set marked as changed."""
    entries = []
    for subject, full in subjects:
        entries.append(
            {
                "subject": subject.body["subject"],
                "revision": subject.body["revision"],
                "isFull": full,
                "changedNodes": [subject.changed_nodes.get(i, 0) for i in range(len(subject.translations))],
                "changedCurves": [1 if i in subject.changed_curves else 0 for i in range(len(subject.curves))],
                **values_of(subject),
            }
        )
    data = live.encode_frame(sequence, 1770000000.25, subjects, time, source)
    header = {"source": source, "sequence": sequence, "wallClock": 1770000000.25}
    if time:
        header["time"] = {"seconds": time[0], "frame": time[1], "frameRate": list(time[2])}
    return {"name": name, "header": header, "subjects": entries, "hex": data.hex()}


def subject(number, revision, nodes, curves):
    body = live.description("s%d" % number, "skeleton", "maya", [("n%d" % i, i - 1) for i in range(nodes)], ["c%d" % i for i in range(curves)])
    return live.Subject(dict(body, subject=number, revision=revision))


def main():
    rng = random.Random(20261201)
    cases = [case("no subject", []), case("scene time", [], (1.5, 36.0, (24000, 1001)), 513, 4294967295)]
    still = subject(0, 1, 3, 3)
    cases.append(case("a full frame of defaults says nothing", [(still, True)]))
    cam = subject(1, 2, 1, 2)
    cam.set_node(0, (0, 150.25, -300), (0.5, -0.5, 0.5, -0.5), (2, 2, 2))
    cam.set_curve("c0", 35.5)
    cases.append(case("a camera, full, with a uniform scale and a negative largest component", [(cam, True)]))
    some = subject(200, 300, 200, 200)
    some.set_node(0, translation=(1, 2, 3))
    some.set_node(130, scale=(1, 2, 3))
    some.set_node(199, rotation=(0, math.sqrt(0.5), 0, math.sqrt(0.5)))
    some.set_curve("c129", -0.125)
    cases.append(case("changes far apart, numbers of two bytes", [(some, False)]))
    many = []
    for number in range(3):
        one = subject(number, number, 8, 5)
        for i in range(8):
            q = [rng.gauss(0, 1) for _ in range(4)]
            length = math.sqrt(sum(v * v for v in q))
            one.set_node(i, [rng.uniform(-1e4, 1e4) for _ in range(3)], [v / length for v in q], [rng.uniform(0.1, 3) for _ in range(3)])
        for i in range(5):
            one.set_curve("c%d" % i, rng.uniform(-1, 1))
        many.append((one, number != 1))
    cases.append(case("three subjects, full and not", many, (0.0, 1.0, (30, 1))))
    write("frames.golden.json", {"source": SOURCE, "tolerance": 0, "cases": cases})

    bodies = [
        ("hello", {"protocol": 1, "role": "sender", "name": "scène 中.ma", "application": "Maya", "space": "maya"}),
        ("describe", dict(live.camera("cam", "maya", frameRate=[24, 1], filmFit="horizontal"))),
        ("drop", {"source": 0, "subject": 3}),
        ("transport", {"origin": 3, "sequence": 18, "action": "scrub", "seconds": 1.5, "frame": 36, "frameRate": [24, 1], "range": [1, 240]}),
        ("bye", {}),
    ]
    messages = [{"kind": kind, "body": body, "hex": live.message(kind, body).hex()} for kind, body in bodies]
    write("messages.golden.json", {"source": SOURCE, "tolerance": 0, "cases": messages})


SOURCE = "docs/protocol.md, written out by connectors/python/rigline_live.py (scripts/generate-protocol-vectors.py)"


def write(name, content):
    with open(os.path.join(ROOT, "fixtures/protocol", name), "w", encoding="utf-8") as file:
        json.dump(content, file, ensure_ascii=False, indent=1)
        file.write("\n")


main()
