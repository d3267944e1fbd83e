"""Which processes are there: those that have ended are not, no matter who still holds their number."""

import os
import subprocess
import time

from app.core.process_ids import start_time


def test_a_process_is_there_until_it_ends_and_known_by_its_start() -> None:
    own = start_time(os.getpid())
    assert own == start_time(os.getpid()) and own is not None
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        assert start_time(process.pid) is not None
        assert process.stdin is not None
        process.stdin.close()
        while start_time(process.pid) is not None:  # Nobody has asked how it ended: it is a zombie.
            time.sleep(0.01)
        assert process.returncode is None
    assert start_time(process.pid) is None
    assert start_time(10**12) is None
    assert start_time(1) is not None
