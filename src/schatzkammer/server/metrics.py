"""What the server counts, for Prometheus. Each worker tells of itself."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """Counters and gauges of one worker."""

    def __init__(self) -> None:
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

    def gauge(self, name: str, about: str, value: float) -> None:
        """Sets something that goes up and down."""
        gauge = self._gauges.get(name)
        if gauge is None:
            gauge = self._gauges[name] = Gauge(f"schatzkammer_{name}", about, registry=self.registry)
        gauge.set(value)

    def told(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"schatzkammer_{name}", about, labels, registry=self.registry)
