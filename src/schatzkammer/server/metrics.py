"""What the server counts, for Prometheus. Each worker tells of itself, under its own name."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Wishes(Collector):
    """What comes over sockets, counted at every move: plainly, for nobody but the loop counts it."""

    def __init__(self) -> None:
        self._kinds: Tally[type[Struct]] = Tally()
        self._counts = [0] * (len(FAST) + 1)
        self._seconds = 0.0

    def heard(self, message: Struct) -> None:
        """Counts a message from a client."""
        self._kinds[type(message)] += 1

    def granted(self, seconds: float) -> None:
        """Counts a wish, by how long it took."""
        self._counts[bisect_left(FAST, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """All of it, for Prometheus."""
        messages = CounterMetricFamily("schatzkammer_messages", "Messages from clients over sockets.", labels=["kind"])
        for kind, count in self._kinds.items():
            messages.add_metric([str(kind.__struct_config__.tag)], count)
        yield messages
        so_far = zip((*map(str, FAST), "+Inf"), accumulate(self._counts), strict=True)
        times = HistogramMetricFamily("schatzkammer_wish_seconds", "From a wish over the socket to its commit.")
        times.add_metric([], list(so_far), self._seconds)
        yield times


class Metrics(Collector):
    """Counters and gauges of one worker."""

    def __init__(self, worker: str) -> None:
        self._worker = worker
        self.registry = CollectorRegistry()
        self.requests = self._counter("requests", "Requests answered.", "method", "status")
        self.refused = self._counter("refused", "Wishes refused.", "code")
        self.wishes = Wishes()
        self.registry.register(self.wishes)
        self._gauges: dict[str, Gauge] = {}
        self._counted: dict[str, Metric] = {}

    def gauge(self, name: str, about: str, value: float) -> None:
        """Sets something that goes up and down."""
        gauge = self._gauges.get(name)
        if gauge is None:
            gauge = self._gauges[name] = Gauge(f"schatzkammer_{name}", about, registry=self.registry)
        gauge.set(value)

    def counter(self, name: str, about: str, value: float) -> None:
        """Tells of something that is counted elsewhere and only goes up."""
        self._counted[name] = CounterMetricFamily(f"schatzkammer_{name}", about, value=value)

    def told(self) -> bytes:
        """All of it, as Prometheus reads it."""
        named = CollectorRegistry()
        named.register(self)
        return generate_latest(named)

    def collect(self) -> Iterator[Metric]:
        """All of it; workers behind one door are told apart by their names."""
        for metric in (*self.registry.collect(), *self._counted.values()):
            samples = [one._replace(labels={**one.labels, "worker": self._worker}) for one in metric.samples]
            metric.samples = samples
            yield metric

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"schatzkammer_{name}", about, labels, registry=self.registry)
