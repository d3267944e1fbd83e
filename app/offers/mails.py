"""The mails of offers: what one recipient gets, with tracked links and the way to opt out."""

import re
from collections.abc import Mapping
from email.message import EmailMessage
from html import escape
from typing import Any, NamedTuple

from app.clients.models import Client
from app.core.mail.delivery import compose, settings
from app.offers import messages
from app.offers.models import Offer, OfferRecipient

UNSUBSCRIBE = {
    "en": "You get this because you agreed to offers of {client}. Stop these mails: {link}",
    "hi": "आपको यह इसलिए मिला क्योंकि आपने {client} के ऑफ़र के लिए सहमति दी थी। ये मेल बंद करें: {link}",
    "ar": "وصلتك هذه الرسالة لأنك وافقت على عروض {client}. لإيقاف هذه الرسائل: {link}",
    "gu": "તમે {client} ની ઑફર માટે સંમતિ આપી હતી, તેથી આ મળ્યું. આ મેઇલ બંધ કરો: {link}",
    "mr": "तुम्ही {client} च्या ऑफरसाठी संमती दिली होती, म्हणून हे मिळाले. हे मेल थांबवा: {link}",
    "ta": "{client} சலுகைகளுக்கு நீங்கள் ஒப்புக்கொண்டதால் இது வந்தது. இந்த மின்னஞ்சல்களை நிறுத்த: {link}",
    "te": "{client} ఆఫర్లకు మీరు అంగీకరించినందున ఇది వచ్చింది. ఈ మెయిళ్లను ఆపండి: {link}",
    "kn": "{client} ಕೊಡುಗೆಗಳಿಗೆ ನೀವು ಒಪ್ಪಿದ್ದರಿಂದ ಇದು ಬಂದಿದೆ. ಈ ಮೇಲ್‌ಗಳನ್ನು ನಿಲ್ಲಿಸಿ: {link}",
    "bn": "আপনি {client}-এর অফারে সম্মতি দিয়েছিলেন বলে এটি পেয়েছেন। এই মেল বন্ধ করুন: {link}",
}
"""The footer of each mail, in every language that bots speak."""


class Envelope(NamedTuple):
    """What a message is made of, read before anything is sent."""

    to: str
    name: str
    subject: str
    text: str
    links: list[str]
    language: str
    client: str
    sender: str
    code: str
    message_id: str


def envelope_of(
    offer: Offer, client: Client, recipient: OfferRecipient, to: str, name: str, values: Mapping[str, str]
) -> Envelope:
    """Put together what one recipient gets."""
    message: dict[str, Any] = offer.messages()[recipient.variant]
    language = messages.language_for(message, recipient.language, client.language)
    part = message[language]
    return Envelope(
        to, name, messages.filled(part["subject"], values), messages.filled(part["text"], values), offer.links,
        language, client.name, client.mail_from or client.name, recipient.code, f"offer-{offer.id}-{recipient.id}",
    )  # fmt: skip


def mail_of(envelope: Envelope, *, is_test: bool = False) -> EmailMessage:
    """Compose the mail; a test has no tracked links and nothing to opt out of."""
    base = settings().base_url
    out = f"{base}/o/{envelope.code}/unsubscribe"
    tracks = [] if is_test else envelope.links
    words = UNSUBSCRIBE.get(envelope.language, UNSUBSCRIBE["en"])
    footer = words.format(client=envelope.client, link=out)
    text = f"{messages.tracked(envelope.text, tracks, base, envelope.code)}\n\n--\n{footer}\n"
    html = _html(envelope, tracks, base, words.format(client=escape(envelope.client), link=_anchor(out)), is_test)
    message = compose(
        envelope.to, envelope.subject, text, html=html, message_id=envelope.message_id, name=envelope.name,
        sender=envelope.sender,
    )  # fmt: skip
    if not is_test:
        message["List-Unsubscribe"] = f"<{out}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def _html(envelope: Envelope, tracks: list[str], base: str, footer: str, is_test: bool) -> str:
    """The mail as HTML: paragraphs, links, the footer, and a picture of one point that tells that it was opened."""
    direction = "rtl" if envelope.language == "ar" else "ltr"
    paragraphs = "".join(f"<p>{_linked(part, tracks, base, envelope.code)}</p>" for part in envelope.text.split("\n\n"))
    seen = "" if is_test else f'<img src="{base}/o/{envelope.code}/seen.gif" width="1" height="1" alt="">'
    return (
        f'<html lang="{envelope.language}" dir="{direction}"><body>{paragraphs}'
        f'<hr><p style="font-size:12px;color:#666">{footer}</p>{seen}</body></html>'
    )


def _linked(text: str, tracks: list[str], base: str, code: str) -> str:
    """A paragraph's text, escaped, with its addresses as links."""
    parts, last = [], 0
    for link in re.finditer(messages.LINK, text):
        parts += [escape(text[last : link.start()]), _anchor(messages.track(link[0], tracks, base, code), link[0])]
        last = link.end()
    return "".join([*parts, escape(text[last:])]).replace("\n", "<br>")


def _anchor(to: str, text: str = "") -> str:
    return f'<a href="{escape(to)}">{escape(text or to)}</a>'
