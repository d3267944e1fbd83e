"""Requests no client should send, as they go over the wire: framing, sizes, methods, headers, smuggling."""

HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
LOGIN = b"POST /jwt/login HTTP/1.1\r\n" + HOST + JSON
NEXT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""What a smuggler would have answered as a request of someone else's."""


def get(target: bytes = b"/healthz", *more: bytes, version: bytes = b"HTTP/1.1", method: bytes = b"GET") -> bytes:
    """A request without a body, with more lines of header as they stand."""
    return b" ".join((method, target, version)) + b"\r\n" + HOST + b"".join(line + b"\r\n" for line in more) + b"\r\n"


def post(*more: bytes, body: bytes = b"", start: bytes = LOGIN) -> bytes:
    """A sign-in with more lines of header and a body as they stand."""
    return start + b"".join(line + b"\r\n" for line in more) + b"\r\n" + body


def chunked(body: bytes, start: bytes = LOGIN) -> bytes:
    """A body that claims to be in chunks."""
    return post(CHUNKED.strip(), body=body, start=start)


CALLS = [b"/jwt/login", b"/jwt/register", b"/jwt/refresh-token", b"/api/v1/session", b"/submit", b"/api/v1/bots"]
BAD_CHUNKS = {
    "negative": b"-1\r\n", "hexadecimal": b"0x2\r\n{}\r\n0\r\n\r\n", "plus": b"+2\r\n{}\r\n0\r\n\r\n",
    "no end": b"2\r\n{}XX0\r\n\r\n", "long": b"2\r\n{}}\r\n0\r\n\r\n", "short": b"5\r\n{}\r\n0\r\n\r\n",
    "no size": b"\r\n{}\r\n0\r\n\r\n", "underscore": b"1_0\r\n{}\r\n0\r\n\r\n", "space": b" 2\r\n{}\r\n0\r\n\r\n",
    "space behind": b"2 \r\n{}\r\n0\r\n\r\n", "not a number": b"zz\r\n{}\r\n0\r\n\r\n",
    "beyond 64 bits": b"f" * 17 + b"\r\n{}\r\n0\r\n\r\n", "endless size": b"0" * 20_000 + b"2\r\n{}\r\n0\r\n\r\n",
    "bare LF": b"2\n{}\n0\n\n", "bare CR": b"2\r{}\r0\r\r", "extension with CR": b"2;a\rb\r\n{}\r\n0\r\n\r\n",
    "bad extension": b"2;=\r\n{}\r\n0\r\n\r\n", "quote left open": b'2;a="\r\n{}\r\n0\r\n\r\n',
    "NUL": b"2\x00\r\n{}\r\n0\r\n\r\n", "other digits": "٢\r\n{}\r\n0\r\n\r\n".encode(),
    "trailer without colon": b"2\r\n{}\r\n0\r\nnonsense\r\n\r\n",
    "trailer with host": b"2\r\n{}\r\n0\r\nHost: evil\r\n\r\n",
    "trailer with length": b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
    "trailer with token": b"2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n",
    "trailer folded": b"2\r\n{}\r\n0\r\nA: b\r\n c\r\n\r\n", "trailer with bare LF": b"2\r\n{}\r\n0\r\nA: b\n\r\n\r\n",
    "trailer with NUL": b"2\r\n{}\r\n0\r\nA: \x00\r\n\r\n",
    "too many trailers": b"2\r\n{}\r\n0\r\n" + b"A: b\r\n" * 500 + b"\r\n",
    "smuggled": b"0\r\n\r" + NEXT, "smuggled behind size": b"2\r\n{}\r\n-0\r\n\r\n" + NEXT,
}  # fmt: skip
TARGETS = {
    "none": b"", "no slash": b"healthz", "star": b"*", "absolute": b"http://localhost/healthz",
    "absolute elsewhere": b"http://evil.example/", "other scheme": b"ftp://localhost/", "authority": b"localhost:80",
    "javascript": b"javascript:alert(1)", "two slashes": b"//evil.example/", "many slashes": b"/" * 3000,
    "backslash": b"/\\evil.example", "fragment": b"/#x", "half a percent": b"/%", "percent": b"/%zz",
    "one digit": b"/%a",
    "NUL": b"/\x00", "encoded NUL": b"/%00", "encoded CRLF": b"/%0d%0aX: y", "space": b"/a b", "tab": b"/a\tb",
    "bytes": b"/\xff\xfe", "encoded bytes": b"/%ff%fe", "overlong": b"/%c0%ae%c0%ae/", "surrogate": b"/%ed%a0%80",
    "dots": b"/../../etc/passwd", "encoded dots": b"/%2e%2e/%2e%2e/etc/passwd", "too long": b"/" + b"a" * 9000,
    "long": b"/" + b"a" * 8000, "question marks": b"/????", "query of bytes": b"/?\xff=\xfe",
    "bad query": b"/?%=%&%zz=%",
    "query NUL": b"/?hl=%00", "many keys": b"/?" + b"a&" * 3900, "semicolons": b"/;a=b;c", "brackets": b"/[::1]",
    "bad IPv6": b"http://[::1/", "port": b"http://localhost:99999/", "user": b"http://a:b@localhost/", "DEL": b"/\x7f",
    "page half percent": b"/reports/dashboard?tz=%", "api half percent": b"/api/v1/bots?page=%", "static": b"/static/%",
}  # fmt: skip
VERSIONS = [b"HTTP/0.9", b"HTTP/2.0", b"HTTP/3", b"HTTP/1.2", b"HTTP/1.10", b"HTTP/11", b"http/1.1", b"HTTP/1.",
           b"HTTP/",
            b"HTTP/1.1 x", b"HTTPS/1.1", b"ICY/1.1", b"HTTP/-1.1", b"HTTP/\xb2.1"]  # fmt: skip
