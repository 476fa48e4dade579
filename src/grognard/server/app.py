"""The ASGI application: pages, a small HTTP interface, one WebSocket a page. docs/protocol.md tells it in words."""

from __future__ import annotations

import logging
import mimetypes
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

import grognard
from grognard.kernel.contract import PUBLIC
from grognard.kernel.errors import BadInput, Broken, GameFault, GrognardError, Refused
from grognard.kernel.record import dump_record
from grognard.server import present
from grognard.server.guard import Guard
from grognard.server.lobby import Lobby
from grognard.server.room import Page, Room, Stale

log = logging.getLogger("grognard.server")
CLIENT = Path(grognard.__file__).parent / "client"
MOST_BODY = 64_000_000
MOST_MESSAGE = 400_000
CHANGING = ("play", "undo", "redo", "drop", "order", "lesson")
"""What may leave a table half changed if it fails."""
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SAFE = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "x-frame-options": "DENY", "cross-origin-resource-policy": "same-origin",
}  # fmt: skip


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(present.encode(value), status, headers, "application/json")


def refusal(error: GrognardError) -> dict[str, Any]:
    """An error as the page is told it."""
    kind = (
        "stale" if isinstance(error, Stale)
        else "refused" if isinstance(error, Refused)
        else "broken" if isinstance(error, Broken)
        else "fault" if isinstance(error, GameFault)
        else "bad"
    )  # fmt: skip
    out: dict[str, Any] = {"kind": kind, "text": str(error)}
    if isinstance(error, Refused):
        out["reasons"] = error.reasons
    return out


