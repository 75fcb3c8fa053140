"""Rigline Live: cameras, props, joints, blend shapes and lights of Maya, live in engines, browsers and other DCCs.

    import rigline_maya
    rigline_maya.show()                     # the window
    rigline_maya.start(port=7001)           # the same without it
    rigline_maya.stop()

Maya 2022 and later (Python 3.7). `pump()` sends the scene as it is: for `mayapy`, which is never idle.
"""

VERSION = "0.1.0"


def show():
    """Opens the window."""
    from . import window

    return window.show()


def start(**changes):
    """Connects with the kept settings and these changes; see `settings.Settings` for their names."""
    from . import session, settings

    return session.start(settings.load().changed(**changes))


def stop():
    """Says goodbye. Nothing of Rigline stays registered in Maya."""
    from . import session

    session.stop()


def pump():
    """Applies what has come, and sends the scene as it is."""
    from . import session

    session.pump()
