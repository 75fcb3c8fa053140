#!/usr/bin/env python3
"""Writes fixtures/rotations/*.golden.json.

Needs Python 3.9+ and mpmath; run from the repository root: python3 scripts/generate-rotation-goldens.py
Nothing here is taken from packages/math. Rotations are explicit products of the three elementary matrices in 50-digit
arithmetic; float32 values are rounded by struct after every operation on exact fractions.
"""

import json
import struct
from fractions import Fraction
from pathlib import Path

import mpmath as mp

mp.mp.dps = 50
OUT = Path("fixtures/rotations")

ORDERS = ["xyz", "yzx", "zxy", "xzy", "yxz", "zyx"]
PROPER = ["xyx", "xzx", "yzy", "yxy", "zxz", "zyz"]
TRIPLES = [
    (10, 20, 30),
    (-35, 110, 25),
    (200, 30, -60),
    (450, 15, 10),
    (12, -725, 33),
    (90, 0, 0),
    (0, 90, 0),
    (0, 0, 90),
    (25, 90, 40),
    (-90, 35, 20),
    (15, "89.9999", -40),
    ("0.00001", "0.00002", "0.00003"),
]


def rad(deg):
    return mp.mpf(str(deg)) * mp.pi / 180


def elementary(axis, angle):
    """Column matrix of the right-hand-rule turn about one axis."""
    c, s = mp.cos(angle), mp.sin(angle)
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    m = mp.eye(3)
    m[j, j], m[j, k], m[k, j], m[k, k] = c, -s, s, c
    return m


def product(first_to_last):
    m = mp.eye(3)
    for turn in first_to_last:
        m = turn * m
    return m


def rows_of_row_matrix(m):
    """Flat 3x3 of the row-vector matrix: the transpose of the column matrix."""
    return [number(m[c, r]) for r in range(3) for c in range(3)]


def number(value):
    value = float(value)
    return 0.0 if value == 0 or abs(value) < 1e-40 else value


def euler_matrix(triple, order):
    return product([elementary(a, rad(triple["xyz".index(a)])) for a in order])


def quaternion(m):
    """x, y, z, w with the largest component positive, from the four diagonal combinations."""
    squares = [
        1 + m[0, 0] - m[1, 1] - m[2, 2],
        1 - m[0, 0] + m[1, 1] - m[2, 2],
        1 - m[0, 0] - m[1, 1] + m[2, 2],
        1 + m[0, 0] + m[1, 1] + m[2, 2],
    ]
    best = max(range(4), key=lambda n: squares[n])
    p = mp.sqrt(squares[best]) / 2
    q = [None] * 4
    q[best] = p
    sums = {
        (0, 1): m[0, 1] + m[1, 0],
        (0, 2): m[0, 2] + m[2, 0],
        (1, 2): m[1, 2] + m[2, 1],
        (0, 3): m[2, 1] - m[1, 2],
        (1, 3): m[0, 2] - m[2, 0],
        (2, 3): m[1, 0] - m[0, 1],
    }
    for n in range(4):
        if n != best:
            q[n] = sums[tuple(sorted((n, best)))] / (4 * p)
    return [number(v) for v in q]


def write(name, source, tolerance, cases):
    text = ["{", f'  "source": {json.dumps(source)},', f'  "tolerance": {json.dumps(tolerance)},', '  "cases": [']
    text += ["    " + json.dumps(case) + ("," if n < len(cases) - 1 else "") for n, case in enumerate(cases)]
    text += ["  ]", "}", ""]
    (OUT / f"{name}.golden.json").write_text("\n".join(text))


def floats(triple):
    return [float(v) for v in triple]


def rotate_orders():
    cases = []
    for triple in TRIPLES:
        for order in ORDERS:
            m = euler_matrix(triple, order)
            cases.append(
                {
                    "order": order,
                    "degrees": floats(triple),
                    "matrix": rows_of_row_matrix(m),
                    "quat": quaternion(m),
                }
            )
    write(
        "rotate-orders",
        "derived by hand: product of the three elementary rotation matrices, first letter applied first, in 50-digit "
        "arithmetic (scripts/generate-rotation-goldens.py); matrix is the upper 3x3 of the row-vector matrix",
        1e-14,
        cases,
    )


def sequences():
    cases = []
    for axes in ORDERS + PROPER:
        for frame in ["extrinsic", "intrinsic"]:
            for triple in [(10, 20, 30), (-35, 70, 125), (160, -50, -20), (40, 0, 15), (40, 90, 15), (40, -90, 15), (40, 180, 15)]:
                turns = [elementary(a, rad(v)) for a, v in zip(axes, triple)]
                # Turning about axes already turned is the same product in the opposite order.
                m = product(turns if frame == "extrinsic" else turns[::-1])
                cases.append({"axes": axes, "frame": frame, "degrees": floats(triple), "matrix": rows_of_row_matrix(m)})
    write(
        "sequences",
        "derived by hand: product of three elementary rotation matrices in 50-digit arithmetic, reversed for intrinsic "
        "sequences (scripts/generate-rotation-goldens.py)",
        1e-14,
        cases,
    )


