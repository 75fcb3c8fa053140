"""Keeps the subjects of a link true to the scene. Knows no timer, no callback and no user interface."""

from . import collect, units
from .scan import scan


class Sender:
    """Sends the nodes of the scene through a link: a `Client` or a `FileCache`."""

    def __init__(self, link):
        self.link = link
        self.left_out = 0  # subjects beyond what the hub takes
        self.faults = {}  # names of subjects that could not be read, and why
        self._plans = None  # None: the scene is to be looked through
        self._known = {}  # handle of the node -> _Known

    @property
    def subject_count(self):
        return len(self._known)

    def mark_structure(self):
        """Something was added, removed, renamed or relinked."""
        self._plans = None

    def forget(self):
        """Another scene was opened: no node is what it was."""
        for known in self._known.values():
            self.link.remove(known.subject)
        self._known = {}
        self._plans = None

    def send(self, only_roles=None):
        """Reads the scene, and sends what has changed with its time. Returns whether the link has taken it."""
        around = units.Surroundings()
        if self._plans is None:
            self._plans = self._within_limits(scan())
            self._match()
            self.faults = {}
            only_roles = None
        for plan in self._plans:
            if only_roles is not None and plan.role not in only_roles:
                continue
            try:
                self._update(plan, collect.read(plan, around))
                self.faults.pop(plan.name, None)
            except Exception as error:  # One node that cannot be read, or was deleted, holds up no other.
                self.faults[plan.name] = "%s: %s" % (type(error).__name__, error)
        return self.link.send(*units.scene_time())

    def _within_limits(self, plans):
        limits = (getattr(self.link, "welcome", None) or {}).get("limits") or {}
        parts = min(limits.get("nodes", 4096), limits.get("curves", 4096))
        total = len(plans)
        plans = [plan for plan in plans if plan.part_count <= parts][: limits.get("subjects", 4096)]
        self.left_out = total - len(plans)
        return plans

    def _match(self):
        """Drops what is gone. A node that came back under its name, as after an undo, is the same subject."""
        wanted = {plan.key: plan for plan in self._plans}
        gone = {(known.body["role"], known.body["name"]): key for key, known in self._known.items() if key not in wanted}
        for key, plan in wanted.items():
            if key not in self._known and (plan.role, plan.name) in gone:
                self._known[key] = self._known.pop(gone.pop((plan.role, plan.name)))
        for key in gone.values():
            self.link.remove(self._known.pop(key).subject)

    def _update(self, plan, reading):
        known = self._known.get(plan.key)
        if known is not None and known.body["role"] != plan.role:
            self.link.remove(self._known.pop(plan.key).subject)
            known = None
        if known is None:
            known = self._known[plan.key] = _Known(self.link.add(reading.body), reading.body)
        elif known.body != reading.body:
            self.link.describe_again(known.subject, reading.body)
            known.body = reading.body
        for i, (translation, rotation, scale) in enumerate(reading.nodes):
            known.subject.set_node(i, translation, rotation, scale)
        for name, value in reading.curves.items():
            known.subject.set_curve(name, value)


class _Known:
    """A subject that is being sent, with the description it was given."""

    __slots__ = ("subject", "body")

    def __init__(self, subject, body):
        self.subject = subject
        self.body = body