class GuardedApp:
    """Lets through only what comes from the owner's own pages; everything else gets one sentence."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app = app
        self.guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        why = self.guard.refusal(headers)
        if not why and scope.get("path") != "/enter" and self.guard.person(headers) is None:
            why = "Open Grognard by the address that it printed when it was started: this page has no token."
        if scope["type"] == "websocket":
            if why or headers.get("origin") is None:
                await WebSocket(scope, receive, send).close(4403, why or "The page names no origin.")
            else:
                await self.app(scope, receive, send)
            return
        if why:
            page = f"<!doctype html><title>Grognard</title><p>{why}</p>"
            if scope.get("path", "").startswith("/api/"):
                response = answer({"error": {"kind": "bad", "text": why}}, 403)
            else:
                response = HTMLResponse(page, 403)
            await response(scope, receive, send)
            return

        async def send_safe(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(k.encode(), v.encode()) for k, v in SAFE.items()]
            await send(message)

        await self.app(scope, receive, send_safe)


def make_app(lobby: Lobby, guard: Guard, client: Path = CLIENT) -> ASGIApp:
    """The whole application. `lobby` holds games and tables, `guard` decides who may ask."""

    def errors(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def safe(request: Request) -> Response:
            try:
                return await handler(request)
            except GrognardError as error:
                return answer({"error": refusal(error)}, 409 if isinstance(error, Refused) else 400)
            except sqlite3.Error as error:
                log.exception("The file of games failed")
                return answer({"error": {"kind": "fault", "text": f"The file of games failed: {error}."}}, 500)
            except Exception as error:
                log.exception("The server failed on %s", request.url.path)
                words = f"The server failed inside ({type(error).__name__}: {error})."
                return answer({"error": {"kind": "fault", "text": words}}, 500)

        return safe

    # ------------------------------------------------------------------------------------------------ pages
    async def enter(request: Request) -> Response:
        if not guard.is_token(request.query_params.get("token", "")):
            return HTMLResponse("<!doctype html><title>Grognard</title><p>This token is not the server's.</p>", 403)
        to = request.query_params.get("next", "/")
        response = RedirectResponse(to if to.startswith("/") and not to.startswith("//") else "/", 303)
        response.set_cookie(
            guard.cookie, guard.token, max_age=365 * 86400, httponly=True, samesite="strict", path="/"
        )
        return response

    async def page(request: Request) -> Response:
        index = client / "index.html"
        if not index.exists():
            return HTMLResponse(
                "<!doctype html><title>Grognard</title><p>The browser client has not been built.</p>", 503
            )
        return FileResponse(index, headers={"cache-control": "no-cache"})

    async def asset(request: Request) -> Response:
        file = client / request.path_params["file"]
        if file.parent != client or not file.is_file():
            return Response("There is no such file.", 404)
        return FileResponse(file, headers=FOREVER if "-" in file.name else {"cache-control": "max-age=3600"})

    # ------------------------------------------------------------------------------------------------- games
    async def home(request: Request) -> Response:
        games = await run_in_threadpool(lobby.game_infos)
        return answer({"games": games, "tables": lobby.table_infos(), "version": grognard.__version__})

    async def board(request: Request) -> Response:
        raw = await run_in_threadpool(lobby.board, lobby.game(request.path_params["game"]))
        return Response(raw, 200, {"cache-control": "no-cache"}, "application/json")

    async def book(request: Request) -> Response:
        raw = await run_in_threadpool(lobby.book, lobby.game(request.path_params["game"]))
        return Response(raw, 200, {"cache-control": "no-cache"}, "application/json")

    async def picture(request: Request) -> Response:
        game = lobby.game(request.path_params["game"])
        wanted = request.path_params["file"]
        if wanted not in {p.file for p in game.board().pictures}:
            return Response("There is no such picture.", 404)
        file = lobby.picture(game, wanted)
        if file is None:
            return Response("There is no such picture.", 404)
        return FileResponse(
            file, media_type=mimetypes.guess_type(file.name)[0], headers={"cache-control": "max-age=3600"}
        )

    # ------------------------------------------------------------------------------------------------ tables
    async def body_of(request: Request) -> bytes:
        if int(request.headers.get("content-length") or 0) > MOST_BODY:
            raise BadInput(f"More than {MOST_BODY // 1_000_000} MB are not read.")
        raw = await request.body()
        if len(raw) > MOST_BODY:
            raise BadInput(f"More than {MOST_BODY // 1_000_000} MB are not read.")
        return raw

    async def create(request: Request) -> Response:
        try:
            wanted = msgspec.json.decode(await body_of(request), type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise BadInput(f"This is no description of a game: {error}.") from None
        room = lobby.create(wanted)
        return answer({"id": room.row.id}, 201)

    async def take_in(request: Request) -> Response:
        raw = await body_of(request)
        room, note = await lobby.take_in_aside(raw)
        return answer({"id": room.row.id, "note": note}, 201)

    async def remove(request: Request) -> Response:
        await lobby.remove(request.path_params["id"])
        return answer({"removed": True})

    async def record(request: Request) -> Response:
        room, seat = await seated(request)
        raw = dump_record(await run_in_threadpool(room.record, seat))
        name = f"{room.game.id}-{room.row.id}.record.json"
        return Response(raw, 200, {"content-disposition": f'attachment; filename="{name}"'}, "application/json")

    async def position(request: Request) -> Response:
        room, seat = await seated(request)
        name = f"{room.game.id}-{room.row.id}.position.toml"
        text = room.table.position(seat if seat in room.game.seats else None)
        return Response(text, 200, {"content-disposition": f'attachment; filename="{name}"'}, "application/toml")

    async def seated(request: Request) -> tuple[Room, str]:
        room = await lobby.open(request.path_params["id"])
        seat = request.query_params.get("seat") or room.first_seat()
        if not room.may_see(seat):
            raise Refused([grognard.Reason("", f"You may not have what {seat} knows before the game is over.")])
        return room, seat

    # ------------------------------------------------------------------------------------------------ socket
    async def socket(ws: WebSocket) -> None:
        try:
            room = await lobby.open(ws.path_params["id"])
        except GrognardError as error:
            await ws.accept()
            await ws.send_text(present.encode({"type": "gone", "text": str(error)}).decode())
            await ws.close(4404, "This table cannot be opened.")
            return
        seat = ws.query_params.get("seat") or room.first_seat()
        if not room.may_see(seat):
            seat = room.first_seat()
        await ws.accept()

        async def send(raw: bytes) -> None:
            await ws.send_text(raw.decode())

        async def close() -> None:
            await ws.close(4409, "The table is read again from the disk.")

        page = Page(seat, send, close)
        room.pages.add(page)
        try:
            await room.hello(page)
            await room.push(page)
            room.wake_bots()
            while True:
                text = await ws.receive_text()
                await serve_message(lobby, room, page, text)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page has gone, or the server has let it go
        finally:
            room.pages.discard(page)

    get, post = ["GET"], ["POST"]
    routes = [
        Route("/enter", enter, methods=get),
        Route("/api/home", errors(home), methods=get),
        Route("/api/games/{game}/board", errors(board), methods=get),
        Route("/api/games/{game}/book", errors(book), methods=get),
        Route("/api/games/{game}/files/{file:path}", errors(picture), methods=get),
        Route("/api/tables", errors(create), methods=post),
        Route("/api/import", errors(take_in), methods=post),
        Route("/api/tables/{id}", errors(remove), methods=["DELETE"]),
        Route("/api/tables/{id}/record", errors(record), methods=get),
        Route("/api/tables/{id}/position", errors(position), methods=get),
        WebSocketRoute("/ws/{id}", socket),
        Route("/assets/{file}", asset, methods=get),
        Route("/", page, methods=get),
        Route("/table/{id}", page, methods=get),
        Route("/about/{game}", page, methods=get),
        Route("/bench", page, methods=get),
    ]
    inner = Starlette(routes=routes, middleware=[Middleware(GZipMiddleware, minimum_size=800, compresslevel=5)])
    return GuardedApp(inner, guard)


async def serve_message(lobby: Lobby, room: Room, page: Page, text: str) -> None:
    """Answer one message of a page; what changed is pushed to all pages first, so that they are never behind."""
    number: Any = None
    op, spoiled = "", False
    try:
        if len(text) > MOST_MESSAGE:
            raise BadInput("The message is too long.")
        try:
            message = msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise BadInput(f"The message is not JSON: {error}.") from None
        number, op = message.get("id"), str(message.get("op"))
        changed, ok = await do(lobby, room, page, message)
        if changed:
            await room.push_all()
            room.wake_bots()
        reply: dict[str, Any] = {"re": number, "ok": ok}
    except GrognardError as error:
        reply = {"re": number, "error": refusal(error)}
        if isinstance(error, Stale):
            await room.push(page)
        elif isinstance(error, GameFault):
            log.error("A game failed inside: %s", error, exc_info=error.__cause__)
    except sqlite3.Error as error:
        # What could not be written has not happened: the table is read again as it was.
        log.exception("The file of games failed")
        spoiled = True
        words = f"This could not be saved ({error}) and was not done."
        reply = {"re": number, "error": {"kind": "fault", "text": words}}
    except Exception as error:
        log.exception("The server failed on a message")
        spoiled = True
        words = f"{room.game.title} failed inside ({type(error).__name__}: {error}); the game is as it was before."
        reply = {"re": number, "error": {"kind": "fault", "text": words}}
    await page.send(present.encode(reply))
    if spoiled and op in CHANGING:
        await lobby.drop(room)


def text_of(message: dict[str, Any], key: str, default: str | None = None) -> str:
    value = message.get(key, default)
    if not isinstance(value, str):
        raise BadInput(f"The message's “{key}” must be a text.")
    return value


async def do(lobby: Lobby, room: Room, page: Page, message: dict[str, Any]) -> tuple[bool, Any]:
    """Do what a message asks; says whether the table has changed, and the answer."""
    table, seat = room.table, page.seat
    op = message.get("op")
    if op == "play":
        room.play(page, text_of(message, "action"), message.get("rev"))
        return True, {}
    if op == "choices":
        prefix = text_of(message, "prefix")
        asked = table.decision(seat, prefix) if seat in table.seats else None
        prompt = asked.slots[0].prompt if asked is not None and asked.slots else ""
        duties = asked.duties if asked is not None else ()
        return False, {"choices": present.choices(table, seat, prefix), "prompt": prompt, "duties": duties}
    if op == "why":
        return False, {"reasons": table.why_not(text_of(message, "action"), seat)}
    if op == "look":
        action = text_of(message, "action")
        try:
            return False, {"preview": table.preview(action, seat), "odds": table.odds(action, seat)}
        except (Refused, BadInput):
            return False, {"preview": None, "odds": None}
    if op == "undo":
        room.undo(page, message.get("rev"))
        return True, {}
    if op == "drop":
        index = message.get("index")
        if type(index) is not int:
            raise BadInput("Say the number of a part.")
        room.drop(page, index, message.get("rev"))
        return True, {}
    if op == "redo":
        room.redo(page, message.get("rev"))
        return True, {}
    if op == "order":
        room.order(page, text_of(message, "order"), bool(message.get("on", True)))
        return True, {}
    if op == "overlay":
        view = table.view(seat)
        return False, room.game.overlay(view, text_of(message, "name"), text_of(message, "about", ""))
    if op == "hint":
        return False, await room.hint(page)
    if op == "luck":
        everybody = table.practice or table.over or not room.people
        return False, present.luck(table, PUBLIC if everybody else seat)
    if op == "at":
        n = message.get("n")
        if type(n) is not int:
            raise BadInput("Say the number of a step.")
        return False, room.at(page, n, text_of(message, "seat", seat) or seat)
    if op == "since":
        return False, room.since(seat)
    if op == "branch":
        n = message.get("n")
        if n is not None and type(n) is not int:
            raise BadInput("The number of a step must be a number.")
        new = room.branch(n, text_of(message, "seat", seat) or seat)
        lobby.adopt(new)
        return False, {"id": new.row.id}
    if op == "continue":
        new = room.go_on()
        lobby.adopt(new)
        return False, {"id": new.row.id}
    if op == "lesson":
        at = message.get("at")
        if type(at) is not int:
            raise BadInput("Say the number of a step of the lesson.")
        room.lesson_to(at)
        return True, {}
    raise BadInput(f"There is no message “{str(op)[:40]}”.")
