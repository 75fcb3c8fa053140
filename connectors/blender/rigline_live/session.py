"""The connection of this Blender: handlers and a timer feed the sender, and drain the receiver.

Handlers send at once where the rate allows it; the timer sends what came too early, and applies what others sent.
`blender -b` runs no timers: scripts call `pump()`.
"""

import os
import time

import bpy
from bpy.app.handlers import persistent

from . import collect
from .receiver import Receiver
from .rigline_live import Client, FileCache
from .sender import Sender

LOCAL = ("127.0.0.1", "localhost", "::1")

_session = None


def current():
    """The session that runs, or None."""
    return _session


def start(settings):
    """Connects. `settings` has the members of `panel.RiglinePreferences`. Returns the session."""
    global _session
    stop()
    _session = Session(settings)
    for handlers, handler in _handlers():
        handlers.append(handler)
    if not bpy.app.background:
        bpy.app.timers.register(_tick, first_interval=0.0, persistent=True)
    return _session


def stop():
    global _session
    if _session is None:
        return
    for handlers, handler in _handlers():
        if handler in handlers:
            handlers.remove(handler)
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)
    _session.close()
    _session = None


def pump():
    """Sends the scene as it is now, and applies what has come. For scripts in `blender -b`."""
    if _session is not None:
        _session.pump()


class Session:
    def __init__(self, settings):
        is_file = settings.transport == "FILES"
        self.sends = is_file or settings.mode != "RECEIVE"
        self.receives = not is_file and settings.mode != "SEND"
        self.follows_time = bool(settings.follow_time) and not is_file
        self.interval = 1.0 / max(1, settings.rate)
        self.link = _open_files(settings) if is_file else _build_client(settings, self.sends, self.receives)
        self.sender = Sender(self.link) if self.sends else None
        # The receiver also hears the transport of others, so it is there for every socket.
        is_own = Sender.is_sending if self.sends else lambda obj: False
        self.receiver = None if is_file else Receiver(self.link, is_own)
        self.is_applying = False  # what happens now comes from others, and is not told again
        self._last_send = 0.0
        self._scrub_is_due = False
        self._time_is_due = False
        self._was_playing = is_playing()
        self._rates = (time.monotonic(), 0)
        self.rate = 0.0
        if not is_file:
            # Last: what comes at once finds its receiver.
            self.link.connect(_host_of(settings), settings.port)

    @property
    def status(self):
        left_out = self.sender.left_out if self.sender else 0
        return self.link.status + (", %d objects are too many" % left_out if left_out else "")

    def close(self):
        if self.sends:
            self.link.flush(0.2)
        self.link.close(0.5)

    # -- what Blender tells

    def frame_changed(self, scene, depsgraph):
        if self.sender:
            self.sender.mark_updates(depsgraph)
        if self.receives:
            self.receiver.apply_again()
        self._time_is_due = self.sends
        if not self.is_applying and not is_playing():
            self._scrub_is_due = True
        self.send_when_due(scene, depsgraph)

    def edited(self, scene, depsgraph):
        if self.sender:
            self.sender.mark_updates(depsgraph)
            self.send_when_due(scene, depsgraph)

    def file_opened(self):
        if self.sender:
            self.sender.forget()

    # -- work

    def send_when_due(self, scene, depsgraph):
        if bpy.app.is_job_running("RENDER") or time.monotonic() - self._last_send < self.interval:
            return
        here = bpy.context.scene, bpy.context.view_layer.name
        if (scene.original, depsgraph.view_layer.name) == here:  # And not what another window shows.
            self._send(scene.original, depsgraph)

    def pump(self, everything=True):
        """Applies what has come, then sends the scene as it is."""
        scene, view_layer = bpy.context.scene, bpy.context.view_layer
        # Blender has handlers for this only since 3.5.
        playing = is_playing()
        if playing != self._was_playing:
            self._was_playing = playing
            self._send_transport(scene, "play" if playing else "pause")
        if self.receiver:
            self._apply(scene, view_layer)
        if self.sender and everything:
            self.sender.mark_everything()
        if self._scrub_is_due or self._time_is_due or (self.sender and self.sender.has_changes):
            self._send(scene, bpy.context.evaluated_depsgraph_get())

    def _apply(self, scene, view_layer):
        self.is_applying = True
        try:
            transport = self.receiver.take_transport()
            if transport and self.follows_time:
                _follow(scene, transport)
                self._was_playing = is_playing()
            if self.receives:
                self.receiver.apply(scene, view_layer)
        finally:
            self.is_applying = False

    def _send(self, scene, depsgraph):
        self._last_send = time.monotonic()
        if self._scrub_is_due:
            self._scrub_is_due = False
            self._send_transport(scene, "scrub")
        if self.sender and (self.sender.has_changes or self._time_is_due):
            self._time_is_due = False
            view_layer = scene.view_layers.get(depsgraph.view_layer.name) or bpy.context.view_layer
            self.sender.send(scene, view_layer, depsgraph)
        self._measure_rate()

    def _send_transport(self, scene, action):
        if self.follows_time:
            seconds, frame, rate = collect.scene_time(scene)
            self.link.send_transport(action, seconds, frame, rate, (scene.frame_start, scene.frame_end))

    def _measure_rate(self):
        before, count = self._rates
        now = time.monotonic()
        if now - before >= 1.0:
            self.rate = (self.link.frames_sent - count) / (now - before)
            self._rates = (now, self.link.frames_sent)


