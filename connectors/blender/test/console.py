"""A Blender that runs what the test sends: lines of Python in, what they call `result` out."""

import os
import sys
import time

import bpy
import mathutils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import harness  # noqa: E402


def rows(matrix):
    """A matrix as a list of 16 numbers, translation last, as Rigline writes them."""
    return [value for row in matrix.transposed() for value in row]


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def build_armature(name, bones):
    """An armature with bones: name, parent, head, tail."""
    armature = link(bpy.data.objects.new(name, bpy.data.armatures.new(name)))
    bpy.context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, parent, head, tail in bones:
        made = armature.data.edit_bones.new(bone)
        made.head, made.tail, made.roll = head, tail, 0.3
        made.parent = armature.data.edit_bones.get(parent) if parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    return armature


def build_face(name, keys):
    """A mesh with shape keys."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    face = link(bpy.data.objects.new(name, mesh))
    face.shape_key_add(name="Basis")
    for key in keys:
        face.shape_key_add(name=key)
    return face


def bones_in_world(armature):
    """World matrices of the evaluated bones, by name."""
    evaluated = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return {bone.name: rows(evaluated.matrix_world @ bone.matrix) for bone in evaluated.pose.bones}


def main():
    rigline_live = harness.install()
    harness.empty_scene()
    names = {"bpy": bpy, "time": time, "rigline_live": rigline_live, "session": rigline_live.session}
    names.update((name, getattr(mathutils, name)) for name in ("Matrix", "Vector", "Quaternion", "Euler"))
    names.update((one.__name__, one) for one in (rows, link, build_armature, build_face, bones_in_world))
    names.update(connect=harness.connect, tell=harness.tell, pump=rigline_live.pump)
    harness.tell("ready")
    while True:
        names["result"] = None
        exec(harness.wait_for_step()["run"], names)
        harness.tell("result", value=names["result"])


main()
