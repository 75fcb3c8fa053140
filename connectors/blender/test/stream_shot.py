"""Streams ten frames of an animated camera, and tells where Blender itself projects test points."""

import math
import os
import random
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import harness  # noqa: E402

WIDTH, HEIGHT = harness.ARGS.get("size", [1920, 1080])
PIXEL_ASPECT = harness.ARGS.get("pixelAspect", 1.0)
FITS = ["AUTO", "AUTO", "HORIZONTAL", "VERTICAL", "VERTICAL", "HORIZONTAL", "AUTO", "VERTICAL", "AUTO", "HORIZONTAL"]


def build_camera(rng):
    data = bpy.data.cameras.new("shotcam")
    camera = bpy.data.objects.new("shotcam é 镜头", data)
    rail = bpy.data.objects.new("rail", None)
    for obj in (camera, rail):
        bpy.context.scene.collection.objects.link(obj)
    camera.parent = rail
    rail.scale = (2, 2, 2)
    for frame in range(1, 11):
        rail.rotation_euler = (0.1 * math.sin(frame), 0.05 * frame, 0.2 * frame)
        rail.keyframe_insert("rotation_euler", frame=frame)
        camera.location = [rng.uniform(-1, 1) for _ in range(3)]
        camera.rotation_euler = (1.2 + 0.1 * math.sin(frame), 0.03 * frame, -0.1 * frame)
        camera.keyframe_insert("location", frame=frame)
        camera.keyframe_insert("rotation_euler", frame=frame)
        data.lens = 18 + 9 * frame
        data.sensor_width = 24 + frame
        data.sensor_height = 13 + 0.7 * frame
        data.shift_x = 0.03 * frame - 0.1
        data.shift_y = 0.12 - 0.02 * frame
        data.sensor_fit = FITS[frame - 1]
        data.type = "ORTHO" if frame > 8 else "PERSP"
        data.ortho_scale = 4 + frame
        for name in ("lens", "sensor_width", "sensor_height", "shift_x", "shift_y", "sensor_fit", "type", "ortho_scale"):
            data.keyframe_insert(name, frame=frame)
    return camera


def project(camera, depsgraph, rng):
    """Points in the world that the camera sees, and their pixels from the top left, as Blender has them."""
    evaluated = camera.evaluated_get(depsgraph)
    projection = camera.calc_matrix_camera(depsgraph, x=WIDTH, y=HEIGHT, scale_x=PIXEL_ASPECT)
    place = evaluated.matrix_world.normalized()
    points, pixels = [], []
    is_perspective = camera.data.type == "PERSP"
    for _ in range(12):
        # Back from a place in the picture to one in the world.
        depth = rng.uniform(2, 40)
        local = []
        for axis in (0, 1):
            share = rng.uniform(-0.95, 0.95)
            row = projection[axis]
            local.append((share + row[2]) * depth / row[axis] if is_perspective else (share - row[3]) / row[axis])
        world = place @ Vector((local[0], local[1], -depth))
        clip = projection @ (place.inverted() @ world).to_4d()
        points.append(world[:])
        pixels.append([(clip.x / clip.w + 1) / 2 * WIDTH, (1 - clip.y / clip.w) / 2 * HEIGHT])
    return points, pixels


def main():
    harness.install()
    harness.empty_scene()
    rng = random.Random(20261201)
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = WIDTH, HEIGHT
    scene.render.pixel_aspect_x = PIXEL_ASPECT
    camera = build_camera(rng)
    scene.camera = camera
    session = harness.connect(**harness.ARGS["settings"])
    import rigline_live

    for frame in range(1, 11):
        harness.wait_for_step()
        scene.frame_set(frame)
        rigline_live.pump()
        assert session.link.flush(10), session.status
        points, pixels = project(camera, bpy.context.evaluated_depsgraph_get(), rng)
        harness.tell("frame", frame=frame, points=points, pixels=pixels, type=camera.data.type, fit=camera.data.sensor_fit)
    harness.wait_for_step()
    bpy.ops.rigline.disconnect()
    bpy.ops.preferences.addon_disable(module="rigline_live")
    harness.tell("done")


main()