METHODS = [b"", b"get", b"GET\x00", b"G ET", b"BREW", b"TRACE", b"CONNECT", b"PRI", b"A" * 5000, b"G\xc9T", b"(GET)",
           b"#",
           b"PROPFIND", b"OPTIONS", b"HEAD"]  # fmt: skip
HEADERS = {
    "no colon": b"nonsense", "no name": b": x", "space before colon": b"Name : x", "space first": b" Name: x",
    "NUL in name": b"Na\x00me: x", "NUL": b"Name: \x00", "bell": b"Name: \x07", "bytes in name": b"N\xc3\xa4me: x",
    "bytes": b"Name: \xff\xfe", "folded": b"Name: x\r\n y", "folded with tab": b"Name: x\r\n\ty",
    "bare CR": b"Name: x\ry",
    "bare LF": b"Name: x\ny: z", "huge": b"Name: " + b"x" * 20_000, "enormous": b"Name: " + b"x" * 200_000,
    "many": b"\r\n".join(b"N%d: x" % n for n in range(200)),
    "very many": b"\r\n".join(b"N%d: x" % n for n in range(9000)),
    "brackets": b"[x]: y", "quotes": b'"x": y', "no value": b"Accept:", "two hosts": b"Host: evil.example",
    "host of bytes": b"Host: \xff", "expects": b"Expect: the-unexpected", "cookie": b"Cookie: =;;=;\xff=\x80;a",
    "cookie of quotes": b'Cookie: a="\\777\\x"; access="\\', "token of bytes": b"Authorization: Bearer \xff\xfe",
    "basic": b"Authorization: Basic %%%", "no token": b"Authorization: Bearer", "dots": b"Authorization: Bearer ...",
    "ranges": b"Range: bytes=-9999999999999999999999,a-b,,", "etags": b'If-None-Match: W/"', "match": b"If-Match: ,,\"",
    "date": b"If-Modified-Since: Foo, 99 Bar 99999 99:99:99 GMT", "languages": b"Accept-Language: ;q=,*;q=9,\xff;q=x",
    "accepts": b"Accept: /;q=a,;;,*/*;q=1e999", "codings": b"Accept-Encoding: ;q=,br;q=x,*;q=-1",
    "forwarded for": b"X-Forwarded-For: ,,;\x80,999.1.1.1,[::", "forwarded": b'Forwarded: for="',
    "origin": b"Origin: \xff",
    "scheme": b"X-Forwarded-Proto: https, http, \x80", "request id": b"X-Request-ID: \xff",
    "csrf": b"X-CSRF-Token: \xff",
    "upgrade": b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    "websocket": b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x", "script": b"SCRIPT_NAME: /x",
    "length with underscore": b"Content_Length: 5", "connection": b"Connection: close, keep-alive, \xff",
    "te": b"TE: \xff",
    "trailer": b"Trailer: Host", "idempotency": b"Idempotency-Key: " + b"\xff" * 300,
}  # fmt: skip
LENGTHS = [b"-1", b"+5", b"5,5", b"5, 6", b"5 5", b"0x5", b"5.0", b"1e1", b"", b"x", b"\xb2", b"9" * 30, b"9" * 5000,
           b"00005",
           b"5\x0b", b'"5"', b"18446744073709551617"]  # fmt: skip
CODINGS = [b"chunked, chunked", b"chunked, identity", b"identity", b"gzip", b"gzip, chunked", b"xchunked",
           b"chunked;a=b",
           b"\x0bchunked", b"chunked\x00", b'"chunked"', b"CHUNKED,", b",", b"", b"trailers", b"cow"]  # fmt: skip
BODY = b'{"a":'
TYPES = [b"", b"/", b"application/json; charset=\xff", b"application/json; charset=nonsense", b"multipart/form-data",
         b"multipart/form-data; boundary=", b"multipart/form-data; boundary=" + b"x" * 5000,
         b'multipart/form-data; boundary="\xff"', b"application/x-www-form-urlencoded", b"text/plain;;;",
         b"application/x-www-form-urlencoded; charset=utf-7"]  # fmt: skip
BODIES = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"\xef\xbb\xbf{}", b"[" * 50_000,
           b'{"email":"\\ud800","password":"x"}', b"NaN",
          b'{"email":"\x00","password":"x"}', b'{"email":1e999}', b"%ff=%&=&;", b"--x\r\n\r\n",
          b'{"a":1,"a":2}']  # fmt: skip


