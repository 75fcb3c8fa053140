"""What the scripts of the tests share: installs the built zip into this Blender, connects, and keeps step with the test."""

import json
import os
import sys

import bpy

ARGS = json.loads(sys.argv[sys.argv.index("--") + 1])


def install():
    """The way of a user: install from the zip, and enable."""
    bpy.ops.preferences.addon_install(filepath=ARGS["zip"], overwrite=True)
    bpy.ops.preferences.addon_enable(module="rigline_live")
    import rigline_live

    assert os.path.realpath(rigline_live.__file__).startswith(os.path.realpath(os.environ["BLENDER_USER_SCRIPTS"]))
    return rigline_live


def connect(**settings):
    """Presses Connect with these preferences."""
    preferences = bpy.context.preferences.addons["rigline_live"].preferences
    for name, value in settings.items():
        setattr(preferences, name, value)
    assert bpy.ops.rigline.connect() == {"FINISHED"}
    import rigline_live

    return rigline_live.session.current()


def empty_scene():
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)


def tell(kind, **values):
    """One line for the test."""
    print("@" + json.dumps(dict(values, kind=kind)), flush=True)


def wait_for_step():
    """Waits for the next line of the test, and returns it; ends where the test has gone."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)
