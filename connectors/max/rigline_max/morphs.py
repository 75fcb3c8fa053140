"""Channels of Morpher modifiers. Reads only.

Channels count from 1. Sent are those that have data (a channel may have it without a target in the scene) and whose
check box is on. Weights are what the modifier does with the percents: within the limits where limits are used, and
within 0 and 1 for progressive morphs, which never go beyond their last target.
"""

from pymxs import runtime as rt

from .units import plain

MOST_CHANNELS = 100


class Channel:
    """One channel of one Morpher, under a name that no other channel of the node has."""

    __slots__ = ("modifier", "index", "name", "limits")

    def __init__(self, modifier, index, name, limits):
        self.modifier = modifier
        self.index = index
        self.name = name
        self.limits = limits  # percents, or None

    def read(self):
        """The weight: 1 is the whole target."""
        percent = float(rt.WM3_MC_GetValue(self.modifier, self.index))
        if self.limits is not None:
            percent = min(max(percent, self.limits[0]), self.limits[1])
        return percent / 100.0


def morphers_of(node):
    """The Morphers of a node that are switched on, the one on top of the stack first."""
    found = []
    for modifier in node.modifiers:
        if plain(rt.classOf(modifier)) == "morpher" and bool(modifier.enabled) and bool(rt.IsValidMorpherMod(modifier)):
            found.append(modifier)
    return found


def channels_of(node):
    """All channels of a node that do something."""
    found, taken = [], set()
    for modifier in morphers_of(node):
        for index in range(1, count_of(modifier) + 1):
            if not bool(rt.WM3_MC_HasData(modifier, index)) or not bool(rt.WM3_MC_IsActive(modifier, index)):
                continue
            name = unique(str(rt.WM3_MC_GetName(modifier, index)) or "channel %d" % index, taken)
            found.append(Channel(modifier, index, name, limits_of(modifier, index)))
    return found


def count_of(modifier):
    return min(int(rt.WM3_NumberOfChannels(modifier)), MOST_CHANNELS)


def limits_of(modifier, index):
    """Percents that a channel stays within; None without. Limits of the modifier win, and count as whole numbers."""
    low, high = None, None
    if int(modifier.Use_Limits) != 0:
        low, high = float(modifier.Spinner_Minimum), float(modifier.Spinner_Maximum)
    elif bool(rt.WM3_MC_GetUseLimits(modifier, index)):
        low, high = float(rt.WM3_MC_GetLimitMIN(modifier, index)), float(rt.WM3_MC_GetLimitMAX(modifier, index))
    if low is not None:
        low, high = float(int(low)), float(int(high))
    # The count has the first target in it.
    if int(rt.WM3_NumberOfProgressiveMorphs(modifier, index)) > 1:
        return (0.0, 100.0) if low is None else (max(low, 0.0), min(high, 100.0))
    return None if low is None else (low, high)


def unique(name, taken):
    """A name that was not taken yet: "smile", "smile (2)"."""
    found, count = name, 1
    while found in taken:
        count += 1
        found = "%s (%d)" % (name, count)
    taken.add(found)
    return found
