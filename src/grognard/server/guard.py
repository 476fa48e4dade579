"""Who may talk to the server: this machine's user, from the server's own pages.

A page of another site cannot read the token or send its cookie (SameSite=Strict), and its requests carry a foreign
Origin; a name that was pointed at this machine (DNS rebinding) shows in the Host header; another user of the machine
does not know the token, which lies in the data directory, readable by its owner only.
"""

from __future__ import annotations

import hmac
import secrets
from http.cookies import CookieError, SimpleCookie
from pathlib import Path

from starlette.datastructures import Headers

from grognard.kernel.errors import BadInput
from grognard.server.layout import private

OWNER = "owner"
"""The one person there is. Accounts will put more of them here: see docs/protocol.md."""


def read_token(data: Path) -> str:
    """The token of this data directory, made once, so that open pages survive a restart of the server."""
    path = data / "token"
    try:
        private(path)
        token = path.read_bytes().decode("ascii", "replace").strip()
        if len(token) < 32 or not token.isascii():
            token = secrets.token_urlsafe(32)
            path.write_text(token, encoding="ascii")
    except OSError as error:
        raise BadInput(f"The token {path} cannot be used: {error.strerror}.") from None
    return token


class Guard:
    def __init__(self, token: str, port: int, hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")) -> None:
        self.token = token
        self.port = port
        self.home = f"http://127.0.0.1:{port}"
        self.hosts = frozenset(f"{host}:{port}" for host in hosts)
        self.origins = frozenset(f"http://{host}" for host in self.hosts)
        self.cookie = f"grognard-{port}"

    def address(self, table: str = "") -> str:
        """Where the owner's browser goes in, to a table if one is named."""
        return f"{self.home}/enter?token={self.token}" + (f"&next=/table/{table}" if table else "")

    def is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode("utf-8", "replace"), self.token.encode())

    def refusal(self, headers: Headers) -> str:
        """Why a request is not answered at all; "" if it may be looked at."""
        if headers.get("host", "") not in self.hosts:
            return "This server answers only under its own address on this machine."
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins:
            return "This server does not answer the pages of other sites."
        if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return "This server does not answer the pages of other sites."
        return ""

    def person(self, headers: Headers) -> str | None:
        """Who is asking: the owner, if the cookie holds the token."""
        try:
            morsel = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return None
        return OWNER if morsel is not None and self.is_token(morsel.value) else None
