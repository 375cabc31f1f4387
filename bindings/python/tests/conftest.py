"""Settings of all tests."""

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# How long a case takes depends on who else uses the machine.
settings.register_profile("plyground", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("plyground")


@pytest.fixture(scope="session")
def np() -> Any:
    """numpy: where it is not installed, tests with this argument are skipped."""
    return pytest.importorskip("numpy")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The long run leaves nothing out."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("PLYGROUND_LONG") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
