"""Parts of matrices. Plain numbers, no Maya.

Convention: 16 numbers, translation at 12 to 14, a point is a row on the left: the memory of Maya's `MMatrix`.
"""

import math

REST = 1e-14  # What is left of a row beside its length before: nothing but rounding.


def parts(matrix):
    """Translation, rotation (x, y, z, w) and scale of a world or local matrix.

    Shear has no place in the protocol and is dropped: X keeps its direction, Y its plane. Of a matrix that mirrors, the
    sign is on the scale of X, as Rigline and Unreal have it.
    """
    m = [float(value) for value in matrix]
    x, sx = _unit(m[0:3], 0.0)
    y, sy = _unit(_without(m[4:7], x), _length(m[4:7]))
    z, sz = _unit(_without(_without(m[8:11], x), y), _length(m[8:11]))
    if not (sx and sy and sz):
        x, y, z = _completed(x, y, z)
    if _dot(_cross(x, y), z) < 0:
        x, sx = [-value for value in x], -sx
    return (m[12], m[13], m[14]), quaternion(x, y, z), (sx, sy, sz)


def view_parts(matrix):
    """The same of something that looks along -Z with +Y up: the direction is kept, and others never see its scale."""
    m = [float(value) for value in matrix]
    z, sz = _unit(m[8:11], 0.0)
    y, sy = _unit(_without(m[4:7], z), _length(m[4:7]))
    if not (sy and sz):
        x, _ = _unit(_without(_without(m[0:3], y), z), _length(m[0:3]))
        _, y, z = _completed(x, y, z)
    return (m[12], m[13], m[14]), quaternion(_cross(y, z), y, z), (1.0, 1.0, 1.0)


def quaternion(x, y, z):
    """Unit quaternion x, y, z, w of a rotation whose rows are these three axes. Source: Shepperd's method."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        s = 2.0 * math.sqrt(trace + 1.0)
        q = ((y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4)
    elif x[0] >= y[1] and x[0] >= z[2]:
        s = 2.0 * math.sqrt(max(0.0, 1.0 + x[0] - y[1] - z[2]))
        q = (s / 4, (x[1] + y[0]) / s, (x[2] + z[0]) / s, (y[2] - z[1]) / s)
    elif y[1] >= z[2]:
        s = 2.0 * math.sqrt(max(0.0, 1.0 + y[1] - x[0] - z[2]))
        q = ((x[1] + y[0]) / s, s / 4, (y[2] + z[1]) / s, (z[0] - x[2]) / s)
    else:
        s = 2.0 * math.sqrt(max(0.0, 1.0 + z[2] - x[0] - y[1]))
        q = ((x[2] + z[0]) / s, (y[2] + z[1]) / s, s / 4, (x[1] - y[0]) / s)
    length = math.sqrt(sum(value * value for value in q)) or 1.0
    return tuple(value / length for value in q)


def determinant(matrix):
    """Of the upper 3 by 3: zero where the matrix has no inverse."""
    return _dot(_cross(matrix[0:3], matrix[4:7]), matrix[8:11])


def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def _length(a):
    return math.sqrt(_dot(a, a))


def _without(row, axis):
    """What of a row is perpendicular to a unit axis. Twice, because little may be left of the row."""
    for _ in range(2):
        along = _dot(row, axis)
        row = [row[0] - along * axis[0], row[1] - along * axis[1], row[2] - along * axis[2]]
    return row


def _unit(row, before):
    length = _length(row)
    if length == 0 or length <= before * REST:
        return [0.0, 0.0, 0.0], 0.0
    return [row[0] / length, row[1] / length, row[2] / length], length


def _completed(x, y, z):
    """Axes in place of those that a scale of zero has taken."""
    axes = [x, y, z]
    known = [i for i in range(3) if any(axes[i])]
    if not known:
        return [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]
    if len(known) == 1:
        first = known[0]
        following = (first + 1) % 3
        for turn in range(3):
            axis = [0.0, 0.0, 0.0]
            axis[(following + turn) % 3] = 1.0
            axis = _without(axis, axes[first])
            if _length(axis) > 0.5:
                break
        axes[following] = _unit(axis, 0.0)[0]
        known.append(following)
    for i in range(3):
        if i not in known:
            axes[i] = _cross(axes[(i + 1) % 3], axes[(i + 2) % 3])
    return axes
