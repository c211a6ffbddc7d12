"""What the server counts, for Prometheus. Each worker tells of itself, under its own name."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.registry import Collector

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics(Collector):
    """Counters and gauges of one worker."""

    def __init__(self, worker: str) -> None:
        self._worker = worker
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered.", "method", "status")
        self.messages = self._counter("messages", "Messages from clients over sockets.", "kind")
        self.refused = self._counter("refused", "Wishes refused.", "code")
        self.wishes = Histogram(
            "schatzkammer_wish_seconds",
            "From a wish over the socket to its commit.",
            buckets=FAST,
            registry=self.registry,
        )
        self._gauges: dict[str, Gauge] = {}
        self._kinds: dict[type, Counter] = {}  # those of `messages`: looked up for every message

    def heard(self, message: Struct) -> None:
        """Counts a message from a client."""
        counter = self._kinds.get(type(message))
        if counter is None:
            counter = self._kinds[type(message)] = self.messages.labels(str(message.__struct_config__.tag))
        counter.inc()

    def gauge(self, name: str, about: str, value: float) -> None:
        """Sets something that goes up and down."""
        gauge = self._gauges.get(name)
        if gauge is None:
            gauge = self._gauges[name] = Gauge(f"schatzkammer_{name}", about, registry=self.registry)
        gauge.set(value)

    def told(self) -> bytes:
        """All of it, as Prometheus reads it."""
        named = CollectorRegistry()
        named.register(self)
        return generate_latest(named)

    def collect(self) -> Iterator[Metric]:
        """All of it; workers behind one door are told apart by their names."""
        for metric in self.registry.collect():
            samples = [one._replace(labels={**one.labels, "worker": self._worker}) for one in metric.samples]
            metric.samples = samples
            yield metric

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"schatzkammer_{name}", about, labels, registry=self.registry)