def _host_of(settings):
    return settings.host.strip() or "127.0.0.1"


def _build_client(settings, sends, receives):
    host = _host_of(settings)
    if host not in LOCAL and not getattr(bpy.app, "online_access", True):
        raise ValueError("Online access is switched off in Blender's preferences (System); only this machine can be reached")
    role = "both" if sends and receives else "sender" if sends else "receiver"
    return Client(
        name=os.path.basename(bpy.data.filepath) or "untitled.blend",
        application="Blender",
        application_version=bpy.app.version_string,
        space=collect.SPACE,
        role=role,
        token=settings.token.strip() or None,
    )


def _open_files(settings):
    folder = bpy.path.abspath(settings.folder)
    if not folder:
        raise ValueError("Choose a folder for the file cache")
    return FileCache(folder, space=collect.SPACE)


# ---------------------------------------------------------------- time


def is_playing():
    manager = bpy.context.window_manager
    return any(window.screen.is_animation_playing for window in manager.windows) if manager else False


def _follow(scene, transport):
    """Sets time and playing state as another peer has them."""
    numerator, denominator = collect.frame_rate(scene)
    rate = transport.get("frameRate")
    frame = transport.get("frame")
    if frame is None or rate != [numerator, denominator]:
        frame = transport["seconds"] * numerator / denominator
    action = transport.get("action")
    if action == "state":
        return
    if action != "play" or not is_playing():
        whole = int(frame // 1)
        if scene.frame_current_final != frame:
            scene.frame_set(whole, subframe=min(frame - whole, 0.99999))
    _set_playing(action == "play")


def _set_playing(wanted):
    if is_playing() == wanted:
        return
    window = bpy.context.window_manager.windows[0] if bpy.context.window_manager.windows else None
    if window is None or bpy.app.background:
        return
    with bpy.context.temp_override(window=window):
        if wanted:
            bpy.ops.screen.animation_play()
        else:
            bpy.ops.screen.animation_cancel(restore_frame=False)


# ---------------------------------------------------------------- handlers and timer


@persistent
def _on_frame_change(scene, depsgraph=None):
    if _session is not None and depsgraph is not None and depsgraph.mode != "RENDER":
        _session.frame_changed(scene, depsgraph)


@persistent
def _on_edit(scene, depsgraph=None):
    if _session is not None and depsgraph is not None and depsgraph.mode != "RENDER":
        _session.edited(scene, depsgraph)


@persistent
def _on_load(*_):
    if _session is not None:
        _session.file_opened()


def _handlers():
    found = bpy.app.handlers
    return [
        (found.frame_change_post, _on_frame_change),
        (found.depsgraph_update_post, _on_edit),
        (found.load_post, _on_load),
        (found.undo_post, _on_undo),
        (found.redo_post, _on_undo),
    ]


@persistent
def _on_undo(*_):
    if _session is not None and _session.sender:
        _session.sender.mark_everything()


_redrawn = 0.0


def _tick():
    """The timer: as often as the rate says. It never ends by an error, which the panel shows instead."""
    global _redrawn
    if _session is None:
        return None
    try:
        _session.pump(everything=False)
    except Exception as error:
        _session.link.status = "error: %s: %s" % (type(error).__name__, error)
    now = time.monotonic()
    if now - _redrawn > 0.5:
        _redrawn = now
        if _session.sender:
            _session.sender.mark_renamed(bpy.context.view_layer)
        for window in bpy.context.window_manager.windows:
            for area in window.screen.areas:
                if area.type == "VIEW_3D":
                    for region in area.regions:
                        if region.type == "UI":
                            region.tag_redraw()
    return _session.interval