def unreal():
    cases = []
    for roll, pitch, yaw in [(0, 0, 0), (10, 20, 30), (-170, 45, 135), (33, -80, -100), (0, 89, 0), (12, -5, 179), (-90, 60, -45)]:
        m = product([elementary("x", -rad(roll)), elementary("y", -rad(pitch)), elementary("z", rad(yaw))])
        forward = [number(m[n, 0]) for n in range(3)]
        cases.append(
            {
                "roll": float(roll),
                "pitch": float(pitch),
                "yaw": float(yaw),
                "matrix": rows_of_row_matrix(m),
                "quat": quaternion(m),
                "forward": forward,
            }
        )
    write(
        "unreal-rotator",
        "derived by hand: Unreal's documented reading (roll about X, pitch about Y, yaw about Z, fixed axes; positive "
        "pitch looks up, positive roll is clockwise seen along +X) as a product of elementary matrices with roll and "
        "pitch negated, in 50-digit arithmetic (scripts/generate-rotation-goldens.py); no engine was run",
        1e-14,
        cases,
    )


def f32(value):
    """Exact fraction of the float32 nearest to a fraction (ties to even)."""
    value = Fraction(value)
    if value == 0:
        return value
    sign, value = (-1, -value) if value < 0 else (1, value)
    exponent = 0
    while value >= 2:
        value /= 2
        exponent += 1
    while value < 1:
        value *= 2
        exponent -= 1
    scaled = value * 2**23
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1):
        whole += 1
    return sign * Fraction(whole) * Fraction(2) ** (exponent - 23)


def bits(value, negative_zero=False):
    if value == 0:
        return "80000000" if negative_zero else "00000000"
    return struct.pack(">f", float(value)).hex()


def decimal(text):
    return f32(Fraction(text))



PI = f32(Fraction(str(mp.pi)))
TWO_PI = f32(2 * Fraction(str(mp.pi)))
HALF_PI = f32(Fraction(str(mp.pi)) / 2)
INVERSE_TWO_PI = f32(1 / (2 * Fraction(str(mp.pi))))
SINE = [decimal(t) for t in ["-2.3889859e-08", "2.7525562e-06", "-0.00019840874", "0.0083333310", "-0.16666667", "1"]]
COSINE = [decimal(t) for t in ["-2.6051615e-07", "2.4760495e-05", "-0.0013888378", "0.041666638", "-0.5", "1"]]


def horner(coefficients, x):
    total = coefficients[0]
    for c in coefficients[1:]:
        total = f32(f32(total * x) + c)
    return total


