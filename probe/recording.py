"""The raw events of one run, in order, in memory, never written."""

from collections.abc import Callable
from time import monotonic_ns

from sanitize.events import Event


class Recording:
    """An append-only list of events, and the one clock that stamps them."""

    def __init__(
        self,
        now_ns: Callable[[], int] = monotonic_ns,
        *,
        observer: Callable[[Event], None] | None = None,
        is_kept: bool = True,
    ) -> None:
        self.now_ns = now_ns
        self._observer = observer  # told of each event as it happens
        self._is_kept = is_kept  # False: nothing stays, for what serves without an end
        self._events: list[Event] = []

    def append(self, event: Event) -> None:
        """Add what has just happened."""
        if self._is_kept:
            self._events.append(event)
        if self._observer is not None:
            self._observer(event)

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened so far."""
        return tuple(self._events)
