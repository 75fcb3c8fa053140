"""A Blender with a window: the timer, the sidebar and the operators do their work, and the test hears how it went."""

import os
import sys
import traceback

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import harness  # noqa: E402

harness.install()
import rigline_live  # noqa: E402

panel, session = rigline_live.panel, rigline_live.session
faults, drawn = [], set()


def show_panel():
    """Puts the panel where a new window shows it, and notes what goes wrong when it is drawn."""
    bpy.context.preferences.view.show_splash = False
    draw, draw_item = panel.RIGLINE_PT_live.draw, panel.RIGLINE_UL_subjects.draw_item

    def draw_and_note(self, context):
        try:
            draw(self, context)
            drawn.add("connected" if session.current() else "disconnected")
        except Exception:
            faults.append(traceback.format_exc())

    # Blender hands over as many arguments as a function declares.
    def draw_item_and_note(self, context, layout, data, item, icon, active, name):
        try:
            draw_item(self, context, layout, data, item, icon, active, name)
            drawn.add("subjects")
        except Exception:
            faults.append(traceback.format_exc())

    bpy.utils.unregister_class(panel.RIGLINE_PT_live)
    panel.RIGLINE_PT_live.bl_category = "Item"
    panel.RIGLINE_PT_live.draw = draw_and_note
    panel.RIGLINE_UL_subjects.draw_item = draw_item_and_note
    bpy.utils.register_class(panel.RIGLINE_PT_live)
    for area in bpy.context.window_manager.windows[0].screen.areas:
        if area.type == "VIEW_3D":
            area.spaces[0].show_region_ui = True


def steps():
    """Each part runs in a turn of Blender's own loop, some time after the one before."""
    window = bpy.context.window_manager.windows[0]
    show_panel()
    yield lambda: "subjects" in drawn
    harness.connect(**harness.ARGS["settings"])
    yield lambda: session.current().link.welcome is not None and "connected" in drawn
    if harness.ARGS.get("picture"):
        with bpy.context.temp_override(window=window):
            bpy.ops.screen.screenshot(filepath=harness.ARGS["picture"])
    # An edit, and nothing that tells the add-on of it but Blender.
    bpy.data.objects["Cube"].location = (1, 2, 3)
    yield lambda: session.current().link.frames_sent > 1
    harness.tell("edited")
    with bpy.context.temp_override(window=window):
        bpy.ops.screen.animation_play()
    yield lambda: bpy.context.scene.frame_current > 2
    session._set_playing(False)
    yield lambda: not session.is_playing()
    harness.tell("played")
    bpy.ops.ed.undo_push(message="before")
    bpy.data.objects["Cube"].location.y = 9
    bpy.ops.ed.undo_push(message="after")
    with bpy.context.temp_override(window=window):
        bpy.ops.ed.undo()
    yield lambda: bpy.data.objects["Cube"].location.y == 2
    harness.tell("undone")
    bpy.ops.wm.read_homefile(use_empty=False)
    yield lambda: session.current().sender.subject_count == 3
    harness.tell("opened", connections=session.current().link.connections, status=session.current().status)
    # The time of somebody else, who plays.
    yield session.is_playing
    harness.tell("follows", frame=bpy.context.scene.frame_current)
    bpy.ops.rigline.disconnect()
    yield lambda: session.current() is None
    harness.tell("done", faults=faults, drawn=sorted(drawn))


script = steps()
holds = [lambda: True]


def turn():
    try:
        if faults:
            raise RuntimeError(faults[0])
        if holds[0]():
            holds[0] = next(script)
    except StopIteration:
        bpy.ops.wm.quit_blender()
        return None
    except Exception:
        traceback.print_exc()
        sys.stdout.flush()
        os._exit(4)
    return 0.1


bpy.app.timers.register(turn, first_interval=0.5, persistent=True)
