"""A child ends with its parent, however that ends: the kernel tells it."""

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1
_PRCTL = getattr(ctypes.CDLL(None), "prctl", None)
"""Looked up before any fork; another system has none, and children there outlive a parent that was killed."""


def end_with(parent: int, number: int = signal.SIGTERM) -> None:
    """Have this process get a signal when its parent ends; called in the child, first of all.

    The kernel follows the thread that forked, not its process: fork from the main thread.
    """
    if _PRCTL is None:
        return
    _PRCTL(PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        # It ended before we had asked.
        os.kill(os.getpid(), number)
