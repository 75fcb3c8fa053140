"""Matrices of 3ds Max as four rows of three numbers, `p' = p * M`: the axes of a node in its parent, then its place.

Quaternions are made from the rows, never asked from 3ds Max: those of MAXScript turn the other way.
Pure: nothing of 3ds Max is needed here.
"""

import math

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))


def rows_of(matrix):
    """The rows of a Matrix3 of 3ds Max."""
    return tuple((float(row.x), float(row.y), float(row.z)) for row in (matrix.row1, matrix.row2, matrix.row3, matrix.row4))


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def _scaled(v, k):
    return (v[0] * k, v[1] * k, v[2] * k)


def _minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _unit(v, otherwise):
    size = math.sqrt(dot(v, v))
    return (_scaled(v, 1.0 / size), size) if size > 1e-12 else (otherwise, 0.0)


def multiply(first, then):
    """The matrix that does `first`, then `then`."""
    columns = tuple(zip(*then[:3]))
    rows = [tuple(dot(row, column) for column in columns) for row in first]
    rows[3] = tuple(a + b for a, b in zip(rows[3], then[3]))
    return tuple(rows)


def invert(m):
    """The inverse; None of a matrix that flattens space."""
    x, y, z, place = m
    columns = cross(y, z), cross(z, x), cross(x, y)
    determinant = dot(x, columns[0])
    if abs(determinant) < 1e-30:
        return None
    rows = [_scaled(row, 1.0 / determinant) for row in zip(*columns)]
    there = [dot(place, column) for column in zip(*rows)]
    return rows[0], rows[1], rows[2], (-there[0], -there[1], -there[2])


def quaternion(x, y, z):
    """The unit quaternion (x, y, z, w) that turns the axes of the world into these three; they are perpendicular units."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        w = math.sqrt(1.0 + trace) * 2
        q = ((y[2] - z[1]) / w, (z[0] - x[2]) / w, (x[1] - y[0]) / w, w / 4)
    elif x[0] > y[1] and x[0] > z[2]:
        s = math.sqrt(1.0 + x[0] - y[1] - z[2]) * 2
        q = (s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s)
    elif y[1] > z[2]:
        s = math.sqrt(1.0 + y[1] - x[0] - z[2]) * 2
        q = ((y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s)
    else:
        s = math.sqrt(1.0 + z[2] - x[0] - y[1]) * 2
        q = ((z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s)
    size = math.sqrt(sum(v * v for v in q))
    return tuple(v / size for v in q)


def parts(m):
    """Translation, rotation (x, y, z, w) and scale; shear has no place in the protocol.

    A mirrored matrix gets a negative scale on its x axis.
    """
    x, scale_x = _unit(m[0], (1.0, 0.0, 0.0))
    y, scale_y = _unit(_minus(m[1], _scaled(x, dot(m[1], x))), _across(x))
    z, scale_z = cross(x, y), 0.0
    along = dot(m[2], z)
    if along < 0:
        # The third axis points to the other side: turn the first around instead.
        x, z, scale_x, along = _scaled(x, -1.0), _scaled(z, -1.0), -scale_x, -along
    scale_z = along
    return m[3], quaternion(x, y, z), (scale_x, scale_y, scale_z)


def view_parts(m):
    """The same of something that looks along -z with +y up: where it looks counts, not its scale."""
    back, _ = _unit(m[2], (0.0, 0.0, 1.0))
    up, _ = _unit(_minus(m[1], _scaled(back, dot(m[1], back))), _across(back))
    return m[3], quaternion(cross(up, back), up, back), (1.0, 1.0, 1.0)


def _across(v):
    """Any unit vector across another."""
    other = (0.0, 1.0, 0.0) if abs(v[1]) < 0.9 else (1.0, 0.0, 0.0)
    return _unit(cross(cross(v, other), v), other)[0]
