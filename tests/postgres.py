"""Run a command against PostgreSQL: `python -m tests.postgres pytest …`.

Takes TEST_DATABASE_URL when it is set; otherwise starts a private server from Debian's binaries in a
temporary folder and stops it afterwards. Says loudly when there is none; in CI that is a failure.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


def binaries() -> Path | None:
    """The folder of the newest installed PostgreSQL server."""
    paths = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    return paths[-1].parent if paths else None


def _as_postgres(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root: use its own user there."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


@dataclass(frozen=True)
class Server:
    """A private server: its address, and the words that control it."""

    url: str
    folder: Path
    control: tuple[str, ...]
    options: str

    def address(self, database: str) -> str:
        """The address of one of its databases."""
        return self.url.replace("/postgres?", f"/{database}?")

    def create(self, database: str, template: str) -> None:
        """Make a database like another one."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')  # type: ignore[arg-type, unused-ignore]

    def run(self, *words: str) -> None:
        """Tell the server something: `stop`, `-m immediate stop`, `start`."""
        start = ["-o", self.options] if words[-1] in {"start", "restart"} else []
        command = _as_postgres([*self.control, *start, *words])
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)


@contextmanager
def server() -> Iterator[str]:
    """A private server without durability; gives its address."""
    with private() as running_server:
        yield running_server.url


@contextmanager
def private() -> Iterator[Server]:
    """A private server on a unix socket, without durability, that may be stopped and started."""
    bin_ = binaries()
    assert bin_ is not None
    folder = Path(tempfile.mkdtemp(prefix="parley-pg-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(_as_postgres([str(bin_ / "initdb"), "--no-sync", "-A", "trust", "-U", user, "-D", str(data)]), **run)
    # Nobody waits for a disk, but what was committed is there when the server, not the machine, is killed.
    careless = "fsync=off full_page_writes=off wal_level=minimal max_wal_senders=0 autovacuum=off"
    settings = ["listen_addresses=", f"unix_socket_directories={folder}", "max_connections=200", *careless.split()]
    options = " ".join(f"-c {setting}" for setting in settings)
    control = (str(bin_ / "pg_ctl"), "-D", str(data), "-w", "-l", str(folder / "log"))
    running_server = Server(f"postgresql://{user}@/postgres?host={folder}", folder, control, options)
    running_server.run("start")
    try:
        yield running_server
    finally:
        if (data / "postmaster.pid").exists():
            running_server.run("-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def main(command: list[str]) -> int:
    """Run the command with TEST_DATABASE_URL set."""
    if os.environ.get("TEST_DATABASE_URL"):
        return subprocess.run(command).returncode
    if binaries() is None:
        print("\n*** NO POSTGRESQL: this part of the suite did not run. Install Debian's package postgresql. ***\n")
        return 1 if os.environ.get("CI") else 0
    with server() as address:
        return subprocess.run(command, env=os.environ | {"TEST_DATABASE_URL": address}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
