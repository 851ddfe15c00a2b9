"""Rounds dealt by a Dask cluster of several processes: the same as by threads, from the same seed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from housedealer import odds
from housedealer.odds.setup import Setup
from housedealer.odds.simulate import dealt, lots
from housedealer.table.errors import Refused

GAME = "lucky-buck/ez-baccarat"
ROUNDS = 5 * (1 << 19)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found.scheduler_address.replace("tcp://", "dask://")


def test_a_cluster_deals_what_threads_deal(cluster: str) -> None:
    setup = Setup(GAME)
    here = dealt(lots(setup, 3, ROUNDS), 1)
    there = dealt(lots(setup, 3, ROUNDS), cluster)
    assert here == there
    assert sum(here.values()) == ROUNDS


def test_the_odds_are_the_same_whoever_deals(cluster: str) -> None:
    here = odds.of(GAME, rounds=ROUNDS, seed=5, workers=2)
    there = odds.of(GAME, rounds=ROUNDS, seed=5, workers=cluster)
    assert [one.edge for one in here.wagers] == [one.edge for one in there.wagers]


def test_a_cluster_that_is_not_there_is_said_in_a_sentence() -> None:
    with pytest.raises(Refused, match="cluster"):
        odds.of(GAME, rounds=1000, workers="dask://127.0.0.1:9")
