"""The installation's keys, made once: `python -m app.keys`, or as a script, which need not load the application."""

import base64
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_DATA_KEYS = re.compile(r"^DATA_KEYS=(.*)$", re.MULTILINE)


def write_keys(instance: Path) -> bool:
    """Make the installation's keys once: 32 random bytes each, readable by the owner alone."""
    path = instance / "secrets.env"
    if path.exists():
        return False
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = f"SECRET_KEY={secrets.token_urlsafe(32)}\nDATA_KEYS={new_key('k1')}\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return True


def new_key(key_id: str) -> str:
    """A new data key of 32 random bytes, as `DATA_KEYS` lists it."""
    return f"{key_id}:{base64.b64encode(secrets.token_bytes(32)).decode()}"


def next_id(ids: list[str]) -> str:
    """The id of the key after these: `k` and one more than the highest number."""
    numbers = [int(match[1]) for key_id in ids if (match := re.fullmatch(r"k(\d{1,9})", key_id))]
    return f"k{max(numbers, default=0) + 1}"


def prepend_key(path: Path, entry: str) -> None:
    """Make an entry the first of the file's data keys: the one that encrypts."""
    _rewrite(path, lambda entries: [entry, *entries])


def keep_only(path: Path, ids: list[str]) -> None:
    """Remove every data key of the file but these."""
    _rewrite(path, lambda entries: [entry for entry in entries if entry.partition(":")[0].strip() in ids])


def _rewrite(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Change the file's data keys; anyone who reads meanwhile sees the old file or the new one, never half of it."""
    text = path.read_text()
    match = _DATA_KEYS.search(text)
    if match is None:
        raise LookupError(f"{path} has no DATA_KEYS.")
    entries = change(match[1].strip().strip("'\"").split(","))
    text = f"{text[: match.start()]}DATA_KEYS={','.join(entries)}{text[match.end() :]}"
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


if __name__ == "__main__":
    write_keys(Path(os.environ.get("INSTANCE", str(ROOT / "instance"))))
