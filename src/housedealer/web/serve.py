"""`housedealer serve`: open the house."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from housedealer.floor.house.audit import HOUSE
from housedealer.floor.house.house import House
from housedealer.web import announce, logs
from housedealer.web.app import application
from housedealer.web.forwarded import networks
from housedealer.web.gathered import Protocol
from housedealer.web.limits import Limits

COLLECTING = (20_000, 10, 25)
"""After how many new objects garbage is collected among them, and after how many times among older ones."""


def spare_collector() -> None:
    """What the house has when it opens stays: the collector need not go through it again and again.

    What a round leaves behind is mostly given back without it, so that it may come by seldom.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


def run(
    host: str,
    port: int,
    data: Path,
    database: str | None,
    patience: float = 1.0,
    limited: bool = True,
    proxies: Sequence[str] = (),
    url: str = "",
    log: str = logs.AUTO,
) -> None:
    """Serve until somebody ends it; SIGUSR1 lets the house empty first."""
    logs.set_up(log)
    trusted = networks(proxies)

    def open_house() -> House:
        house = House.open(data, database, patience)
        with contextlib.suppress(NotImplementedError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, house.desk.drain, True, HOUSE)
        spare_collector()
        print(announce.words(host, port, url, house.first_run), flush=True)
        return house

    uvicorn.run(
        application(open_house, Limits(limited), trusted),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # `Forwarded` believes nobody who was not named
        ws=Protocol,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
