"""Keeps the subjects of a link true to the scene. Knows no timer, no handler and no user interface."""

import bpy

from . import collect

EVERYTHING = True


class Sender:
    """Sends the objects of a scene through a link: a `Client` or a `FileCache`."""

    def __init__(self, link):
        self.link = link
        self.left_out = 0  # objects beyond what the hub takes
        self._known = {}  # pointer of the object -> _Known
        self._changed = EVERYTHING  # or the pointers of the data-blocks that changed

    @property
    def has_changes(self):
        return self._changed is EVERYTHING or bool(self._changed)

    def mark_everything(self):
        self._changed = EVERYTHING

    def mark_updates(self, depsgraph):
        """Notes what an edit, or another frame, has changed."""
        if self._changed is EVERYTHING:
            return
        for update in depsgraph.updates:
            if isinstance(update.id, bpy.types.Scene):
                # Objects were added or removed, or the proportions of the picture have changed.
                self._changed.add(0)
            self._changed.add(update.id.original.as_pointer())

    def mark_renamed(self, view_layer):
        """Blender tells nobody of another name."""
        if self._changed is EVERYTHING:
            return
        for obj in view_layer.objects:
            known = self._known.get(obj.as_pointer())
            if known is not None and known.name != obj.name_full:
                self._changed.add(obj.as_pointer())

    def forget(self):
        """Another file was opened: no object is what it was."""
        for known in self._known.values():
            self.link.remove(known.subject)
        self._known = {}
        self._changed = EVERYTHING

    @staticmethod
    def is_sending(obj):
        return obj.rigline_send

    @property
    def subject_count(self):
        return len(self._known)

    def send(self, scene, view_layer, depsgraph):
        """Reads what has changed, and sends it with the time of the scene."""
        around = collect.Surroundings(scene)
        wanted = self._wanted(view_layer)
        self._match(wanted)
        for pointer, obj in wanted.items():
            known = self._known.get(pointer)
            if known is None or self._is_changed(obj, pointer):
                before = known.body if known else None
                is_visible = obj.visible_get(view_layer=view_layer)
                self._update(pointer, known, collect.read_object(obj, depsgraph, around, is_visible, before))
        self._changed = set()
        seconds, frame, rate = collect.scene_time(scene)
        if not self.link.send(seconds, frame, rate):
            self._changed = EVERYTHING

    def _wanted(self, view_layer):
        """Objects to send by their pointers. Where the hub takes fewer, cameras come first."""
        objects = [obj for obj in view_layer.objects if obj.rigline_send]
        limits = (getattr(self.link, "welcome", None) or {}).get("limits") or {}
        most = limits.get("subjects", 4096)
        parts = min(limits.get("nodes", 4096), limits.get("curves", 4096))
        total = len(objects)
        objects = [obj for obj in objects if _part_count(obj) < parts]
        if len(objects) > most:
            objects.sort(key=lambda obj: collect.ROLE_ORDER[collect.role_of(obj)])
            del objects[most:]
        self.left_out = total - len(objects)
        return {obj.as_pointer(): obj for obj in objects}

    def _match(self, wanted):
        """Drops what is gone. Objects that only moved in memory, as after an undo, stay the same subjects."""
        gone = {known.name: pointer for pointer, known in self._known.items() if pointer not in wanted}
        if not gone:
            return
        for pointer, obj in wanted.items():
            if pointer not in self._known and obj.name_full in gone:
                self._known[pointer] = self._known.pop(gone.pop(obj.name_full))
                self._changed = EVERYTHING
        for pointer in gone.values():
            self.link.remove(self._known.pop(pointer).subject)

    def _is_changed(self, obj, pointer):
        changed = self._changed
        # What a camera focuses on may move without the camera.
        if changed is EVERYTHING or 0 in changed or obj.type == "CAMERA" or pointer in changed:
            return True
        data = obj.data
        if data is None:
            return False
        keys = getattr(data, "shape_keys", None)
        return data.as_pointer() in changed or (keys is not None and keys.as_pointer() in changed)

    def _update(self, pointer, known, reading):
        if known is None:
            known = self._known[pointer] = _Known(self.link.add(reading.body), reading.body)
        elif known.body is not reading.body and known.body != reading.body:
            self.link.describe_again(known.subject, reading.body)
            known.body = reading.body
        subject = known.subject
        for i, (translation, rotation, scale) in enumerate(reading.nodes):
            subject.set_node(i, translation, rotation, scale)
        for name, value in reading.curves.items():
            subject.set_curve(name, value)


class _Known:
    """A subject that is being sent, with the description it was given."""

    __slots__ = ("subject", "body")

    def __init__(self, subject, body):
        self.subject = subject
        self.body = body

    @property
    def name(self):
        return self.body["name"]


def _part_count(obj):
    if obj.type == "ARMATURE":
        return len(obj.data.bones) + 1
    keys = getattr(obj.data, "shape_keys", None)
    return len(keys.key_blocks) + 1 if keys else 1
