"""The same request, made several times at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask

from app.core.db.base import db

AT_ONCE = 6


def post_at_once(app: Flask, path: str, body: dict[str, Any], headers: dict[str, str]) -> list[int]:
    """The statuses of the same request made several times at once."""
    db.session.commit()

    def post(_number: int) -> int:
        with app.app_context():
            return app.test_client().post(path, json=body, headers=headers).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(post, range(AT_ONCE)))
