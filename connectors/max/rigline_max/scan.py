"""Which nodes of a scene are which subjects. Done anew when something was added, removed, renamed or relinked."""

from pymxs import runtime as rt

from . import collect, morphs

SEND_PROPERTY = "riglineSend"  # user property of a node: false where it is not to be sent. Saved in the scene
ROLE_ORDER = {"camera": 0, "light": 1, "skeleton": 2, "face": 3, "transform": 4}


class Plan:
    """A subject to be: its node, role and name, and what is read of it every time."""

    __slots__ = ("key", "node", "role", "name", "bones", "parents", "channels")

    def __init__(self, node, role):
        self.key = int(rt.getHandleByAnim(node))
        self.node = node
        self.role = role
        self.name = str(node.name)
        self.bones, self.parents = [], []
        self.channels = []

    @property
    def part_count(self):
        """Nodes or curves that the description has, whichever are more."""
        return max(len(self.bones), len(self.channels) + 1)


def scan(only_ticked=True):
    """Plans of all subjects, cameras first. Names are unique within a role."""
    plans, bones = [], []
    for node in rt.objects:
        role = collect.role_of(node)
        if role == "skeleton":
            bones.append(node)
        elif role is not None:
            plans.append(Plan(node, role))
    plans += _skeletons(bones)
    plans.sort(key=lambda plan: ROLE_ORDER[plan.role])
    taken = {}
    for plan in plans:
        plan.name = morphs.unique(plan.name, taken.setdefault(plan.role, set()))
    if only_ticked:
        plans = [plan for plan in plans if is_ticked(plan.node)]
    for plan in plans:
        if plan.role == "face":
            plan.channels = morphs.channels_of(plan.node)
    return plans


def _skeletons(bones):
    """A plan for each hierarchy of bones. Nodes between two bones that are none are passed over."""
    keys = {int(rt.getHandleByAnim(bone)) for bone in bones}
    above = {}
    for bone in bones:
        parent = bone.parent
        while parent is not None and int(rt.getHandleByAnim(parent)) not in keys:
            parent = parent.parent
        above[int(rt.getHandleByAnim(bone))] = None if parent is None else int(rt.getHandleByAnim(parent))
    below = {}
    for bone in bones:
        below.setdefault(above[int(rt.getHandleByAnim(bone))], []).append(bone)
    plans = []
    for root in below.get(None, []):
        plan = Plan(root, "skeleton")
        waiting = [(root, -1)]
        while waiting:
            bone, parent = waiting.pop()
            plan.bones.append(bone)
            plan.parents.append(parent)
            here = len(plan.bones) - 1
            waiting += [(child, here) for child in reversed(below.get(int(rt.getHandleByAnim(bone)), []))]
        plans.append(plan)
    return plans


def is_ticked(node):
    value = rt.getUserProp(node, SEND_PROPERTY)
    return value is None or str(value).strip().lower() not in ("false", "0")


def tick(node, wanted):
    rt.setUserProp(node, SEND_PROPERTY, bool(wanted))
