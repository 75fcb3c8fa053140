"""Rigline Live for 3ds Max: cameras, nodes, bones, Morpher channels and lights, live in engines, browsers and other DCCs.

From MAXScript, or the listener set to Python:

    import rigline_max
    rigline_max.start(port=7001)     # other settings: see settings.DEFAULTS
    rigline_max.stop()

Python 3.7 or later, 3ds Max 2021 or later. Everything here runs on the main thread of 3ds Max.
"""

__version__ = "0.1.0"


def start(**changes):
    """Connects with the stored settings and these changes to them. Returns the session."""
    from . import session, settings

    return session.start(dict(settings.load(), **changes))


def stop():
    from . import session

    session.stop()


def pump():
    """Applies what has come, and sends the scene as it is: for scripts, while no timer runs."""
    from . import session

    running = session.current()
    if running is not None:
        running.pump()
