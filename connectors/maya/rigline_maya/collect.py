"""What nodes of Maya are to the live protocol: descriptions, nodes and curves. Reads only.

A reader holds the plugs of one subject, found once. Values come from the plug `worldMatrix` and from attributes through
the API, so they are in Maya's internal units (centimetres, radians, inches for films) whatever the preferences say, and
in them is everything that moves the node: parents, pivots, constraints, `offsetParentMatrix`, joint orients, and the
segment scale compensation of joints.
"""

import math

import maya.api.OpenMaya as om
import maya.cmds as cmds

from . import lens, matrices, units
from .rigline_live import CAMERA_CURVES, LIGHT_CURVES, description

ROLE_ORDER = {"camera": 0, "light": 1, "skeleton": 2, "face": 3, "transform": 4}
LIGHT_TYPES = {
    "directionalLight": "directional", "pointLight": "point", "spotLight": "spot", "areaLight": "area",
    "ambientLight": "ambient", "volumeLight": "volume",
}  # fmt: skip


class Reading:
    """A subject at one moment: its description, nodes (translation, rotation x y z w, scale), and curves by name."""

    __slots__ = ("body", "nodes", "curves")

    def __init__(self, body, nodes, curves):
        self.body = body
        self.nodes = nodes
        self.curves = curves


class Surroundings:
    """What all subjects of a scene share: space, unit, frame rate, and the proportions of the picture."""

    def __init__(self):
        metres = units.metres_per_unit(cmds.currentUnit(query=True, linear=True))
        self.space = "maya-z" if cmds.upAxis(query=True, axis=True) == "z" else "maya"
        self.per_cm = 0.01 / metres
        self.frame_rate = units.frame_rate(cmds.currentUnit(query=True, time=True))
        aspect = cmds.getAttr("defaultResolution.deviceAspectRatio")
        self.aspect = aspect if aspect > 0 else 1.0
        # Descriptions hold as long as this does.
        self.shared = (self.space, metres, self.frame_rate, self.aspect)
        self._more = {"frameRate": list(self.frame_rate)}
        if metres != 0.01:
            self._more["metresPerUnit"] = metres

    def describe(self, name, role, nodes, curves, **more):
        return description(name, role, self.space, nodes, curves, **dict(self._more, **more))

    def place(self, matrix):
        return self._in_units(matrices.parts(matrix))

    def view(self, matrix):
        return self._in_units(matrices.view_parts(matrix))

    def _in_units(self, found):
        (x, y, z), turn, size = found
        k = self.per_cm
        return (x * k, y * k, z * k), turn, size


def scene_time():
    """Seconds, frame number (with its part) and frame rate. Frame 0 is at 0 s."""
    rate = units.frame_rate(cmds.currentUnit(query=True, time=True))
    frame = cmds.currentTime(query=True)
    return frame * rate[1] / rate[0], frame, rate


def dag_path(name):
    """The path of a node by its full name."""
    found = om.MSelectionList()
    found.add(name)
    return found.getDagPath(0)


def depend_node(name):
    found = om.MSelectionList()
    found.add(name)
    return found.getDependNode(0)


class Place:
    """A transform or joint whose world matrix is read."""

    __slots__ = ("path", "handle", "_plug")

    def __init__(self, path):
        self.path = path
        self.handle = om.MObjectHandle(path.node())
        plug = om.MFnDependencyNode(path.node()).findPlug("worldMatrix", False)
        self._plug = plug.elementByLogicalIndex(path.instanceNumber())

    @property
    def key(self):
        return self.handle.hashCode(), self.path.instanceNumber()

    def is_valid(self):
        return self.handle.isValid() and self.path.isValid()

    def world(self):
        return om.MFnMatrixData(self._plug.asMObject()).matrix()


class Reader:
    """Reads one subject. `driven`: nodes whose attributes are curves of it."""

    role = "transform"

    def __init__(self, path, driven=()):
        self.root = Place(path)
        self.name = path.partialPathName()
        self.driven = [om.MObjectHandle(node) for node in driven]
        self._body = None
        self._holds_for = None

    @property
    def key(self):
        return self.root.key + (self.role,)

    @property
    def uuid(self):
        return om.MFnDependencyNode(self.root.path.node()).uuid().asString()

    @property
    def places(self):
        return [self.root]

    @property
    def part_count(self):
        """How many nodes or curves it has, whichever are more."""
        return len(CAMERA_CURVES) + 2

    def is_valid(self):
        return all(place.is_valid() for place in self.places) and all(node.isValid() for node in self.driven)

    def read(self, around):
        nodes, curves, more = self._values(around)
        # A blend shape's target may have this name, too.
        curves.setdefault("visible", 1.0 if self.root.path.isVisible() else 0.0)
        holds_for = around.shared, tuple(sorted(more.items()))
        if self._holds_for != holds_for:
            self._body = self._describe(around, **more)
            self._holds_for = holds_for
        return Reading(self._body, nodes, curves)

    def _describe(self, around, **more):
        return around.describe(self.name, self.role, [(self.name, -1)], ["visible"], **more)

    def _values(self, around):
        return [around.place(self.root.world())], {}, {}


def _plugs(node, names):
    function = om.MFnDependencyNode(node)
    return [(name, function.findPlug(name, False)) for name in names]


