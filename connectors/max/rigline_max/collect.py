"""What nodes of 3ds Max are to the live protocol: descriptions, nodes and curves. Reads only, selects nothing.

Sources: 3ds Max help, MAXScript pages of the classes; what the help leaves open is marked "Unverified:".
"""

import math

from pymxs import runtime as rt

from . import matrices, morphs
from .rigline_live import CAMERA_CURVES, LIGHT_CURVES, description
from .units import SPACE, plain

BONES = {"bonegeometry", "biped_object", "catbone", "hubobject"}
"""Classes of nodes that are bones in any case. Unverified: the names of the classes of CAT."""

DEFAULT_CLIP_METRES = (0.01, 1000.0)
"""Clip planes of a camera that leaves them to 3ds Max: what it stores then is out of date (`clip_near` 0)."""


class Reading:
    """A subject at one moment: its description, nodes (translation, rotation x y z w, scale), and curves by name."""

    __slots__ = ("body", "nodes", "curves")

    def __init__(self, body, nodes, curves):
        self.body = body
        self.nodes = nodes
        self.curves = curves


def has(node, name):
    return bool(rt.isProperty(node, rt.Name(name)))


def role_of(node):
    """What a node is to others; None for what has no place in the world of others, such as the target of a camera."""
    kind = plain(rt.classOf(node))
    if kind == "targetobject":
        return None
    family = plain(rt.superClassOf(node))
    if family in ("camera", "light"):
        return family
    if kind in BONES or bool(node.boneEnable):
        return "skeleton"
    return "face" if morphs.channels_of(node) else "transform"


def world_rows(node):
    """Where a node is, without the offset of its object.

    The tilt correction of a Physical camera is in what is rendered only, never in this.
    """
    return matrices.rows_of(node.transform)


def read(plan, around):
    """The `Reading` of a planned subject (`scan.Plan`)."""
    if plan.role == "camera":
        reading = _read_camera(plan, around)
    elif plan.role == "light":
        reading = _read_light(plan, around)
    elif plan.role == "skeleton":
        reading = _read_skeleton(plan, around)
    elif plan.role == "face":
        reading = _read_face(plan, around)
    else:
        body = describe(plan.name, "transform", [(plan.name, -1)], ["visible"], around)
        reading = Reading(body, [matrices.parts(world_rows(plan.node))], {})
    # A morph channel may have this name, too.
    reading.curves.setdefault("visible", 1.0 if is_visible(plan.node) else 0.0)
    return reading


def describe(name, role, nodes, curves, around, **more):
    return description(name, role, SPACE, nodes, curves, **dict(around.more, **more))


def is_visible(node):
    """Neither hidden itself nor on a layer that is; what is hidden by category is hidden from the user only."""
    return not bool(node.isHidden) and bool(node.layer.on)


# ---------------------------------------------------------------- cameras


def _read_camera(plan, around):
    node = plan.node
    rows = world_rows(node)
    is_physical = has(node, "film_width_mm")
    curves = physical_curves(node, rows, around) if is_physical else classic_curves(node, rows, around)
    data = {"cameraClass": plain(rt.classOf(node))}
    if is_physical and is_tilted(node):
        data["tiltCorrection"] = "not sent"
    names = CAMERA_CURVES + ["depthOfField", "visible"]
    body = describe(plan.name, "camera", [(plan.name, -1)], names, around, filmFit="horizontal", data=data)
    return Reading(body, [matrices.view_parts(rows)], curves)


def is_tilted(node):
    """Whether the picture is tilted against where the camera looks: a shear that no film offset can stand for."""
    return (
        bool(node.auto_vertical_tilt_correction)
        or float(node.horizontal_tilt_correction) != 0.0
        or float(node.vertical_tilt_correction) != 0.0
    )


def physical_curves(node, rows, around):
    """Lens of a Physical camera.

    `fov` is what is rendered: focal length, specified field of view, zoom and breathing of the lens are all in it, so
    the focal length is taken from it and not from `focal_length_mm`.
    Shifts are percents of the film's width on both axes, and move the picture; the film moves the other way.
    Source: 3ds Max help, Physical camera; SDK, IPhysicalCamera::GetFilmPlaneOffset; the tests of Autodesk's USD exporter.
    """
    width = float(node.film_width_mm)
    curves = _lens(width, float(node.fov), around)
    curves["filmOffsetXMm"] = -float(node.horizontal_shift) / 100.0 * width
    curves["filmOffsetYMm"] = -float(node.vertical_shift) / 100.0 * width
    clip = (node.clip_near, node.clip_far) if bool(node.clip_on) else None
    curves["near"], curves["far"] = _clip(clip, around)
    own = float(node.focus_distance) if int(node.specify_focus) == 1 else None
    curves["focusDistance"] = own if own is not None else target_distance(node, rows, float(node.target_distance))
    curves["fStop"] = float(node.f_number)
    curves["depthOfField"] = 1.0 if bool(node.use_dof) else 0.0
    return curves


