"""The ASGI application: pages, a small HTTP interface, one WebSocket a page. docs/protocol.md tells it in words."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import grognard
from grognard.kernel.errors import BadInput, GrognardError, Refused
from grognard.kernel.match.record import dump_record
from grognard.kernel.rules.actions import PUBLIC
from grognard.server import intake, present
from grognard.server.analysis import analysis
from grognard.server.components import components
from grognard.server.guard import Guard
from grognard.server.journal import Unsaved
from grognard.server.laid import BEGUN, Waiting, told
from grognard.server.lobby import Lobby
from grognard.server.pages import Page
from grognard.server.protocol import (
    Created,
    Failed,
    Gone,
    Home,
    Nonced,
    NotDone,
    Nothing,
    Refusal,
    Removed,
    Sent,
    TakenIn,
)
from grognard.server.questions import refusal, serve_message
from grognard.server.room import Room

log = logging.getLogger("grognard.server")
PATIENCE = 0.5
"""Seconds after which a page's next question is read, though the one before, such as for a hint, is not answered."""
MOST_ASKED = 8
"""How many questions of a page may be without an answer."""
CLIENT = Path(grognard.__file__).parent / "client"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SAFE = {
    "content-security-policy": POLICY, "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "x-frame-options": "DENY", "cross-origin-resource-policy": "same-origin",
}  # fmt: skip


