"""Blender as receiver: subjects of other peers become objects of the same name, or new ones.

The thread of the client only keeps the newest values; objects are touched in Blender's main thread alone.
"""

import math
import threading

import bpy
from mathutils import Matrix

from . import collect
from .rigline_live import RemoteSubjects

COLLECTION = "Rigline"
LIGHT_TYPES = {"sun": "SUN", "directional": "SUN", "spot": "SPOT", "area": "AREA", "rect": "AREA", "point": "POINT"}


class Receiver:
    """Applies what a `Client` receives. `is_own` tells the objects that this Blender sends: nobody else moves those."""

    def __init__(self, client, is_own=lambda obj: False):
        self._is_own = is_own
        self._lock = threading.RLock()
        self._remote = RemoteSubjects()
        self._touched = {}  # subjects with values that were not applied yet, by source and number
        self._transport = None
        self._names = {}  # source and number -> name and role of the subject, name of its object
        client.on_message = self._receive

    @property
    def subject_count(self):
        return len(self._remote.subjects)

    def _receive(self, kind, body):
        """Called from the thread of the client."""
        with self._lock:
            if kind == "transport":
                self._transport = body
                return
            event, subjects, _ = self._remote.handle(kind, body)
            for one in subjects:
                if event == "frame":
                    self._touched[_key(one)] = one
                else:
                    self._touched.pop(_key(one), None)
                if event == "dropped":
                    self._names.pop(_key(one), None)

    def take_transport(self):
        """The newest time of others that was not taken yet, or None."""
        with self._lock:
            taken, self._transport = self._transport, None
        return taken

    def apply_again(self):
        """The scene has set values of its own, as animation does when the frame changes."""
        with self._lock:
            for key in self._names:
                subject = self._remote.subjects.get(key)
                if subject is not None:
                    subject.needs_full = True
                    self._touched[key] = subject

    def apply(self, scene, view_layer):
        """Applies the newest values. Returns how many objects that touched."""
        with self._lock:
            touched, self._touched = self._touched, {}
            unit = collect.metres_per_unit(scene)
            targets = [(self._object_of(one, scene, unit), one) for one in touched.values()]
            # Parents first, and up to date: a world matrix is set by way of the parent's.
            targets.sort(key=lambda pair: _depth(pair[0]))
            before = 0
            for obj, subject in targets:
                depth = _depth(obj)
                if depth != before:
                    view_layer.update()
                    before = depth
                _apply(obj, subject, unit)
                subject.clear_changes()
            return len(targets)

    # -- objects

    def _object_of(self, subject, scene, unit):
        name, role = subject.body["name"], subject.body["role"]
        known = self._names.get(_key(subject))
        obj = bpy.data.objects.get(known[2]) if known and known[:2] == (name, role) else None
        if obj is None:
            obj = self._find(subject) or _create(subject, scene)
            self._names[_key(subject)] = name, role, obj.name
            subject.needs_full = True
        if role == "skeleton" and obj.get("rigline_created"):
            _match_bones(obj, subject, unit)
        return obj

    def _find(self, subject):
        """An object of the name and kind that neither this Blender sends nor another subject moves."""
        name, role = subject.body["name"], subject.body["role"]
        others = self._remote.subjects.keys() - {_key(subject)}
        taken = {self._names[key][2] for key in others if key in self._names}
        found = [bpy.data.objects.get(name)]
        if COLLECTION in bpy.data.collections:
            # One that was made before, and got another name because a second sender had the same.
            found += [obj for obj in bpy.data.collections[COLLECTION].objects if obj.get("rigline_created") == name]
        for obj in found:
            if obj is not None and _is_fit(obj, role) and not self._is_own(obj) and obj.name not in taken:
                return obj
        return None


def _key(subject):
    return subject.body["source"], subject.body["subject"]


def _is_fit(obj, role):
    if obj.library is not None:
        return False
    wanted = {"camera": "CAMERA", "light": "LIGHT", "skeleton": "ARMATURE"}.get(role)
    return obj.type == wanted if wanted else obj.type not in ("CAMERA", "LIGHT", "ARMATURE")


def _create(subject, scene):
    name, role = subject.body["name"], subject.body["role"]
    data = None
    if role == "camera":
        data = bpy.data.cameras.new(name)
    elif role == "light":
        data = bpy.data.lights.new(name, LIGHT_TYPES.get((subject.body.get("data") or {}).get("lightType"), "POINT"))
    elif role == "skeleton":
        data = bpy.data.armatures.new(name)
    obj = bpy.data.objects.new(name, data)
    obj["rigline_created"] = name
    obj.rigline_send = False
    collection = scene.collection.children.get(COLLECTION)
    if collection is None:
        collection = bpy.data.collections.get(COLLECTION) or bpy.data.collections.new(COLLECTION)
        scene.collection.children.link(collection)
    collection.objects.link(obj)
    return obj


def _depth(obj):
    depth = 0
    while obj.parent is not None:
        obj = obj.parent
        depth += 1
    return depth


# ---------------------------------------------------------------- values


def _apply(obj, subject, unit):
    everything = subject.needs_full
    if subject.translations and (everything or 0 in subject.changed_nodes):
        obj.matrix_world = _matrix(subject, 0, unit)
    role = subject.body["role"]
    if everything or subject.changed_curves:
        curves = subject.values_of_curves()
        if "visible" in curves:
            _set(obj, "hide_viewport", curves["visible"] < 0.5)
        if role == "camera":
            apply_camera(obj.data, curves, subject.body.get("filmFit", "horizontal"), unit)
        elif role == "light":
            _apply_light(obj.data, curves)
        elif role == "face":
            _apply_face(obj, curves)
    if role == "skeleton" and (everything or any(subject.changed_nodes)):
        _apply_pose(obj, subject, unit)


