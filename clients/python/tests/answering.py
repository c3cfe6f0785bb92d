"""A server that gives answers in turn, then the last one for ever."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DROP = None
"""In place of an answer: the connection breaks."""


class Answering:
    """Answers are (status, headers, body), or DROP, or an Event for which the answer waits."""

    def __init__(self, *replies: Any) -> None:
        self.sent: list[tuple[dict[str, str], Any]] = []
        answering = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                answering.sent.append(({k.lower(): v for k, v in self.headers.items()}, json.loads(body)))
                reply = replies[min(len(answering.sent), len(replies)) - 1]
                if isinstance(reply, threading.Event):
                    reply.wait()
                if not isinstance(reply, tuple):
                    self.close_connection = True
                    return
                status, headers, answer = reply
                text = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
                self.send_response(status)
                for name, value in {**headers, "content-length": str(len(text))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self) -> Answering:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
