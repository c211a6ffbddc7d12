"""Settings for all tests: Hypothesis is repeatable and never fails a test for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("house")
