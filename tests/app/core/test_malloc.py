"""The C library's heaps in a process of many threads."""

import platform
import subprocess
import sys

import pytest

# A heap of its own begins at a multiple of 64 MB.
THREADS = """
import sys, threading
if sys.argv[1] == "bounded":
    from app.core.malloc import bound_heaps
    bound_heaps()
together = threading.Barrier(8)
def work():
    together.wait()
    held = [bytes(2_000) for _ in range(200)]
    together.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
starts = [int(line.split("-")[0], 16) for line in open("/proc/self/maps") if line.rstrip().endswith(" 0")]
print(sum(start % 2**26 == 0 for start in starts))
"""


def heaps(how: str) -> int:
    """How many heaps eight threads at once have made beside the first."""
    words = [sys.executable, "-c", THREADS, how]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives threads heaps of their own")
def test_threads_share_two_heaps() -> None:
    assert heaps("bounded") <= 1 < heaps("free")
