"""Rigline Live: cameras, objects, armatures, shape keys and lights of Blender, live in engines, browsers and other DCCs."""

bl_info = {
    "name": "Rigline Live",
    "author": "Rigline",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Rigline",
    "description": "Streams cameras, objects, armatures, shape keys and lights to a Rigline hub, and receives them",
    "category": "Animation",
}

from . import panel, session  # noqa: E402
from .session import pump  # noqa: E402,F401


def register():
    panel.register()


def unregister():
    session.stop()
    panel.unregister()
