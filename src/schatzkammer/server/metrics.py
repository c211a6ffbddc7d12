"""Prometheus metrics. Each worker reports its own, labelled with its id."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Count
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Messages(Collector):
    """Messages from clients, by kind and by time taken; faster than Prometheus' own counters, which lock."""

    def __init__(self) -> None:
        self._kinds: Count[type[Struct]] = Count()
        self._counts = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, message: Struct, seconds: float) -> None:
        """Counts a message and the time it took; `seconds` is negative if it was refused."""
        self._kinds[type(message)] += 1
        if seconds >= 0:
            self._counts[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def collect(self) -> Iterator[Metric]:
        """All metrics of messages."""
        messages = CounterMetricFamily("schatzkammer_messages", "Messages from clients over sockets.", labels=["kind"])
        for kind, count in self._kinds.items():
            messages.add_metric([str(kind.__struct_config__.tag)], count)
        yield messages
        cumulative = zip((*map(str, BUCKETS), "+Inf"), accumulate(self._counts), strict=True)
        times = HistogramMetricFamily("schatzkammer_command_seconds", "From a command over the socket to its commit.")
        times.add_metric([], list(cumulative), self._seconds)
        yield times


class Metrics(Collector):
    """The metrics of one worker."""

    def __init__(self, worker: str) -> None:
        self._worker = worker
        self._registry = CollectorRegistry()
        self._current: tuple[Metric, ...] = ()
        labels = ["method", "status"]
        self.requests = Counter("schatzkammer_requests", "Requests answered.", labels, registry=self._registry)
        self.refused = Counter("schatzkammer_refused", "Commands refused.", ["code"], registry=self._registry)
        self.messages = Messages()
        self._registry.register(self.messages)

    def render(self, *current: Metric) -> bytes:
        """All metrics and the current values of others, in the text format of Prometheus."""
        self._current = current
        return generate_latest(self)

    def collect(self) -> Iterator[Metric]:
        """All metrics, labelled with the worker's id."""
        for metric in (*self._registry.collect(), *self._current):
            metric.samples = [one._replace(labels={**one.labels, "worker": self._worker}) for one in metric.samples]
            yield metric


def gauge(name: str, about: str, value: float) -> Metric:
    """The current value of a gauge."""
    return GaugeMetricFamily(f"schatzkammer_{name}", about, value=value)


def counter(name: str, about: str, value: float) -> Metric:
    """The current value of a counter."""
    return CounterMetricFamily(f"schatzkammer_{name}", about, value=value)
