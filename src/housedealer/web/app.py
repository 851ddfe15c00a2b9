"""The application: every path, the socket, and the page's files."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from housedealer import __version__
from housedealer.floor.house.house import House
from housedealer.web import api_desk, api_games, api_odds, api_people, api_school, api_tables, openapi, socket
from housedealer.web.answers import Handler, Problem, answer, endpoint, error, house_of
from housedealer.web.counting import Counting
from housedealer.web.forwarded import Forwarded, Network
from housedealer.web.known_odds import KnownOdds
from housedealer.web.limits import Limits
from housedealer.web.logs import Counted, Requests
from housedealer.web.metrics import metrics
from housedealer.web.security import Secured

PAGE = Path(__file__).parent / "page"


def get(path: str, handler: Handler, limit: str = "") -> Route:
    """A path that is read."""
    return Route(path, endpoint(handler, limit), methods=["GET"])


def post(path: str, handler: Handler, limit: str = "") -> Route:
    """A path that does something."""
    return Route(path, endpoint(handler, limit), methods=["POST"])


async def health(request: Request) -> Response:
    """Whether the house is well."""
    house = house_of(request)
    failed = house.store.failed
    ok = failed is None and not house.stopped
    says = "The house is open." if ok else f"The house cannot write: {failed}."
    if ok and house.draining:
        says = "The house closes after this round."
    return answer(
        {
            "ok": ok,
            "says": says,
            "version": __version__,
            "tables": len(house.tables),
            "rounds": house.rounds_in_progress,
            "database": house.store.engine.dialect.name,
        },
        200 if ok else 503,
    )


GAME = "/api/games/{room}/{game}"
TABLE = "/api/tables/{table}"
DESK = "/api/desk"
ROUND = f"{TABLE}/rounds/{{number}}"


def desk() -> list[Route]:
    """The floor desk."""
    at = f"{DESK}/tables/{{table}}"
    return [
        get(f"{DESK}/tables", api_desk.tables),
        post(f"{DESK}/tables", api_desk.opening),
        post(f"{at}/close", api_desk.close),
        post(f"{at}/option", api_desk.option),
        post(f"{at}/pause", api_desk.pause),
        post(f"{at}/resume", api_desk.resume),
        post(f"{at}/seat", api_desk.seat),
        post(f"{at}/move", api_desk.move),
        post(f"{at}/remove", api_desk.remove),
        post(f"{at}/call", api_desk.call),
        post(f"{at}/void", api_desk.void),
        post(f"{at}/rounds/{{round}}/correct", api_desk.correct),
        post(f"{at}/calls/{{call}}/done", api_desk.call_done),
        get(f"{DESK}/drop", api_desk.the_drop),
        get(f"{DESK}/export/{{what}}.csv", api_desk.exported),
        get(f"{DESK}/audit", api_desk.log),
        get(f"{DESK}/audit/verify", api_desk.verify, "told"),
        get(f"{DESK}/ledger", api_desk.ledger),
        get(f"{DESK}/people", api_desk.people),
        post(f"{DESK}/people", api_desk.office),
        post(f"{DESK}/shift", api_desk.shift),
        post(f"{DESK}/drain", api_desk.drain),
    ]


def routes() -> list[Route]:
    """Every path of the interface."""
    return [
        get("/health", health),
        get("/metrics", metrics),
        get("/api/openapi.json", openapi.description),
        get("/api/me", api_people.me),
        post("/api/guest", api_people.guest, "guest"),
        post("/api/register", api_people.register, "password"),
        post("/api/login", api_people.login, "password"),
        post("/api/logout", api_people.logout),
        post("/api/chips", api_people.chips),
        post("/api/first-run", api_people.first_run, "password"),
        get("/api/pieces", api_games.pieces),
        get("/api/rooms", api_games.all_rooms),
        get(GAME, api_games.description),
        get(f"{GAME}/sheet", api_games.sheet),
        get(f"{GAME}/page", api_games.page),
        get(f"{GAME}/rules", api_games.rules),
        get(f"{GAME}/odds", api_odds.game_odds, "heavy"),
        get(f"{GAME}/bank", api_odds.game_bank, "heavy"),
        get(f"{GAME}/strategy", api_odds.game_strategy, "heavy"),
        get("/api/rulings", api_games.rulings),
        post("/api/adjudicate", api_games.adjudicate, "heavy"),
        get("/api/tables", api_tables.rows),
        post("/api/tables", api_tables.opening),
        get(TABLE, api_tables.one),
        post(f"{TABLE}/close", api_tables.close),
        get(f"{TABLE}/rounds", api_tables.rounds),
        get(ROUND, api_tables.one_round, "told"),
        get(f"{ROUND}/witness", api_tables.witness, "told"),
        get(f"{ROUND}/log", api_tables.log_of, "told"),
        *desk(),
        get("/api/school", api_school.school),
        post("/api/school", api_school.begin),
        get("/api/school/progress", api_school.sheet),
        get("/api/school/progress.csv", api_school.sheet_csv),
        get("/api/school/{id}", api_school.one),
        post("/api/school/{id}/answer", api_school.answered),
        post("/api/school/{id}/stop", api_school.stop),
    ]


class Page(StaticFiles):
    """The page's files: a browser asks each time whether its copy is still good."""

    def file_response(self, *args: object, **more: object) -> Response:
        """A file, with its tag."""
        found = super().file_response(*args, **more)  # type: ignore[arg-type]
        found.headers["Cache-Control"] = "no-cache"
        return found


async def missing(request: Request) -> Response:
    """A path that the interface does not have."""
    return error(Problem(404, "not-found", "There is nothing here."))


async def not_here(request: Request, fault: Exception) -> Response:
    """A path or a method that nothing answers to."""
    status = getattr(fault, "status_code", 404)
    says = "This is not done here." if status == 405 else "There is nothing here."
    return error(Problem(status, "not-found", says))


def application(
    open_house: Callable[[], House], limits: Limits | None = None, proxies: Sequence[Network] = ()
) -> Starlette:
    """The application around a house, which is opened when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = open_house()
        house.hello = _hello
        app.state.house = house
        app.state.counting = counting = Counting()
        app.state.odds = KnownOdds(counting)
        try:
            yield
        finally:
            for connection in list(house.connections):
                connection.close(socket.RESTART)  # type: ignore[attr-defined]
            counting.close()
            house.close()

    app = Starlette(
        routes=[
            *routes(),
            WebSocketRoute("/ws", socket.serve),
            Route("/api/{rest:path}", endpoint(missing), methods=["GET", "POST"]),
            Mount("/", Page(directory=PAGE, html=True, check_dir=False)),
        ],
        middleware=[Middleware(Forwarded, proxies=proxies), Middleware(Counted), Middleware(Secured)],
        exception_handlers={404: not_here, 405: not_here},
        lifespan=lifespan,
    )
    app.state.limits = limits or Limits()
    app.state.requests = Requests()
    return app


def _hello(connection: object) -> None:
    if isinstance(connection, socket.Connection):
        connection.hello()
