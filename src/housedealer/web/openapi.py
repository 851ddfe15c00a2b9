"""The description of every path for machines (OpenAPI 3.1), read from the program itself.

Nothing is written twice: the paths are the application's routes; the shape of a body is the msgspec structure
that the handler reads it into; what a query may hold, whether one must be signed in, and what the answer's
fields are is read from the handler's own code (and from the functions of this package that it calls). So the
description cannot fall behind the handlers.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from housedealer import __version__
from housedealer.web.answers import body, lasting, number

PACKAGE = "housedealer.web."
MANY = 6
"""How deep the functions that a handler calls are read."""


class Fault(msgspec.Struct):
    """What was wrong."""

    code: str
    says: str


class Failed(msgspec.Struct):
    """Every answer that is an error."""

    error: Fault


class Read(msgspec.Struct):
    """What a handler's code says of it."""

    body: Any = None
    query: dict[str, dict[str, Any]] = {}
    signed_in: bool = False
    fields: list[tuple[str, ...]] = []
    media: str = "application/json"


async def description(request: Request) -> Response:
    """This description."""
    state = request.app.state
    if not hasattr(state, "described"):
        state.described = msgspec.json.encode(document(request.app.routes))
    return lasting(request, state.described)


def document(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """All paths that answer."""
    found: list[tuple[Route, str, Callable[..., Any], Read]] = []
    for route in routes:
        handler = getattr(getattr(route, "endpoint", None), "__wrapped__", None)
        if isinstance(route, Route) and handler is not None and ":path}" not in route.path:
            for method in sorted((route.methods or set()) - {"HEAD"}):
                found.append((route, method.lower(), handler, read(handler)))
    shapes = [one.body for _, _, _, one in found if one.body is not None]
    schemas, parts = msgspec.json.schema_components(
        [*shapes, Failed], ref_template="#/components/schemas/{name}"
    )
    of = dict(zip([id(shape) for shape in shapes], schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for route, method, handler, one in found:
        schema = of[id(one.body)] if one.body is not None else None
        paths.setdefault(route.path, {})[method] = _operation(route.path, method, handler, one, schema)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "housedealer",
            "version": __version__,
            "description": "Its people, games, tables, desk and school; docs/protocol.md says more.",
        },
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "housedealer"}},
        },
    }


def _operation(
    path: str, method: str, handler: Callable[..., Any], one: Read, schema: dict[str, Any] | None
) -> dict[str, Any]:
    text = inspect.getdoc(handler) or ""
    fields: dict[str, Any] = {}
    if len(one.fields) == 1:
        names = one.fields[0]
        fields = {"required": list(names), "properties": {name: {} for name in names}}
    answer = {"type": "object", **fields} if one.media == "application/json" else {"type": "string"}
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Failed"}}}
    found: dict[str, Any] = {
        "operationId": f"{handler.__module__.rpartition('.')[2].removeprefix('api_')}_{handler.__name__}",
        "summary": text.partition("\n")[0],
        "parameters": [
            *(
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
                for name in re.findall(r"\{(\w+)\}", path)
            ),
            *(
                {"name": name, "in": "query", "required": False, "schema": shape}
                for name, shape in sorted(one.query.items())
            ),
        ],
        "responses": {
            "200": {"description": "Done.", "content": {one.media: {"schema": answer}}},
            "default": {"description": "One sentence says what is wrong.", "content": error},
        },
    }
    if one.signed_in:
        found["security"] = [{"cookie": []}]
    if schema is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if method == "post":
        origin = {"name": "Origin", "in": "header", "required": True, "schema": {"type": "string"}}
        found["parameters"].append({**origin, "description": "The address of this house."})
    return found


# -- reading the code ----------------------------------------------------------------------------------


def read(handler: Callable[..., Any]) -> Read:
    """What a handler's code says: its body's shape, its query, who may ask, what it answers."""
    found = Read(query={}, fields=[])
    _read(handler, found, set(), {}, MANY)
    return found


def _read(
    function: Callable[..., Any], found: Read, known: set[Any], given: dict[str, str], deep: int
) -> None:
    """Read one function; `given` are the names of fields that its caller handed to it."""
    if (function, tuple(given.items())) in known or not deep:
        return
    known.add((function, tuple(given.items())))
    tree = _tree(function)
    names = vars(inspect.getmodule(function))
    asked = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target, value in _assigned(node)
        if isinstance(target, ast.Name) and _is_query(value)
    }
    for node in ast.walk(tree):
        inside = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In)
        if isinstance(node, ast.Compare) and inside and _is_query(node.comparators[0]):
            name = _text(node.left, given)
            if name is not None:
                found.query.setdefault(name, {"type": "string"})
        if isinstance(node, ast.Call):
            _call(node, found, known, given, deep, names, asked)


def _call(
    node: ast.Call, found: Read, known: set[Any], given: dict[str, str], deep: int, names: dict[str, Any],
    asked: set[str],
) -> None:  # fmt: skip
    callee = node.func
    if isinstance(callee, ast.Attribute) and callee.attr in ("get", "getlist"):
        query = _is_query(callee.value) or (isinstance(callee.value, ast.Name) and callee.value.id in asked)
        name = _text(node.args[0], given) if node.args else None
        if query and name is not None:
            text: dict[str, Any] = {"type": "string"}
            many = {"type": "array", "items": text}
            found.query.setdefault(name, many if callee.attr == "getlist" else text)
        return
    for word in node.keywords:
        if word.arg == "media_type" and isinstance(word.value, ast.Constant):
            found.media = str(word.value.value).partition(";")[0]
    target = _named(callee, names)
    if target is body:
        found.body = eval(compile(ast.Expression(node.args[1]), "body", "eval"), names)
    elif target is number:
        if (name := _text(node.args[1], given)) is not None:
            low, high = (_value(node.args[at], names) for at in (3, 4))
            found.query[name] = {"type": "integer", "minimum": low, "maximum": high}
    elif isinstance(target, FunctionType) and target.__module__.startswith(PACKAGE):
        if target.__name__ == "signed_in":
            found.signed_in = True
        if target.__name__ in ("answer", "lasting"):
            _answered(node, found)
        else:
            handed = {}
            for parameter, value in zip(inspect.signature(target).parameters, node.args, strict=False):
                if (text_ := _text(value, given)) is not None:
                    handed[parameter] = text_
            _read(target, found, known, handed, deep - 1)


def _answered(node: ast.Call, found: Read) -> None:
    """The fields of an answer that is written out."""
    value = node.args[-1] if _name(node.func) == "lasting" else node.args[0]
    keys: tuple[str, ...] = ()
    if isinstance(value, ast.Dict):
        keys = tuple(str(key.value) for key in value.keys if isinstance(key, ast.Constant))
    found.fields.append(keys)


@cache
def _tree(function: Callable[..., Any]) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))


def _assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each name with its value, in `a = b` and in `a, b = c, d`."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _is_query(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "query_params"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _named(node: ast.expr, names: dict[str, Any]) -> Any:
    """What a name in a module stands for."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(names.get(node.value.id), node.attr, None)
    return None


def _text(node: ast.expr, given: dict[str, str]) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return given.get(node.id) if isinstance(node, ast.Name) else None


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    """A number as the code writes it."""
    return eval(compile(ast.Expression(node), "number", "eval"), names)
