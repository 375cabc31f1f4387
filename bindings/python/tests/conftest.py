"""Settings of all tests."""

from hypothesis import settings

# How long a case takes depends on who else uses the machine.
settings.register_profile("plyground", deadline=None)
settings.load_profile("plyground")
