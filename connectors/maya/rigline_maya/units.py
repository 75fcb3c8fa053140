"""Maya's names of units as numbers. No Maya in here."""

from fractions import Fraction

# Source: Maya help, "currentUnit" command.
METRES = {
    "mm": 0.001, "millimeter": 0.001, "cm": 0.01, "centimeter": 0.01, "m": 1.0, "meter": 1.0, "km": 1000.0,
    "kilometer": 1000.0, "in": 0.0254, "inch": 0.0254, "ft": 0.3048, "foot": 0.3048, "yd": 0.9144, "yard": 0.9144,
    "mi": 1609.344, "mile": 1609.344,
}  # fmt: skip
FRAME_RATES = {
    "hour": (1, 3600), "min": (1, 60), "sec": (1, 1), "millisec": (1000, 1), "game": (15, 1), "film": (24, 1),
    "pal": (25, 1), "ntsc": (30, 1), "show": (48, 1), "palf": (50, 1), "ntscf": (60, 1),
}  # fmt: skip


def metres_per_unit(name):
    return METRES.get(name, 0.01)


def frame_rate(name):
    """Frames per second as a fraction: `film` is 24, `23.976fps` is 24000/1001, `29.97df` is 30000/1001."""
    if name in FRAME_RATES:
        return FRAME_RATES[name]
    number = name[:-3] if name.endswith("fps") else name[:-2] if name.endswith("df") else ""
    try:
        rate = Fraction(number)
    except ValueError:
        return 24, 1
    if rate <= 0:
        return 24, 1
    if rate.denominator > 1:
        whole = round(float(rate) * 1.001)
        if abs(whole / 1.001 - float(rate)) < 5e-3:
            return whole * 1000, 1001
    return rate.numerator, rate.denominator
