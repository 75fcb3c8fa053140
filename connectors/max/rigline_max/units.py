"""What all subjects of a scene share: the unit of length, the time, and the proportions of the picture. Reads only."""

from pymxs import runtime as rt

SPACE = "3dsmax"
OWN_METRES = 0.0254  # metres per unit of the space "3dsmax": an inch, the default of 3ds Max
TICKS_PER_SECOND = 4800
METRES = {
    "inches": 0.0254, "feet": 0.3048, "miles": 1609.344, "millimeters": 0.001, "centimeters": 0.01, "meters": 1.0,
    "kilometers": 1000.0,
}  # fmt: skip


def plain(name):
    """The text of a name value (#inches) or of a class, in lower case."""
    return str(name).lstrip("#").strip().lower()


def metres_per_unit():
    """Length of a system unit. 3ds Max keeps the scale in float32, so the last digits are cut off."""
    unit = METRES.get(plain(rt.units.SystemType), OWN_METRES)
    return float("%.7g" % (unit * float("%.7g" % float(rt.units.SystemScale))))


def frame_rate():
    """Frames per second as a fraction. Time is kept in whole ticks, so the rate is one of 4800 ticks by a whole number."""
    ticks = max(1, int(rt.ticksPerFrame))
    if TICKS_PER_SECOND % ticks == 0:
        return TICKS_PER_SECOND // ticks, 1
    return TICKS_PER_SECOND, ticks


def current_ticks():
    return int(rt.sliderTime.ticks)


def scene_time():
    """Seconds, frame number (with its part) and frame rate. Frame 0 is at 0 s."""
    rate = frame_rate()
    seconds = current_ticks() / float(TICKS_PER_SECOND)
    return seconds, seconds * rate[0] / rate[1], rate


def frame_range():
    """First and last frame of the animation range."""
    ticks = max(1, int(rt.ticksPerFrame))
    return rt.animationRange.start.ticks / float(ticks), rt.animationRange.end.ticks / float(ticks)


def set_frame(frame):
    """Moves the time slider."""
    rt.sliderTime = float(frame)


class Surroundings:
    """One look at all of that, for the readings of one tick."""

    def __init__(self):
        self.frame_rate = frame_rate()
        self.metres = metres_per_unit()
        self.more = {"frameRate": list(self.frame_rate)}
        if self.metres != OWN_METRES:
            self.more["metresPerUnit"] = self.metres
        height = float(rt.renderHeight) or 1.0
        self.aspect = float(rt.renderWidth) * (float(rt.renderPixelAspect) or 1.0) / height
        self.aperture = float(rt.getRendApertureWidth())
