"""`/metrics`: the house in figures, as Prometheus reads them.

Whoever asks from this machine gets them, as do the floor and auditors: they tell how many people are here and
what the drop is.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from housedealer import __version__
from housedealer.floor.house import parts
from housedealer.floor.house.house import House
from housedealer.floor.house.people import AUDITOR, FLOOR
from housedealer.web.answers import Problem, asker, client, house_of
from housedealer.web.logs import Requests

STATES = (
    parts.WAITING, parts.GAP, parts.OFFERING, parts.DEALING, parts.PAUSED, parts.BROKEN, parts.CLOSING,
)  # fmt: skip
Sample = tuple[Mapping[str, object], float]
BEGAN = time.time()


def _is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


async def metrics(request: Request) -> Response:
    """The figures."""
    if not _is_local(client(request)):
        person = asker(request)
        if person is None or not {FLOOR, AUDITOR} & set(person.roles):
            raise Problem(403, "role", "Figures are for this machine, the floor, and auditors.")
    text = "".join(figures(house_of(request), request.app.state.requests))
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _told(name: str, kind: str, says: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {says}\n# TYPE {name} {kind}\n"]
    for labels, value in samples:
        inside = ",".join(f'{key}="{one}"' for key, one in labels.items())
        lines.append(f"{name}{{{inside}}} {value:.15g}\n" if inside else f"{name} {value:.15g}\n")
    return "".join(lines)


def _resident() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def figures(house: House, requests: Requests) -> Iterable[str]:
    """Every figure."""
    store, balance = house.store, house.books.balance
    states = dict.fromkeys(STATES, 0)
    for table in house.tables.values():
        states[table.state] = states.get(table.state, 0) + 1
    accounts = sum(1 for one in house.people.by_name.values() if one.password)
    here = {one.person for one in house.connections if one.person}
    usage = resource.getrusage(resource.RUSAGE_SELF)
    about = {"version": __version__, "database": store.engine.dialect.name}
    gauge, counter = "gauge", "counter"
    rows: tuple[tuple[str, str, str, list[Sample]], ...] = (
        ("housedealer_info", gauge, "Version and database.", [(about, 1)]),
        ("housedealer_ok", gauge, "Whether the house can write.", [({}, store.failed is None)]),
        ("housedealer_draining", gauge, "Whether it closes after this round.", [({}, house.draining)]),
        ("housedealer_tables", gauge, "Tables by what they do.",
         [({"state": state}, many) for state, many in states.items()]),
        ("housedealer_rounds_in_progress", gauge, "Rounds being dealt.", [({}, house.rounds_in_progress)]),
        ("housedealer_rounds_total", counter, "Rounds finished since the start.", [({}, store.rounds)]),
        ("housedealer_entries_total", counter, "Answers and calls written in rounds.", [({}, store.entries)]),
        ("housedealer_connections", gauge, "Open sockets.", [({}, len(house.connections))]),
        ("housedealer_people_here", gauge, "People with an open socket.", [({}, len(here))]),
        ("housedealer_people", gauge, "People known.",
         [({"kind": "account"}, accounts), ({"kind": "guest"}, len(house.people.by_name) - accounts)]),
        ("housedealer_calls_waiting", gauge, "Calls of players not seen to.", [({}, len(house.calls))]),
        ("housedealer_audit_entries", gauge, "Entries of the audit log.", [({}, house.desk.audit.n)]),
        ("housedealer_ledger_sum_cents", gauge, "Sum of all accounts: zero.", [({}, sum(balance.values()))]),
        ("housedealer_chips_out_cents", gauge, "Chips that the cage has issued.",
         [({}, -house.books.of("cage"))]),
        ("housedealer_drop_cents", gauge, "The drop of all tables.",
         [({}, sum(held for name, held in balance.items() if name.startswith("drop:")))]),
        ("housedealer_commits_total", counter, "Transactions written.", [({}, store.commits)]),
        ("housedealer_batches_total", counter, "Changes in them.", [({}, store.written)]),
        ("housedealer_batches_waiting", gauge, "Changes not durable yet.", [({}, store.waiting)]),
        ("housedealer_commit_seconds_total", counter, "Time spent in commits.", [({}, store.spent)]),
        ("housedealer_commit_seconds_max", gauge, "The longest commit.", [({}, store.slowest)]),
        ("housedealer_http_requests_total", counter, "Requests answered.",
         [({"method": method, "status": status}, many)
          for (method, status), many in sorted(requests.many.items())]),
        ("housedealer_http_seconds_total", counter, "Time spent on them.", [({}, requests.seconds)]),
        ("process_resident_memory_bytes", gauge, "Memory.", [({}, _resident())]),
        ("process_cpu_seconds_total", counter, "Processor time.", [({}, usage.ru_utime + usage.ru_stime)]),
        ("process_start_time_seconds", gauge, "When the process began.", [({}, BEGAN)]),
    )  # fmt: skip
    return [_told(*row) for row in rows]
