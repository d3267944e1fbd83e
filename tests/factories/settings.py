"""Settings an installation starts with."""

import base64
import os

DATA_KEY = base64.b64encode(bytes(range(200, 232))).decode()
VALID_SETTINGS = {"SECRET_KEY": base64.b64encode(os.urandom(40)).decode(), "DATA_KEYS": f"k1:{DATA_KEY}"}
