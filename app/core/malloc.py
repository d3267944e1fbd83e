"""How the C library keeps memory: few heaps, and nothing large in them, so that what is freed goes back."""

import ctypes

# Numbers of <malloc.h>.
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
LARGE = 256 * 1024
ARENAS = 2


def bound_heaps() -> None:
    """Tell glibc, for this process and all that are copied from it; another C library has no such settings.

    By itself it gives each thread a heap and, once a large block was freed, puts such blocks into heaps, too. Each of
    eight threads then holds what its largest page or compression ever took: 55 MB in five minutes of load.
    """
    settle = getattr(ctypes.CDLL(None), "mallopt", None)
    if settle is not None:
        settle(M_ARENA_MAX, ARENAS)
        settle(M_MMAP_THRESHOLD, LARGE)
