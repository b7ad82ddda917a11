"""Serves the page and its WebSocket on the loopback interface, to its own page only.

The web framework is aiohttp. It serves files and WebSockets in the event loop of the engines, can
be started and stopped by calls, and needs no other server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from .hub import Hub
from .pages import Page

WEB = Path(__file__).resolve().parents[1] / "web"
HOST = "127.0.0.1"
NAMES = ("127.0.0.1", "localhost")
# The records of a long match are one message.
MAX_MESSAGE_BYTES = 64 * 1024 * 1024
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Sockets:
    """The open WebSockets."""

    def __init__(self) -> None:
        self.open: set[web.WebSocketResponse] = set()


HUB = web.AppKey("hub", Hub)
SOCKETS = web.AppKey("sockets", Sockets)


def application(hub: Hub) -> web.Application:
    """The web application."""
    app = web.Application(middlewares=[guard])
    app[HUB] = hub
    app[SOCKETS] = Sockets()
    app.router.add_get("/", page)
    app.router.add_get("/ws", socket)
    app.router.add_static("/web/", WEB)
    app.on_shutdown.append(close_sockets)
    return app


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses requests of other sites: those with another host name, or with another origin."""
    host, _, port = request.host.rpartition(":")
    if host not in NAMES or not port.isdigit():
        raise web.HTTPForbidden(text="this board is not served under that name\n")
    origin = request.headers.get("Origin")
    if (origin is not None or request.path == "/ws") and origin != f"http://{request.host}":
        raise web.HTTPForbidden(text="this board is for its own page only\n")
    response = await handler(request)
    if not response.prepared:
        response.headers.update(headers(request.host))
    return response


def headers(host: str) -> dict[str, str]:
    """Headers that let the page use only files of this server."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


async def page(_: web.Request) -> web.StreamResponse:
    """The board."""
    return web.FileResponse(WEB / "board.html")


async def socket(request: web.Request) -> web.StreamResponse:
    """The WebSocket of a page: it sends orders, and receives what the table says to it."""
    hub = request.app[HUB]
    connection = web.WebSocketResponse(max_msg_size=MAX_MESSAGE_BYTES, heartbeat=30.0)
    await connection.prepare(request)
    viewer = Page(connection.send_str)
    name = hub.join(viewer)
    request.app[SOCKETS].open.add(connection)
    sending = asyncio.create_task(_send(viewer, request))
    try:
        async for message in connection:
            if message.type == WSMsgType.TEXT:
                hub.obey(name, message.data)
    except ConnectionError:
        pass
    finally:
        sending.cancel()
        hub.leave(name)
        request.app[SOCKETS].open.discard(connection)
    return connection


async def _send(viewer: Page, request: web.Request) -> None:
    """Sends what waits for a page. One that does not read is cut off, and may connect again."""
    await viewer.run()
    if request.transport is not None:
        request.transport.abort()


async def close_sockets(app: web.Application) -> None:
    """Closes all WebSockets."""
    for connection in list(app[SOCKETS].open):
        await connection.close()


class Server:
    """The server of a board; for `port` 0 the system chooses a port."""

    def __init__(self, hub: Hub, port: int) -> None:
        self._hub = hub
        self._port = port
        self._runner = web.AppRunner(application(hub), shutdown_timeout=1.0)

    async def start(self) -> None:
        """Listens; raises OSError."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self._port}/"

    async def run(self) -> None:
        """Serves until the task is cancelled; raises `TableFault`."""
        try:
            await self._hub.table.run()
        finally:
            await self.close()

    async def close(self) -> None:
        """Closes all connections and ends the table."""
        await self._runner.cleanup()
        await self._hub.close()
