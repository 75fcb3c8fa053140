"""Steps a scene of constrained objects in Blender, and prints the time of the stepping alone.

Run: blender -b --factory-startup -P constraints_scene.py -- SCENE.json ROUNDS
SCENE.json is a `ConstraintScene` of ../constraint-scene.ts. The last line printed is RESULT and a JSON document:
seconds of each round, and world matrices (row by row) at the key frames, to see that both programs did the same work.
"""
import json
import math
import sys
import time

import bpy

path, rounds = sys.argv[sys.argv.index("--") + 1 :]
with open(path, encoding="utf-8") as file:
    sketch = json.load(file)

for thing in list(bpy.data.objects):
    bpy.data.objects.remove(thing)
scene = bpy.context.scene
scene.render.fps = 24
scene.frame_start, scene.frame_end = 1, sketch["frames"]


def add_empty(name):
    empty = bpy.data.objects.new(name, None)
    empty.rotation_mode = "XYZ"
    scene.collection.objects.link(empty)
    return empty


def add_keys(action, data_path, triples):
    for axis in range(3):
        curve = action.fcurves.new(data_path, index=axis)
        curve.keyframe_points.add(len(triples))
        for point, frame, triple in zip(curve.keyframe_points, sketch["keyFrames"], triples):
            point.co = (frame, triple[axis])
            point.interpolation = "BEZIER"
            point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
        curve.update()


def add_target(keys):
    empty = add_empty(keys["name"])
    action = bpy.data.actions.new(keys["name"])
    empty.animation_data_create().action = action
    add_keys(action, "location", keys["translate"])
    add_keys(action, "rotation_euler", [[math.radians(angle) for angle in triple] for triple in keys["rotateDeg"]])
    if keys.get("scale"):
        add_keys(action, "scale", keys["scale"])
    return empty


KINDS = {"point": "COPY_LOCATION", "orient": "COPY_ROTATION", "parent": "CHILD_OF", "aim": "TRACK_TO", "scale": "COPY_SCALE"}

targets = [add_target(keys) for keys in sketch["targets"]]
objects = []
for item, target in zip(sketch["objects"], targets):
    empty = add_empty(item["name"])
    # Child Of keeps the own channels below the target; Maya's parent constraint without an offset replaces them.
    if item["kind"] != "parent":
        empty.location = item["at"]
    constraint = empty.constraints.new(KINDS[item["kind"]])
    constraint.target = target
    if item["kind"] == "parent":
        constraint.inverse_matrix.identity()
    if item["kind"] == "aim":
        constraint.track_axis, constraint.up_axis = "TRACK_X", "UP_Y"
    objects.append(empty)

seconds = []
for _ in range(int(rounds)):
    scene.frame_set(sketch["frames"])
    started = time.perf_counter()
    for frame in range(1, sketch["frames"] + 1):
        scene.frame_set(frame)
    seconds.append(time.perf_counter() - started)

checks = {}
for frame in sketch["keyFrames"]:
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    checks[str(frame)] = [
        [value for row in empty.evaluated_get(graph).matrix_world for value in row] for empty in objects
    ]
print("RESULT " + json.dumps({"version": bpy.app.version_string, "seconds": seconds, "matrices": checks}))