def corpus() -> dict[str, bytes]:
    """Every broken request by its name."""
    requests = {f"chunks: {name}, {call.decode()}": chunked(body, b"POST " + call + b" HTTP/1.1\r\n" + HOST + JSON)
            for name, body in BAD_CHUNKS.items() for call in CALLS}  # fmt: skip
    requests |= {f"target: {name}": get(target) for name, target in TARGETS.items()}
    requests |= {f"version: {version!r}": get(version=version) for version in VERSIONS}
    requests |= {f"method: {method[:20]!r}": get(method=method) for method in METHODS}
    for path in (b"/healthz", b"/pages/faq", b"/api/v1/bots"):
        requests |= {f"header: {name}, {path.decode()}": get(path, line) for name, line in HEADERS.items()}
    requests |= {f"length: {value[:20]!r}": post(b"Content-Length: " + value, body=BODY) for value in LENGTHS}
    requests |= {
        f"coding: {value!r}": post(b"Transfer-Encoding: " + value, body=b"2\r\n{}\r\n0\r\n\r\n") for value in CODINGS
    }
    for kind in TYPES:
        start = b"POST /jwt/login HTTP/1.1\r\n" + HOST + b"Content-Type: " + kind + b"\r\n"
        requests |= {f"type: {kind[:40]!r}": post(b"Content-Length: 5", body=BODY, start=start)}
    for number, body in enumerate(BODIES):
        requests[f"body {number}"] = post(b"Content-Length: %d" % len(body), body=body)
        form = (
            b"POST /submit?call=/jwt/login HTTP/1.1\r\n" + HOST + b"Content-Type: multipart/form-data; boundary=x\r\n"
        )
        requests[f"form {number}"] = post(b"Content-Length: %d" % len(body), body=body, start=form)
    return requests | _others()


def _others() -> dict[str, bytes]:
    """Those of no one kind."""
    two = b"Content-Length: 5\r\nContent-Length: 6"
    return {
        "length and chunks": post(b"Content-Length: 5", CHUNKED.strip(), body=b"0\r\n\r\n" + NEXT),
        "chunks and length": post(CHUNKED.strip(), b"Content-Length: 5", body=b"0\r\n\r\n" + NEXT),
        "two lengths": post(two, body=BODY + NEXT),
        "the same length twice": post(b"Content-Length: 5", b"Content-Length: 5", body=BODY),
        "two codings": post(CHUNKED.strip(), CHUNKED.strip(), body=b"0\r\n\r\n" + NEXT),
        "coding behind a space": post(b"Transfer-Encoding : chunked", body=b"0\r\n\r\n" + NEXT),
        "coding folded": post(b"Transfer-Encoding:\r\n chunked", body=b"0\r\n\r\n" + NEXT),
        "coding with underscore": post(b"Transfer_Encoding: chunked", body=b"0\r\n\r\n" + NEXT),
        "coding of an old version": b"POST /jwt/login HTTP/1.0\r\n" + HOST + CHUNKED + b"\r\n0\r\n\r\n",
        "no host": b"GET /healthz HTTP/1.1\r\n\r\n",
        "empty host": b"GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "host of two": b"GET / HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "host with path": b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "host with port": b"GET / HTTP/1.1\r\nHost: a:b:c\r\n\r\n",
        "host with user": b"GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "host of blanks": b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
        "bare LF": b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
        "one bare LF": b"GET /healthz HTTP/1.1\r\nHost: localhost\n\r\n\r\n",
        "bare CR": b"GET /healthz HTTP/1.1\rHost: localhost\r\r",
        "the oldest": b"GET /\r\n",
        "the oldest, whole": b"GET /\r\n\r\n",
        "nothing": b"\r\n\r\n\r\n\r\n",
        "a blank": b" \r\n\r\n",
        "NULs": b"\x00" * 1000 + b"\r\n\r\n",
        "noise": bytes(range(256)) * 20 + b"\r\n\r\n",
        "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200 + b"\r\n\r\n",
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00",
        "SSH": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "a proxy's line": b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n" + NEXT,
        "blanks first": b"\r\n\r\n" + NEXT,
        "blank line first": b"\r\n" + NEXT,
        "spaces in the line": b"GET  /healthz  HTTP/1.1\r\n" + HOST + b"\r\n",
        "tabs in the line": b"GET\t/healthz\tHTTP/1.1\r\n" + HOST + b"\r\n",
        "body of a GET": get(b"/healthz", b"Content-Length: 5") + BODY,
        "body with NEXT in it": post(b"Content-Length: %d" % len(NEXT), body=NEXT),
        "too much body": post(b"Content-Length: 5", body=BODY + b"x" * 100),
        "too little body": post(b"Content-Length: 500", body=BODY),
        "too large": post(b"Content-Length: 99999999999", body=BODY),
        "leave to send": post(b"Expect: 100-continue", b"Content-Length: 5", body=BODY),
        "leave to send chunks": post(b"Expect: 100-continue", CHUNKED.strip(), body=b"-1\r\n"),
        "many at once": NEXT * 50 + b"nonsense\r\n\r\n",
        "head of a head": b"GET /healthz HTTP/1.1\r\nHost: loc",
    }