class CameraReader(Reader):
    role = "camera"

    def __init__(self, path, shape):
        Reader.__init__(self, path, [shape.node()])
        self._numbers = _plugs(shape.node(), lens.NUMBERS)
        self._switches = _plugs(shape.node(), lens.SWITCHES)
        self._choices = _plugs(shape.node(), lens.CHOICES)

    def raw(self):
        """Maya's own values, in its internal units."""
        values = {name: plug.asDouble() for name, plug in self._numbers}
        values.update((name, plug.asBool()) for name, plug in self._switches)
        values.update((name, plug.asShort()) for name, plug in self._choices)
        return values

    def _describe(self, around, **more):
        # How wide the picture is to its height, for those whose picture has the shape of the film.
        data = {"pictureAspect": "%.6g" % around.aspect}
        curves = CAMERA_CURVES + ["depthOfField", "visible"]
        return around.describe(self.name, self.role, [(self.name, -1)], curves, data=data, **more)

    def _values(self, around):
        curves, fit = lens.curves_of(self.raw(), around.aspect, around.per_cm)
        return [around.view(self.root.world())], curves, {"filmFit": fit}


class LightReader(Reader):
    role = "light"

    def __init__(self, path, shape):
        Reader.__init__(self, path, [shape.node()])
        self.kind = om.MFnDependencyNode(shape.node()).typeName
        (_, self._intensity), (_, color) = _plugs(shape.node(), ("intensity", "color"))
        self._colors = [color.child(i) for i in range(3)]
        self._angles = _plugs(shape.node(), ("coneAngle", "penumbraAngle")) if self.kind == "spotLight" else []

    def _describe(self, around, **more):
        data = {"lightType": LIGHT_TYPES.get(self.kind, self.kind), "intensityUnit": "maya"}
        return around.describe(self.name, self.role, [(self.name, -1)], LIGHT_CURVES + ["visible"], data=data, **more)

    def _values(self, around):
        curves = {"intensity": self._intensity.asDouble()}
        for name, plug in zip(("colorR", "colorG", "colorB"), self._colors):
            curves[name] = plug.asDouble()
        for name, plug in self._angles:
            curves[name + "Deg"] = math.degrees(plug.asDouble())
        return [around.view(self.root.world())], curves, {}


class SkeletonReader(Reader):
    """Node 0 is the root joint; joints follow, parents first, each relative to the next joint above it.

    Transforms between joints are part of what is below them. Segment scale compensation is resolved: the values are
    those of the world matrices.
    """

    role = "skeleton"

    def __init__(self, paths, parents):
        """`paths`: of the root and the joints below. `parents`: position of each one's parent in that list, or -1."""
        Reader.__init__(self, paths[0])
        self._places = [self.root] + [Place(path) for path in paths[1:]]
        self._nodes = [(path.partialPathName(), parent) for path, parent in zip(paths, parents)]

    @property
    def places(self):
        return self._places

    @property
    def part_count(self):
        return len(self._places)

    def _describe(self, around, **more):
        return around.describe(self.name, self.role, self._nodes, ["visible"], **more)

    def _values(self, around):
        worlds = [place.world() for place in self._places]
        inverses = {}
        found = [around.place(worlds[0])]
        for world, (_, parent) in zip(worlds[1:], self._nodes[1:]):
            if parent not in inverses:
                above = worlds[parent]
                inverses[parent] = above.inverse() if matrices.determinant(list(above)) else None
            inverse = inverses[parent]
            # Below a joint of no size there is no place of its own.
            found.append(around.place(world * inverse) if inverse is not None else None)
        return found, {}, {}


class FaceReader(Reader):
    """The weights of the blend shapes of a mesh, by their aliases and times the envelope, and the place of the mesh."""

    role = "face"

    def __init__(self, path, deformers):
        Reader.__init__(self, path, [depend_node(name) for name in deformers])
        self._weights = []  # name of the curve, plug of the weight, plug of the envelope
        self.aliases = {name: weight_names(name) for name in deformers}
        for handle, (deformer, weights) in zip(self.driven, self.aliases.items()):
            function = om.MFnDependencyNode(handle.object())
            envelope, array = function.findPlug("envelope", False), function.findPlug("weight", False)
            taken = {curve for curve, _, _ in self._weights}
            for index, alias in weights:
                curve = "%s.%s" % (deformer, alias) if alias in taken else alias
                self._weights.append((curve, array.elementByLogicalIndex(index), envelope))

    @property
    def part_count(self):
        return len(self._weights) + 1

    def has_changed_names(self):
        """Whether targets were added, removed or renamed: Maya tells nobody of an alias."""
        return any(weight_names(name) != weights for name, weights in self.aliases.items())

    def _describe(self, around, **more):
        names = [curve for curve, _, _ in self._weights]
        if "visible" not in names:
            names.append("visible")
        return around.describe(self.name, self.role, [(self.name, -1)], names, **more)

    def _values(self, around):
        curves = {curve: weight.asDouble() * envelope.asDouble() for curve, weight, envelope in self._weights}
        return [around.place(self.root.world())], curves, {}


def weight_names(deformer):
    """Indices and names of the weights of a blend shape. Those without an alias are called as Maya does: `weight[3]`."""
    if not cmds.objExists(deformer):
        return []
    indices = cmds.getAttr(deformer + ".weight", multiIndices=True) or []
    listed = cmds.aliasAttr(deformer, query=True) or []
    aliases = dict(zip(listed[1::2], listed[0::2]))
    return [(index, aliases.get("weight[%d]" % index, "weight[%d]" % index)) for index in indices]
