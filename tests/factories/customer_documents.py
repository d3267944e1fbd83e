"""Documents of customers as they are sent: pictures drawn here, and a PDF."""

import io
import random

from PIL import Image, ImageDraw

PDF = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
SECRET = b"GPS 18.5204 73.8567"


def picture(seed: int, kind: str = "PNG", *, size: tuple[int, int] = (480, 320), secret: bool = False) -> bytes:
    """Draw a picture that no other seed gives; one with a secret says beside it where it was taken."""
    chance = random.Random(seed)
    drawn = Image.new("RGB", (480, 320), "white")
    brush = ImageDraw.Draw(drawn)
    for _ in range(24):
        left, top = chance.randrange(440), chance.randrange(280)
        brush.rectangle((left, top, left + chance.randrange(20, 160), top + chance.randrange(20, 120)),
                        fill=chance.randrange(2**24))  # fmt: skip
    out = io.BytesIO()
    exif = Image.Exif()
    if secret:
        exif[0x010E] = SECRET.decode()
    drawn.resize(size).save(out, kind, **({"exif": exif} if secret else {}))
    return out.getvalue()
