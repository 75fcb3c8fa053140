"""What the evaluated objects of a scene are to the live protocol: descriptions, nodes and curves. Reads only."""

import math
from fractions import Fraction

from mathutils import Matrix, Quaternion, Vector

from .rigline_live import CAMERA_CURVES, LIGHT_CURVES, description

SPACE = "blender"
SHARED = ("frameRate", "metresPerUnit")  # what descriptions of all objects have in common
ROLE_ORDER = {"camera": 0, "light": 1, "skeleton": 2, "face": 3, "transform": 4}


class Reading:
    """A subject at one moment: its description, nodes (translation, rotation x y z w, scale), and curves by name."""

    __slots__ = ("body", "nodes", "curves")

    def __init__(self, body, nodes, curves):
        self.body = body
        self.nodes = nodes
        self.curves = curves


class Surroundings:
    """What all objects of a scene share: time, unit, and the proportions of the picture."""

    def __init__(self, scene):
        self.frame_rate = frame_rate(scene)
        unit = metres_per_unit(scene)
        self.more = {"frameRate": list(self.frame_rate)}
        if unit != 1.0:
            self.more["metresPerUnit"] = unit
        render = scene.render
        self.width = render.resolution_x * render.pixel_aspect_x
        self.height = render.resolution_y * render.pixel_aspect_y

    def is_as_before(self, body, name, role):
        """Whether a description still holds, where it says nothing but these."""
        return body["name"] == name and body["role"] == role and all(body.get(key) == self.more.get(key) for key in SHARED)

    def describe(self, name, role, nodes, curves, **more):
        return description(name, role, SPACE, nodes, curves, **dict(self.more, **more))


def metres_per_unit(scene):
    """Blender's unit scale means nothing when its unit system is "None"."""
    units = scene.unit_settings
    # The property is a float32: 0.01 is 0.00999999977… in it.
    return 1.0 if units.system == "NONE" else float("%.7g" % units.scale_length)


def frame_rate(scene):
    """Frames per second as a fraction: 24 by a base of 1.001 is 24000/1001."""
    rate = Fraction(scene.render.fps * 1000, max(1, round(scene.render.fps_base * 1000)))
    return rate.numerator, rate.denominator


def scene_time(scene):
    """Seconds, frame number (with its part) and frame rate. Frame 0 is at 0 s."""
    rate = frame_rate(scene)
    frame = scene.frame_current_final
    return frame * rate[1] / rate[0], frame, rate


def role_of(obj):
    """What an object is to others; None for what has no place in the world."""
    if obj.type == "CAMERA":
        return "camera"
    if obj.type == "LIGHT":
        return "light"
    if obj.type == "ARMATURE":
        return "skeleton"
    return "face" if shape_keys(obj) else "transform"


def shape_keys(obj):
    """Relative shape keys of an object, without the one that they are relative to."""
    keys = getattr(obj.data, "shape_keys", None)
    if keys is None or not keys.use_relative:
        return []
    return [key for key in keys.key_blocks if key != keys.reference_key]


def read_object(obj, depsgraph, around, is_visible, before=None):
    """The `Reading` of an object (the original, not the evaluated one). `before`: the description it had."""
    evaluated = obj.evaluated_get(depsgraph)
    role = role_of(obj)
    name = obj.name_full
    if role == "camera":
        reading = _read_camera(name, evaluated, depsgraph, around)
    elif role == "light":
        reading = _read_light(name, evaluated, around)
    elif role == "skeleton":
        reading = _read_skeleton(name, evaluated, around)
    elif role == "face":
        reading = _read_face(name, obj, evaluated, depsgraph, around)
    else:
        if before is None or not around.is_as_before(before, name, role):
            before = around.describe(name, role, [(name, -1)], ["visible"])
        reading = Reading(before, [_parts(evaluated.matrix_world)], {})
    # A shape key may have this name, too.
    reading.curves.setdefault("visible", 1.0 if is_visible else 0.0)
    return reading


def _parts(matrix):
    """Translation, rotation and scale; shear has no place in the protocol."""
    place, turn, size = matrix.decompose()
    return place[:], (turn.x, turn.y, turn.z, turn.w), size[:]


def view_parts(matrix):
    """The same of something that looks along -Z with +Y up: Blender ignores its scale, and others should never see one."""
    back = matrix.col[2].xyz.normalized()
    up = matrix.col[1].xyz
    up = (up - back * up.dot(back)).normalized()
    right = up.cross(back)
    turn = Matrix((right, up, back)).transposed().to_quaternion()
    return matrix.translation[:], (turn.x, turn.y, turn.z, turn.w), (1.0, 1.0, 1.0)


# ---------------------------------------------------------------- cameras


def _read_camera(name, evaluated, depsgraph, around):
    curves, fit = camera_curves(evaluated, depsgraph, around.width, around.height)
    body = around.describe(name, "camera", [(name, -1)], CAMERA_CURVES + ["depthOfField", "visible"], filmFit=fit)
    return Reading(body, [view_parts(evaluated.matrix_world)], curves)


