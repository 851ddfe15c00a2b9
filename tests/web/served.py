"""A real house in a process of its own, which can be killed and opened again."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import httpx


def free_port() -> int:
    """A port that nobody listens at, and below those that connections go out from."""
    for port in Random(secrets.randbits(64)).sample(range(10_000, 32_000), 100):
        with socket.socket() as found, contextlib.suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Served:
    """`housedealer serve` on a port of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.log = folder.parent / f"{folder.name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def begin(self) -> subprocess.Popen[bytes]:
        """Start the process, without waiting for anything."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "housedealer", "serve", "--port", str(self.port),
                    "--data", str(self.folder), *self.options,
                ],
                stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        return self.process

    def start(self) -> Served:
        """Open the house and wait until it answers."""
        process = self.begin()
        for _ in range(600):
            if process.poll() is not None:
                raise AssertionError(self.log.read_text())
            try:
                if httpx.get(f"{self.base}/health", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError("the house does not open: " + self.log.read_text())

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """End it as one does."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def first_run_token(self) -> str:
        """The secret of the printed link."""
        found = re.findall(r"#first-run=(\w+)", self.log.read_text())
        assert found
        return str(found[-1])

    def __enter__(self) -> Served:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
