"""Preferences, operators, and the sidebar of the 3D view."""

import os
import tempfile

import bpy
from bpy.props import BoolProperty, EnumProperty, IntProperty, StringProperty

from . import collect, session

ICONS = {
    "camera": "CAMERA_DATA",
    "light": "LIGHT",
    "skeleton": "ARMATURE_DATA",
    "face": "SHAPEKEY_DATA",
    "transform": "OBJECT_DATA",
}


class RiglinePreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    transport: EnumProperty(
        name="Transport",
        items=[
            ("SOCKET", "Socket", "Straight to the hub: fast, both ways"),
            ("FILES", "File cache", "JSON files in a folder, for programs that read files only"),
        ],
        default="SOCKET",
    )
    host: StringProperty(name="Host", description="Where the hub runs", default="127.0.0.1")
    port: IntProperty(name="Port", description="TCP port of the hub", default=7001, min=1, max=65535)
    token: StringProperty(name="Token", description="Only where the hub asks for one", subtype="PASSWORD")
    folder: StringProperty(
        name="Folder",
        description="Folder of the file cache; any path will do",
        subtype="DIR_PATH",
        default=os.path.join(tempfile.gettempdir(), "rigline-live", "blender"),
    )
    mode: EnumProperty(
        name="Direction",
        items=[
            ("SEND", "Send", "Objects of this scene go out"),
            ("RECEIVE", "Receive", "Subjects of others move objects of the same name, or new ones"),
            ("BOTH", "Both", "Objects that are sent are moved by nobody else"),
        ],
        default="SEND",
    )
    rate: IntProperty(name="Rate", description="Frames per second at most", default=60, min=1, max=240)
    follow_time: BoolProperty(name="Share time", description="Play, pause and scrub together with others", default=True)

    def draw(self, _context):
        draw_settings(self.layout, self)


def preferences(context):
    return context.preferences.addons[__package__].preferences


def draw_settings(layout, settings):
    layout.row().prop(settings, "transport", expand=True)
    column = layout.column(align=True)
    if settings.transport == "SOCKET":
        column.prop(settings, "host")
        column.prop(settings, "port")
        column.prop(settings, "token")
        layout.row().prop(settings, "mode", expand=True)
        layout.prop(settings, "follow_time")
    else:
        column.prop(settings, "folder")
    layout.prop(settings, "rate")


class RIGLINE_OT_connect(bpy.types.Operator):
    bl_idname = "rigline.connect"
    bl_label = "Connect"
    bl_description = "Connect, and keep connected: a hub may come later, or be started again"

    def execute(self, context):
        try:
            session.start(preferences(context))
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class RIGLINE_OT_disconnect(bpy.types.Operator):
    bl_idname = "rigline.disconnect"
    bl_label = "Disconnect"
    bl_description = "Say goodbye and connect no more"

    def execute(self, _context):
        session.stop()
        return {"FINISHED"}


class RIGLINE_OT_send_all(bpy.types.Operator):
    bl_idname = "rigline.send_all"
    bl_label = "All or none"
    bl_description = "Send all objects of the scene, or none where all are sent already"

    def execute(self, context):
        objects = context.view_layer.objects
        wanted = not all(obj.rigline_send for obj in objects)
        for obj in objects:
            obj.rigline_send = wanted and not obj.get("rigline_created")
        return {"FINISHED"}


class RIGLINE_UL_subjects(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active, _property):
        layout.label(text=item.name, icon=ICONS[collect.role_of(item)])
        layout.prop(item, "rigline_send", text="")


class RIGLINE_PT_live(bpy.types.Panel):
    bl_idname = "RIGLINE_PT_live"
    bl_label = "Rigline Live"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Rigline"

    def draw(self, context):
        layout = self.layout
        running = session.current()
        if running is None:
            draw_settings(layout, preferences(context))
            layout.operator("rigline.connect", icon="LINKED")
        else:
            layout.operator("rigline.disconnect", icon="UNLINKED")
            column = layout.column(align=True)
            column.label(text=running.status)
            if running.sender:
                column.label(text="%d subjects, %.0f per second" % (running.sender.subject_count, running.rate))
            if running.receives:
                column.label(text="%d subjects of others" % running.receiver.subject_count)
        if running is None or running.sender:
            layout.label(text="Subjects")
            window = context.window_manager
            layout.template_list("RIGLINE_UL_subjects", "", context.view_layer, "objects", window, "rigline_active")
            layout.operator("rigline.send_all")


CLASSES = (
    RiglinePreferences,
    RIGLINE_OT_connect,
    RIGLINE_OT_disconnect,
    RIGLINE_OT_send_all,
    RIGLINE_UL_subjects,
    RIGLINE_PT_live,
)


def _changed(_self, _context):
    running = session.current()
    if running is not None and running.sender:
        running.sender.mark_everything()


def register():
    bpy.types.Object.rigline_send = BoolProperty(
        name="Send", description="Send this object as a subject", default=True, update=_changed
    )
    bpy.types.WindowManager.rigline_active = IntProperty()
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister():
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
    del bpy.types.WindowManager.rigline_active
    del bpy.types.Object.rigline_send