def camera_curves(evaluated, depsgraph, width, height):
    """Curves of a camera, and the side that its film back is fitted to.

    Blender has one size of the sensor that counts, `size`: it lies along the fitted side of the picture, and shifts are
    shares of it on both axes. The other side of the film back follows from the proportions of the picture.
    """
    camera = evaluated.data
    fit = camera.sensor_fit
    if fit == "AUTO":
        fit = "HORIZONTAL" if width >= height else "VERTICAL"
    size = camera.sensor_height if camera.sensor_fit == "VERTICAL" else camera.sensor_width
    across, along = (size, size * height / width) if fit == "HORIZONTAL" else (size * width / height, size)
    ortho = camera.ortho_scale if fit == "HORIZONTAL" else camera.ortho_scale * width / height
    curves = {
        "focalLengthMm": camera.lens,
        "horizontalApertureMm": across,
        "verticalApertureMm": along,
        "filmOffsetXMm": camera.shift_x * size,
        "filmOffsetYMm": camera.shift_y * size,
        "squeeze": 1.0,
        "near": camera.clip_start,
        "far": camera.clip_end,
        "focusDistance": focus_distance(evaluated, depsgraph),
        "fStop": camera.dof.aperture_fstop,
        "orthographic": 1.0 if camera.type == "ORTHO" else 0.0,
        "orthographicWidth": ortho,
        "depthOfField": 1.0 if camera.dof.use_dof else 0.0,
    }
    return curves, fit.lower()


def focus_distance(evaluated, depsgraph):
    """Distance along the view axis to the object (or its bone) in focus, or the number that was set."""
    dof = evaluated.data.dof
    if dof.focus_object is None:
        return dof.focus_distance
    target = dof.focus_object.evaluated_get(depsgraph)
    matrix = target.matrix_world
    bone = target.pose.bones.get(dof.focus_subtarget) if target.pose and dof.focus_subtarget else None
    if bone is not None:
        matrix = matrix @ bone.matrix
    back = evaluated.matrix_world.col[2].xyz.normalized()
    return abs(back.dot(matrix.translation - evaluated.matrix_world.translation))


# ---------------------------------------------------------------- lights


def _read_light(name, evaluated, around):
    lamp = evaluated.data
    kind = lamp.type.lower()
    unit = "W/m2" if kind == "sun" else "W"
    body = around.describe(
        name, "light", [(name, -1)], LIGHT_CURVES + ["visible"], data={"lightType": kind, "intensityUnit": unit}
    )
    curves = {"intensity": lamp.energy, "colorR": lamp.color.r, "colorG": lamp.color.g, "colorB": lamp.color.b}
    if kind == "spot":
        curves["coneAngleDeg"] = math.degrees(lamp.spot_size)
        curves["penumbraAngleDeg"] = penumbra_degrees(lamp.spot_size, lamp.spot_blend)
    return Reading(body, [view_parts(evaluated.matrix_world)], curves)


def penumbra_degrees(size, blend):
    """How far the soft edge reaches into the cone, negative: Blender blends between cosines of half angles."""
    outer = math.cos(size / 2)
    inner = outer + (1 - outer) * blend
    return math.degrees(math.acos(min(1.0, inner)) - size / 2)


# ---------------------------------------------------------------- skeletons and faces


def _read_skeleton(name, evaluated, around):
    """Node 0 is the armature; bones follow, each relative to its parent."""
    bones = evaluated.pose.bones if evaluated.pose else []
    index = {bone.name: i + 1 for i, bone in enumerate(bones)}
    nodes = [(name, -1)] + [(bone.name, index[bone.parent.name] if bone.parent else 0) for bone in bones]
    values = [_parts(evaluated.matrix_world)]
    inverses = {}
    for bone in bones:
        matrix = bone.matrix
        if bone.parent:
            inverse = inverses.get(bone.parent.name)
            if inverse is None:
                inverse = inverses[bone.parent.name] = bone.parent.matrix.inverted_safe()
            matrix = inverse @ matrix
        values.append(_parts(matrix))
    return Reading(around.describe(name, "skeleton", nodes, ["visible"]), values, {})


def _read_face(name, obj, evaluated, depsgraph, around):
    """Weights of the shape keys, by their names, and the place of the object."""
    keys = obj.data.shape_keys.evaluated_get(depsgraph)
    curves = {key.name: 0.0 if key.mute else key.value for key in keys.key_blocks if key != keys.reference_key}
    names = list(curves)
    if "visible" not in curves:
        names.append("visible")
    body = around.describe(name, "face", [(name, -1)], names)
    return Reading(body, [_parts(evaluated.matrix_world)], curves)


def matrix_of(translation, rotation, scale):
    """A matrix of Blender from the parts of a node."""
    x, y, z, w = rotation
    return Matrix.LocRotScale(Vector(translation), Quaternion((w, x, y, z)), Vector(scale))