def _matrix(subject, node, unit):
    translation = [value / unit for value in subject.translations[node]]
    return collect.matrix_of(translation, subject.rotations[node], subject.scales[node])


def _set(owner, name, value):
    """Only what differs: every assignment makes Blender evaluate anew."""
    if getattr(owner, name) != value:
        setattr(owner, name, value)


def apply_camera(camera, curves, film_fit, unit):
    across = curves.get("horizontalApertureMm", 36.0) * (curves.get("squeeze") or 1.0)
    along = curves.get("verticalApertureMm", 24.0)
    if across <= 0 or along <= 0:
        return
    is_across = film_fit != "vertical"
    size = across if is_across else along
    is_orthographic = curves.get("orthographic", 0.0) >= 0.5
    _set(camera, "type", "ORTHO" if is_orthographic else "PERSP")
    _set(camera, "lens_unit", "MILLIMETERS")
    _set(camera, "sensor_fit", "HORIZONTAL" if is_across else "VERTICAL")
    _set(camera, "sensor_width", across)
    _set(camera, "sensor_height", along)
    if curves.get("focalLengthMm", 0.0) > 0:
        _set(camera, "lens", curves["focalLengthMm"])
    _set(camera, "shift_x", curves.get("filmOffsetXMm", 0.0) / size)
    _set(camera, "shift_y", curves.get("filmOffsetYMm", 0.0) / size)
    width = curves.get("orthographicWidth", 0.0) / unit
    if width > 0:
        _set(camera, "ortho_scale", width if is_across else width * along / across)
    if 0 < curves.get("near", 0.0) < curves.get("far", 0.0):
        _set(camera, "clip_start", curves["near"] / unit)
        _set(camera, "clip_end", curves["far"] / unit)
    _set(camera.dof, "focus_distance", curves.get("focusDistance", 0.0) / unit)
    if curves.get("fStop", 0.0) > 0:
        _set(camera.dof, "aperture_fstop", curves["fStop"])
    if "depthOfField" in curves:
        _set(camera.dof, "use_dof", curves["depthOfField"] >= 0.5)


def _apply_light(lamp, curves):
    _set(lamp, "energy", curves.get("intensity", 0.0))
    lamp.color = [max(0.0, curves.get(name, 0.0)) for name in ("colorR", "colorG", "colorB")]
    if lamp.type == "SPOT" and curves.get("coneAngleDeg", 0.0) > 0:
        size = math.radians(curves["coneAngleDeg"])
        lamp.spot_size = size
        # Blender knows soft edges inside of the cone only.
        inner = max(0.0, size / 2 + math.radians(min(0.0, curves.get("penumbraAngleDeg", 0.0))))
        span = 1 - math.cos(size / 2)
        lamp.spot_blend = min(1.0, (math.cos(inner) - math.cos(size / 2)) / span) if span > 0 else 0.0


def _apply_face(obj, curves):
    keys = getattr(obj.data, "shape_keys", None)
    if keys is None:
        return
    for name, value in curves.items():
        key = keys.key_blocks.get(name)
        if key is not None and key != keys.reference_key:
            key.slider_max = max(key.slider_max, value)
            key.slider_min = min(key.slider_min, value)
            _set(key, "value", value)


# ---------------------------------------------------------------- skeletons


def _match_bones(obj, subject, unit):
    """Gives an armature that was made here the bones of a skeleton: rest is the pose in which each was seen first."""
    nodes = subject.body["nodes"]
    wanted = {node["name"]: nodes[node["parent"]]["name"] if node["parent"] > 0 else None for node in nodes[1:]}
    present = {bone.name: bone.parent.name if bone.parent else None for bone in obj.data.bones}
    if wanted == present:
        return
    view_layer = bpy.context.view_layer
    before, mode = view_layer.objects.active, getattr(view_layer.objects.active, "mode", "OBJECT")
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    edit = obj.data.edit_bones
    for bone in [bone for bone in edit if bone.name not in wanted]:
        edit.remove(bone)
    places = _armature_matrices(subject, unit)
    for i, node in enumerate(nodes[1:], 1):
        bone = edit.get(node["name"])
        if bone is None:
            bone = edit.new(node["name"])
            bone.tail = (0.0, 0.1 / unit, 0.0)
            place, turn, _ = places[i].decompose()
            bone.matrix = Matrix.LocRotScale(place, turn, None)
        bone.use_connect = False
        parent = wanted[node["name"]]
        bone.parent = edit.get(parent) if parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    view_layer.objects.active = before
    if mode != "OBJECT" and before is not None:
        bpy.ops.object.mode_set(mode=mode)
    subject.needs_full = True


def _armature_matrices(subject, unit):
    """Matrices of all nodes in the armature: that of the armature itself is none."""
    matrices = [Matrix()]
    for i, node in enumerate(subject.body["nodes"][1:], 1):
        matrices.append(matrices[node["parent"]] @ _matrix(subject, i, unit))
    return matrices


def _apply_pose(obj, subject, unit):
    matrices = _armature_matrices(subject, unit)
    for i, node in enumerate(subject.body["nodes"][1:], 1):
        pose = obj.pose.bones.get(node["name"])
        if pose is None:
            continue
        bone = pose.bone
        more = {}
        if bone.parent is not None:
            above = node["parent"]
            more = {"parent_matrix": matrices[above], "parent_matrix_local": bone.parent.matrix_local}
        pose.matrix_basis = bone.convert_local_to_pose(matrices[i], bone.matrix_local, invert=True, **more)
