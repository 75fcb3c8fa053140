"""Imports an FBX file and steps through its frames: blender -b --factory-startup -P play_fbx.py -- FILE FRAMES ROUNDS.

Prints `RESULT` and JSON: Blender's version, the seconds of the import and of every round of all frames.
"""

import json
import sys
import time

import bpy


def main():
    path, frames, rounds = sys.argv[sys.argv.index("--") + 1 :][:3]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    started = time.perf_counter()
    bpy.ops.import_scene.fbx(filepath=path)
    load = time.perf_counter() - started
    scene = bpy.context.scene
    seconds = []
    for _ in range(int(rounds)):
        started = time.perf_counter()
        for frame in range(1, int(frames) + 1):
            scene.frame_set(frame)
        seconds.append(time.perf_counter() - started)
    print("RESULT " + json.dumps({"version": bpy.app.version_string, "load": load, "seconds": seconds}))


main()