def sin_cos(value):
    half = Fraction(1, 2) if value >= 0 else Fraction(-1, 2)
    quotient = f32(f32(INVERSE_TWO_PI * value) + half)
    whole = Fraction(abs(quotient).numerator // abs(quotient).denominator) * (1 if quotient >= 0 else -1)
    y = f32(value - f32(TWO_PI * whole))
    sign = 1
    if y > HALF_PI:
        y, sign = f32(PI - y), -1
    elif y < -HALF_PI:
        y, sign = f32(-PI - y), -1
    y2 = f32(y * y)
    return f32(horner(SINE, y2) * y), sign * horner(COSINE, y2)


def remainder_360(value):
    whole = abs(value) / 360
    whole = whole.numerator // whole.denominator
    return value - whole * 360 * (1 if value >= 0 else -1)


def float32():
    angles = []
    for n in range(-40, 41):
        angles.append(f32(Fraction(n) * Fraction(str(mp.pi)) / 16))
        angles.append(f32(Fraction(n * n * n, 977) + Fraction(n, 31)))
    cases = []
    for angle in sorted(set(angles)):
        s, c = sin_cos(angle)
        cases.append({"angle": float(angle), "sin": bits(s), "cos": bits(c)})
    write(
        "sincos-float32",
        "derived by hand: the scalar sine/cosine minimax approximation published with DirectXMath (degrees 11 and 10), "
        "restated on exact fractions rounded to float32 after every operation "
        "(scripts/generate-rotation-goldens.py); sin and cos are big-endian float32 bit patterns",
        0,
        cases,
    )
    cases = []
    factor = f32(PI / 360)
    for pitch, yaw, roll in [(0, 0, 0), (20, 30, 10), (-80, 200, 45), (89.5, -179, 3), (45.25, 725, -370), (12.3, -33.7, 170.1), (-5, 90, -90)]:
        inputs = [f32(Fraction(str(v))) for v in (pitch, yaw, roll)]
        (sp, cp), (sy, cy), (sr, cr) = [sin_cos(f32(f32(remainder_360(v)) * factor)) for v in inputs]
        triple = lambda a, b, c: f32(f32(a * b) * c)
        quat = [
            f32(triple(cr, sp, sy) - triple(sr, cp, cy)),
            f32(triple(-cr, sp, cy) - triple(sr, cp, sy)),
            f32(triple(cr, cp, sy) - triple(sr, sp, cy)),
            f32(triple(cr, cp, cy) + triple(sr, sp, sy)),
        ]
        cases.append({"pitch": pitch, "yaw": yaw, "roll": roll, "quat": [bits(v) for v in quat]})
    write(
        "rotator-float32",
        "derived by hand: the published rotator to quaternion formula on exact fractions rounded to float32 after every "
        "operation, with the sine and cosine of sincos-float32 (scripts/generate-rotation-goldens.py); big-endian "
        "float32 bit patterns, zero without sign",
        0,
        cases,
    )


def decomposition():
    cases = []
    for scale, shear, triple in [
        ((1, 1, 1), (0, 0, 0), (10, 20, 30)),
        ((2, 3, 4), (0, 0, 0), (-35, 110, 25)),
        ((2, "0.5", 4), ("0.3", "-0.2", "0.7"), (200, 30, -60)),
        (("0.01", 100, 1), ("1.5", "-2.5", "0.25"), (12, -80, 33)),
    ]:
        s = mp.diag([mp.mpf(str(v)) for v in scale])
        xy, xz, yz = [mp.mpf(str(v)) for v in shear]
        sh = mp.matrix([[1, 0, 0], [xy, 1, 0], [xz, yz, 1]])
        rotation = euler_matrix(triple, "xyz")
        m = s * sh * rotation.T
        cases.append(
            {
                "scale": floats(scale),
                "shear": floats(shear),
                "degrees": floats(triple),
                "quat": quaternion(rotation),
                "matrix": [number(m[r, c]) for r in range(3) for c in range(3)],
            }
        )
    write(
        "decompose",
        "derived by hand: S * SH * R for row vectors with SH rows (1 0 0), (xy 1 0), (xz yz 1), multiplied out in "
        "50-digit arithmetic (scripts/generate-rotation-goldens.py)",
        1e-12,
        cases,
    )


# Where the X (to the right), Y (up) and Z (towards the viewer) of Maya Y-up point in each space, and which local axes
# are right, up and backwards of a camera there.
WORLD = {
    "maya": ("+x", "+y", "+z"),
    "maya-z": ("+x", "+z", "-y"),
    "blender": ("+x", "+z", "-y"),
    "3dsmax": ("+x", "+z", "-y"),
    "unreal": ("+x", "+z", "+y"),
    "unity": ("-x", "+y", "+z"),
    "c4d": ("+x", "+y", "-z"),
    "gltf": ("+x", "+y", "+z"),
    "opencv": ("+x", "-y", "-z"),
}
CAMERA = {
    "maya": ("+x", "+y", "+z"),
    "maya-z": ("+x", "+y", "+z"),
    "blender": ("+x", "+y", "+z"),
    "3dsmax": ("+x", "+y", "+z"),
    "unreal": ("+y", "+z", "-x"),
    "unity": ("+x", "+y", "-z"),
    "c4d": ("+x", "+y", "-z"),
    "gltf": ("+x", "+y", "+z"),
    "opencv": ("+x", "-y", "-z"),
}
METRES = {"maya": "0.01", "maya-z": "0.01", "blender": "1", "3dsmax": "0.0254", "unreal": "0.01", "unity": "1", "c4d": "0.01", "gltf": "1", "opencv": "1"}


def columns(axes):
    m = mp.zeros(3)
    for c, axis in enumerate(axes):
        m["xyz".index(axis[1]), c] = -1 if axis[0] == "-" else 1
    return m


def spaces():
    cases = []
    rotation = euler_matrix((-35, 110, 25), "xyz") * mp.diag([2, mp.mpf("0.5"), 3])
    position = mp.matrix([120, -35, 42])
    for source in WORLD:
        for target in WORLD:
            factor = mp.mpf(METRES[source]) / mp.mpf(METRES[target])
            b = columns(WORLD[target]) * columns(WORLD[source]) ** -1
            moved = b * position * factor
            axes_object = b * rotation * b**-1
            axes_camera = b * rotation * columns(CAMERA[source]) * columns(CAMERA[target]) ** -1
            cases.append(
                {
                    "from": source,
                    "to": target,
                    "point": [number(v) for v in moved],
                    "object": rows_of_row_matrix(axes_object),
                    "camera": rows_of_row_matrix(axes_camera),
                }
            )
    m = {"linear": rows_of_row_matrix(rotation), "translate": [120.0, -35.0, 42.0]}
    for case in cases:
        case["input"] = m
    write(
        "spaces",
        "derived by hand: for each application the directions of Maya's right, up and back and of the camera's right, up "
        "and back are written down from its documentation, and the matrices multiplied out in 50-digit arithmetic "
        "(scripts/generate-rotation-goldens.py)",
        1e-12,
        cases,
    )


OUT.mkdir(parents=True, exist_ok=True)
rotate_orders()
sequences()
unreal()
float32()
decomposition()
spaces()