def classic_curves(node, rows, around):
    """Lens of a Free or Target camera: the film is as wide as the renderer has it, and `fov` is horizontal.

    It has no f-number: f/8, with its depth of field off. Cameras of other renderers are read in the same way, with a
    film width of their own where they have one. Unverified: those of other renderers.
    """
    width = float(node.film_width) if has(node, "film_width") else around.aperture
    fov = float(node.fov) if has(node, "fov") else 45.0
    curves = _lens(width, fov, around)
    is_clipped = has(node, "clipManually") and bool(node.clipManually)
    curves["near"], curves["far"] = _clip((node.nearclip, node.farclip) if is_clipped else None, around)
    own = float(node.targetDistance) if has(node, "targetDistance") else 0.0
    focus = curves["focusDistance"] = target_distance(node, rows, own)
    curves["fStop"] = 8.0
    if has(node, "orthoProjection") and bool(node.orthoProjection):
        curves["orthographic"] = 1.0
        curves["orthographicWidth"] = 2.0 * focus * math.tan(math.radians(fov) / 2.0)
    return curves


def _lens(width, fov, around):
    half = math.tan(math.radians(min(max(fov, 0.01), 179.0)) / 2.0)
    return {
        "focalLengthMm": width / 2.0 / half,
        "horizontalApertureMm": width,
        "verticalApertureMm": width / around.aspect,
        "squeeze": 1.0,
    }


def _clip(planes, around):
    if planes is not None:
        near, far = float(planes[0]), float(planes[1])
        if 0.0 < near < far:
            return near, far
    return tuple(metres / around.metres for metres in DEFAULT_CLIP_METRES)


def target_distance(node, rows, own):
    """How far the target of a camera is; `own` where it has none."""
    target = node.target
    return own if target is None else matrices.distance(rows[3], world_rows(target)[3])


# ---------------------------------------------------------------- lights


def _read_light(plan, around):
    node = plan.node
    kind = plain(rt.classOf(node))
    is_photometric = has(node, "intensityType")
    data = {"lightType": light_type(kind, node, is_photometric), "intensityUnit": intensity_unit(node, is_photometric)}
    body = describe(plan.name, "light", [(plan.name, -1)], LIGHT_CURVES + ["visible"], around, data=data)
    is_on = bool(node.on) if has(node, "on") else True
    curves = {"intensity": light_intensity(node, is_photometric) if is_on else 0.0}
    colour = node.rgbFilter if is_photometric else node.rgb if has(node, "rgb") else None
    # Numbers of a colour are 0 to 255, and linear.
    for name, value in zip("RGB", (255, 255, 255) if colour is None else (colour.r, colour.g, colour.b)):
        curves["color" + name] = float(value) / 255.0
    if data["lightType"] == "spot":
        hotspot, falloff = float(node.hotspot), float(node.falloff)
        # Both are whole angles; full light within the hotspot, none beyond the falloff.
        curves["coneAngleDeg"] = hotspot
        curves["penumbraAngleDeg"] = max(0.0, falloff - hotspot) / 2.0
    return Reading(body, [matrices.view_parts(world_rows(plan.node))], curves)


def light_type(kind, node, is_photometric):
    """Unverified: 1 is the spotlight among the distributions of photometric lights."""
    if is_photometric:
        return "spot" if int(node.distribution) == 1 else "point"
    if "spot" in kind:
        return "spot"
    if "direct" in kind:
        return "directional"
    return "point" if "omni" in kind else kind


def intensity_unit(node, is_photometric):
    """Unverified: 1 is candela among the units of photometric lights, which others are is not known."""
    if not is_photometric:
        return "multiplier"
    kind = int(node.intensityType)
    return "cd" if kind == 1 else "3ds Max intensityType %d" % kind


def light_intensity(node, is_photometric):
    if not is_photometric:
        return float(node.multiplier) if has(node, "multiplier") else 1.0
    dimmer = float(node.multiplier) / 100.0 if bool(node.useMultiplier) else 1.0
    return float(node.intensity) * dimmer


# ---------------------------------------------------------------- skeletons and faces


def _read_skeleton(plan, around):
    """Node 0 is the root bone in the world; bones follow, each relative to the bone above it."""
    worlds, values = [], []
    for bone, parent in zip(plan.bones, plan.parents):
        world = world_rows(bone)
        above = matrices.invert(worlds[parent]) if parent >= 0 else matrices.IDENTITY
        values.append(matrices.parts(matrices.multiply(world, above or matrices.IDENTITY)))
        worlds.append(world)
    nodes = [(str(bone.name), parent) for bone, parent in zip(plan.bones, plan.parents)]
    return Reading(describe(plan.name, "skeleton", nodes, ["visible"], around), values, {})


def _read_face(plan, around):
    curves = {channel.name: channel.read() for channel in plan.channels}
    names = list(curves)
    if "visible" not in curves:
        names.append("visible")
    body = describe(plan.name, "face", [(plan.name, -1)], names, around)
    return Reading(body, [matrices.parts(world_rows(plan.node))], curves)
