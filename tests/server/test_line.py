"""The line between page and server: a small message is sent at once."""

from __future__ import annotations

import asyncio
import socket

from grognard.server.main import listen


def test_an_answer_does_not_wait_for_more_to_send() -> None:
    """Without TCP_NODELAY the answer that follows a pushed state waits for the other end's delayed receipt: 40 ms."""

    async def accepted() -> int:
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            taken.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        server = await asyncio.start_server(serve, sock=listen(0))
        async with server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            found = await taken
            writer.close()
            await writer.wait_closed()
        return found

    assert asyncio.run(accepted()) == 1