def answer(value: Sent, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(present.encode(value), status, headers, "application/json")


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

        async def send_safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += [(k.encode(), v.encode()) for k, v in SAFE.items()]
            await send(message)

        if why:
            page = f"<!doctype html><title>Grognard</title><p>{why}</p>"
            if scope.get("path", "").startswith("/api/"):
                response = answer(Failed(Refusal("bad", why)), 403)
            else:
                response = HTMLResponse(page, 403)
            await response(scope, receive, send_safe)
            return
        await self.app(scope, receive, send_safe)


def make_app(lobby: Lobby, guard: Guard, client: Path = CLIENT) -> ASGIApp:
    """The whole application. `lobby` holds games and tables, `guard` decides who may ask."""

    journal = lobby.store.journal

    def errors(
        handler: Callable[[Request], Awaitable[Response]], of_games: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """The handler with what it refuses in one sentence. What it tells `of_games` has reached the disk."""

        async def safe(request: Request) -> Response:
            try:
                response = await handler(request)
                if of_games:
                    await journal.reached(journal.written)
                return response
            except GrognardError as error:
                status = 409 if isinstance(error, Refused) else 500 if isinstance(error, Unsaved) else 400
                return answer(Failed(refusal(error)), status)
            except Exception as error:
                log.exception("The server failed on %s", request.url.path)
                words = f"The server failed inside ({type(error).__name__}: {error})."
                return answer(Failed(Refusal("fault", words)), 500)

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
        return answer(Home(tuple(games), tuple(lobby.table_infos()), grognard.__version__))

    async def played(request: Request) -> Room | None:
        """The table as which a game is wanted, if one is named: it may have values of its player's own."""
        table = request.query_params.get("table")
        return await lobby.open(table) if table else None

    async def board(request: Request) -> Response:
        room = await played(request)
        raw = await run_in_threadpool(lobby.board, room.game if room else lobby.game(request.path_params["game"]))
        return Response(raw, 200, {"cache-control": "no-cache"}, "application/json")

    async def book(request: Request) -> Response:
        room = await played(request)
        raw = await run_in_threadpool(lobby.book, room.game if room else lobby.game(request.path_params["game"]))
        return Response(raw, 200, {"cache-control": "no-cache"}, "application/json")

    async def parts(request: Request) -> Response:
        return answer(await run_in_threadpool(components, lobby.game(request.path_params["game"])))

    async def try_pack(request: Request) -> Response:
        pack = intake.decode(await intake.body(request, intake.MOST_SETUP), intake.OBJECT, "data pack")
        game = request.path_params["game"]
        await run_in_threadpool(lobby.try_pack, game, {"game": game, **pack})
        return answer(Nothing())

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
    async def create(request: Request) -> Response:
        raw = await intake.body(request, intake.MOST_SETUP)
        wanted = intake.decode(raw, intake.OBJECT, "description of a game")
        row = await run_in_threadpool(lobby.create, wanted)
        dice = row.header.open()["dice"]
        missing = [seat for seat, nonce in zip(dice.get("by", ()), dice["nonces"], strict=True) if not nonce]
        return answer(Created(row.id, dice["commitment"], tuple(missing)), 201)

    async def add_nonce(request: Request) -> Response:
        given = intake.decode(await intake.body(request, intake.MOST_SETUP), intake.OBJECT, "nonce")
        laid = lobby.add_nonce(request.path_params["id"], given.get("seat"), given.get("nonce"))
        return answer(Nonced(laid.commitment, tuple(laid.missing)))

    async def take_in(request: Request) -> Response:
        return answer(TakenIn(*await lobby.take_in_aside(await intake.body(request))), 201)

    async def rename(request: Request) -> Response:
        given = intake.decode(await intake.body(request, intake.MOST_SETUP), intake.OBJECT, "name")
        lobby.rename(request.path_params["id"], given.get("name"))
        return answer(Nothing())

    async def remove(request: Request) -> Response:
        lobby.remove(request.path_params["id"])
        return answer(Removed(True))

    async def record(request: Request) -> Response:
        room, seat = await seated(request)
        raw = dump_record(await run_in_threadpool(room.record, seat))
        name = f"{room.game.id}-{room.row.id}.record.json"
        return Response(raw, 200, {"content-disposition": f'attachment; filename="{name}"'}, "application/json")

    async def position(request: Request) -> Response:
        room, seat = await seated(request)
        name = f"{room.game.id}-{room.row.id}.position.toml"
        text = room.position(seat)
        return Response(text, 200, {"content-disposition": f'attachment; filename="{name}"'}, "application/toml")

    async def weigh(request: Request) -> Response:
        room, seat = await seated(request)
        return Response(await analysis(room, seat), 200, {"cache-control": "no-store"}, "application/json")

    async def seated(request: Request) -> tuple[Room, str]:
        room = await lobby.open(request.path_params["id"])
        seat = request.query_params.get("seat") or PUBLIC
        if not room.may_see(seat):
            raise Refused([grognard.Reason("", f"You may not have what {seat} knows before the game is over.")])
        return room, seat

    # ------------------------------------------------------------------------------------------------ socket
    async def socket(ws: WebSocket) -> None:
        try:
            room = await lobby.open(ws.path_params["id"])
        except Waiting:
            await wait_for_nonces(lobby, ws)
            return
        except GrognardError as error:
            await ws.accept()
            await ws.send_text(present.encode(Gone(str(error))).decode())
            await ws.close(4404, "This table cannot be opened.")
            return
        seat = ws.query_params.get("seat") or room.first_seat()
        if not room.may_see(seat):
            seat = PUBLIC
        await ws.accept()

        page = Page(seat, journal, lambda: room.written)
        room.pages.add(page)

        async def read() -> None:
            asked: set[asyncio.Task[None]] = set()
            try:
                while True:
                    try:
                        text = await intake.text_of(ws)
                    except BadInput as error:
                        page.send(present.encode(NotDone(None, refusal(error))))
                        continue
                    one = asyncio.ensure_future(serve_message(lobby, room, page, text))
                    asked.add(one)
                    one.add_done_callback(asked.discard)
                    await asyncio.wait({one}, timeout=PATIENCE)
                    while len(asked) >= MOST_ASKED:
                        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in asked:
                    one.cancel()

        try:
            room.hello(page)
            room.push(page)
            room.settle_undo()
            room.wake_bots()
            await page.attend(ws, asyncio.ensure_future(read()))
        finally:
            room.pages.discard(page)

    get, post = ["GET"], ["POST"]
    routes = [
        Route("/enter", enter, methods=get),
        Route("/api/home", errors(home, of_games=True), methods=get),
        Route("/api/games/{game}/board", errors(board), methods=get),
        Route("/api/games/{game}/book", errors(book), methods=get),
        Route("/api/games/{game}/components", errors(parts), methods=get),
        Route("/api/games/{game}/pack", errors(try_pack), methods=post),
        Route("/api/games/{game}/files/{file:path}", errors(picture), methods=get),
        Route("/api/tables", errors(create, of_games=True), methods=post),
        Route("/api/import", errors(take_in, of_games=True), methods=post),
        Route("/api/tables/{id}", errors(remove, of_games=True), methods=["DELETE"]),
        Route("/api/tables/{id}/name", errors(rename, of_games=True), methods=["PUT"]),
        Route("/api/tables/{id}/nonce", errors(add_nonce, of_games=True), methods=post),
        Route("/api/tables/{id}/record", errors(record, of_games=True), methods=get),
        Route("/api/tables/{id}/position", errors(position, of_games=True), methods=get),
        Route("/api/tables/{id}/analysis", errors(weigh, of_games=True), methods=get),
        WebSocketRoute("/ws/{id}", socket),
        Route("/assets/{file}", asset, methods=get),
        Route("/", page, methods=get),
        Route("/table/{id}", page, methods=get),
        Route("/about/{game}", page, methods=get),
        Route("/components/{game}", page, methods=get),
        Route("/bench", page, methods=get),
    ]
    return GuardedApp(Starlette(routes=routes), guard)


async def wait_for_nonces(lobby: Lobby, ws: WebSocket) -> None:
    """Tell a page that the dice are committed to and which nonces are missing, and let it go when the game begins."""
    await ws.accept()
    table_id = ws.path_params["id"]
    page = Page(ws.query_params.get("seat") or PUBLIC)
    lobby.waiting.setdefault(table_id, set()).add(page)

    async def read() -> None:
        while True:  # what is asked meanwhile is asked again when the game has begun
            with contextlib.suppress(BadInput):
                await intake.text_of(ws)

    try:
        laid = lobby.laid(table_id)
        if laid is None:  # it has begun meanwhile
            page.let_go(*BEGUN)
        else:
            page.tell(told(laid))
        await page.attend(ws, asyncio.ensure_future(read()))
    finally:
        lobby.waiting.get(table_id, set()).discard(page)
