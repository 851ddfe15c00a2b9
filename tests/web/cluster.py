"""A PostgreSQL of the tests' own: made, started, and removed again."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.web.served import free_port


def binaries() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


class Cluster:
    """A running server."""

    def __init__(self, programs: Path, port: int) -> None:
        self.programs = programs
        self.port = port
        self._numbers = itertools.count(1)

    def run(self, program: str, *arguments: str) -> bytes:
        """One of PostgreSQL's own programs, as a client of this server."""
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "house"]
        done = subprocess.run(
            [str(self.programs / program), *where, *arguments], check=True, capture_output=True
        )
        return done.stdout

    def database(self) -> str:
        """A new, empty database; its name."""
        name = f"house{next(self._numbers)}"
        self.run("createdb", name)
        return name

    def url(self, name: str) -> str:
        """A database as `--database` names it."""
        return f"postgresql+psycopg://house@127.0.0.1:{self.port}/{name}"


@contextmanager
def started(programs: Path) -> Iterator[Cluster]:
    """A server for a while; as root it runs as somebody else, since PostgreSQL refuses root."""
    as_other: list[str] = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    with tempfile.TemporaryDirectory(prefix="housedealer-pg-") as folder:
        os.chmod(folder, 0o777)
        data, port = f"{folder}/data", free_port()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=on"
        subprocess.run(
            [*as_other, str(programs / "initdb"), "-D", data, "-U", "house", "-A", "trust", "-E", "UTF8"],
            check=True, capture_output=True,
        )  # fmt: skip
        control = [*as_other, str(programs / "pg_ctl"), "-D", data, "-w"]
        subprocess.run(
            [*control, "-o", options, "-l", f"{folder}/log", "start"], check=True, capture_output=True
        )
        try:
            yield Cluster(programs, port)
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True)


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """A server for a while; its empty database's URL."""
    with started(programs) as server:
        yield server.url("postgres")
