"""No other page and no other user can play your moves."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from house import HOME, PORT, TOKEN, WS, House
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.server.guard import Guard, read_token
from grognard.server.main import listen


def stranger(house: House) -> TestClient:
    return TestClient(house.app, base_url=HOME, follow_redirects=False)


@pytest.mark.parametrize("path", ["/", "/api/home", "/assets/icon.svg", "/api/tables/x/record", "/table/x"])
def test_nothing_is_answered_without_the_token(house: House, path: str) -> None:
    response = stranger(house).get(path)
    assert response.status_code == 403
    assert "address that it printed" in response.text


def test_the_printed_address_lets_the_owner_in(house: House) -> None:
    client = stranger(house)
    response = client.get(f"/enter?token={TOKEN}")
    assert response.status_code == 303
    assert response.headers["location"] == "/"
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert client.get("/api/home").status_code == 200


def test_a_wrong_token_lets_nobody_in(house: House) -> None:
    assert stranger(house).get("/enter?token=guess").status_code == 403
    client = stranger(house)
    client.cookies.set(house.guard.cookie, "guess")
    assert client.get("/api/home").status_code == 403


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example/", "javascript:x"])
def test_entering_leads_to_the_servers_own_pages_only(house: House, to: str) -> None:
    assert stranger(house).get("/enter", params={"token": TOKEN, "next": to}).headers["location"] == "/"


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1:1", "127.0.0.1"])
def test_other_host_names_are_refused(house: House, host: str) -> None:
    assert house.client.get("/api/home", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", f"https://127.0.0.1:{PORT}"])
def test_other_origins_are_refused_even_with_the_token(house: House, origin: str) -> None:
    body = {"game": "skirmish"}
    assert house.client.post("/api/tables", json=body, headers={"origin": origin}).status_code == 403
    assert house.lobby.table_infos() == []


def test_a_cross_site_request_without_an_origin_is_refused(house: House) -> None:
    assert house.client.get("/api/home", headers={"sec-fetch-site": "cross-site"}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_socket_needs_the_servers_own_origin(house: House, origin: str | None) -> None:
    table = house.new("skirmish")
    headers = {"origin": origin} if origin else {}
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        house.client.websocket_connect(f"{WS}/ws/{table}", headers=headers),
    ):
        pass
    assert caught.value.code == 4403


def test_a_socket_needs_the_token(house: House) -> None:
    table = house.new("skirmish")
    client = stranger(house)
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        client.websocket_connect(f"/ws/{table}", headers={"origin": HOME}),
    ):
        pass
    assert caught.value.code == 4403


def test_the_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    token = read_token(tmp_path)
    assert len(token) >= 40
    assert read_token(tmp_path) == token, "open pages survive a restart"
    assert stat.S_IMODE((tmp_path / "token").stat().st_mode) == 0o600


def test_the_server_listens_on_loopback_only() -> None:
    with listen(0) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"


def test_tokens_are_told_apart_by_port() -> None:
    assert Guard(TOKEN, 1).cookie != Guard(TOKEN, 2).cookie


def test_pages_are_sent_with_a_strict_policy(house: House) -> None:
    headers = house.client.get("/api/home").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("file", ["../server/app.py", "..%2fserver%2fapp.py", "%2e%2e/__init__.py"])
def test_assets_are_the_clients_own_files(house: House, file: str) -> None:
    assert house.client.get(f"/assets/{file}").status_code == 404


def test_pictures_are_those_of_the_board(house: House) -> None:
    assert house.client.get("/api/games/skirmish/files/../game.py").status_code == 404
    assert house.client.get("/api/games/skirmish/files/%2e%2e/game.py").status_code == 404


SAFE = ("content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options",
        "cross-origin-resource-policy")  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/api/home", {"host": "evil.example"}, 403),
        ("GET", "/", {"host": "evil.example"}, 403),
        ("GET", "/api/home", {"origin": "http://evil.example"}, 403),
        ("GET", "/api/home", {"cookie": ""}, 403),
        ("GET", "/table/x", {"cookie": ""}, 403),
        ("GET", "/enter?token=guess", {}, 403),
        ("GET", "/nowhere", {}, 404),
        ("GET", "/assets/nothing.js", {}, 404),
        ("PUT", "/api/home", {}, 405),
        ("POST", "/api/tables", {}, 400),
        ("GET", "/api/tables/x/record", {}, 400),
        ("DELETE", "/api/tables/x", {}, 400),
        ("GET", "/api/home", {}, 200),
    ],
)
def test_refusals_carry_the_same_security_headers_as_other_answers(
    house: House, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    usual = house.client.get("/api/home").headers
    response = house.client.request(method, path, headers=headers)
    assert response.status_code == status
    assert {name: response.headers.get(name) for name in SAFE} == {name: usual[name] for name in SAFE}
