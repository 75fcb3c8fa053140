"""Finds what a scene has to send."""

import maya.api.OpenMaya as om
import maya.cmds as cmds

from . import collect

CHOICES = "riglineSubjects"  # key of the scene's file info; its value: `+UUID` and `-UUID`, separated by commas
GEOMETRY = ("mesh", "nurbsSurface")


class Candidate:
    """Something that can be sent, and whether it is."""

    __slots__ = ("reader", "uuid", "is_sent")

    def __init__(self, reader, uuid, is_sent):
        self.reader = reader
        self.uuid = uuid
        self.is_sent = is_sent

    @property
    def name(self):
        return self.reader.name

    @property
    def role(self):
        return self.reader.role


def find_candidates():
    """All cameras, lights, skeletons, faces and props of the scene, and what the user has added."""
    chosen = read_choices()
    found = {}

    def add(reader, is_sent=True):
        uuid = reader.uuid
        found.setdefault(reader.key, Candidate(reader, uuid, chosen.get(uuid, is_sent)))

    for shape in _paths(cmds.ls(type="camera", long=True)):
        path = _above(shape)
        is_startup = cmds.camera(path.fullPathName(), query=True, startupCamera=True)
        add(collect.CameraReader(path, shape), not is_startup)
    for shape in _paths(cmds.ls(type=list(collect.LIGHT_TYPES), long=True)):
        add(collect.LightReader(_above(shape), shape))
    for paths, parents in _skeletons():
        add(collect.SkeletonReader(paths, parents))
    faces = _faces()
    for name, deformers in faces.items():
        add(collect.FaceReader(collect.dag_path(name), deformers))
    props = _parents(cmds.ls(type=list(GEOMETRY), long=True, noIntermediate=True))
    wanted = [uuid for uuid, is_wanted in chosen.items() if is_wanted]
    added = cmds.ls(wanted, type="transform", long=True) if wanted else []
    known = {candidate.uuid for candidate in found.values()}
    for name in props + added:
        if name not in faces:
            reader = collect.Reader(collect.dag_path(name))
            if reader.uuid not in known:
                add(reader)
    ordered = sorted(found.values(), key=lambda one: (collect.ROLE_ORDER[one.role], one.name))
    return ordered


def _paths(names):
    return [collect.dag_path(name) for name in names or []]


def _above(path):
    above = om.MDagPath(path)
    above.pop()
    return above


def _parents(names):
    """Full names of the transforms of shapes, each once."""
    parents = []
    for name in names or []:
        parent = name.rpartition("|")[0]
        if parent and parent not in parents[-1:]:
            parents.append(parent)
    return list(dict.fromkeys(parents))


def _skeletons():
    """Of each joint without a joint above: the paths of it and all joints below, and positions of their parents."""
    trees = {}  # full name of the root -> (names, positions of parents)
    root_of, position_of = {}, {}
    # By depth, so that parents come first whatever the order of the list.
    for name in sorted(cmds.ls(type="joint", long=True) or [], key=lambda one: (one.count("|"), one)):
        above = name.rpartition("|")[0]
        while above and above not in root_of:
            above = above.rpartition("|")[0]
        root = root_of[above] if above else name
        names, parents = trees.setdefault(root, ([], []))
        root_of[name], position_of[name] = root, len(names)
        names.append(name)
        parents.append(position_of[above] if above else -1)
    return [(_paths(names), parents) for names, parents in trees.values()]


def _faces():
    """Full names of meshes' transforms, with the names of their blend shapes that have weights."""
    found = {}
    for deformer in cmds.ls(type="blendShape") or []:
        if not collect.weight_names(deformer):
            continue
        shapes = cmds.blendShape(deformer, query=True, geometry=True) or []
        for name in _parents(cmds.ls(shapes, long=True) if shapes else []):
            found.setdefault(name, []).append(deformer)
    return found


# ---------------------------------------------------------------- the user's choice, kept in the scene


def read_choices():
    """What the user has ticked (True) or not (False), by UUID. All others are as they come."""
    listed = cmds.fileInfo(CHOICES, query=True) or [""]
    entries = [entry for entry in listed[0].split(",") if entry]
    return {entry[1:]: entry[0] == "+" for entry in entries}


def write_choices(changes):
    """Keeps changes of ticks, by UUID."""
    chosen = read_choices()
    chosen.update(changes)
    cmds.fileInfo(CHOICES, ",".join(("+" if is_wanted else "-") + uuid for uuid, is_wanted in sorted(chosen.items())))


def selected_uuids():
    """UUIDs of the selected transforms."""
    names = cmds.ls(selection=True, type="transform", long=True) or []
    return cmds.ls(names, uuid=True) if names else []
