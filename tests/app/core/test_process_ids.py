"""Which processes are there: those that have ended are not, no matter who still holds their number."""

import os
import subprocess
import time

from app.core.process_ids import started


def test_a_process_is_there_until_it_ends_and_known_by_its_start() -> None:
    own = started(os.getpid())
    assert own == started(os.getpid()) and own is not None
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        assert started(process.pid) is not None
        assert process.stdin is not None
        process.stdin.close()
        while started(process.pid) is not None:  # Nobody has asked how it ended: it is a zombie.
            time.sleep(0.01)
        assert process.returncode is None
    assert started(process.pid) is None
    assert started(10**12) is None
    assert started(1) is not None
