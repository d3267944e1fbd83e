"""The mails of offers: what one recipient gets, with tracked links and the way to opt out."""

import re
from email.message import EmailMessage
from html import escape

from app.core.mail.delivery import compose, settings
from app.core.mail.opt_outs import add_headers, opt_out_link
from app.offers import messages
from app.offers.envelopes import Envelope

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


def mail_of(envelope: Envelope) -> EmailMessage:
    """Compose the mail; a test says so, and has nothing to opt out of."""
    base = settings().base_url
    out = opt_out_link(envelope.code)
    words = UNSUBSCRIBE.get(envelope.language, UNSUBSCRIBE["en"])
    footer = words.format(client=envelope.client, link=out)
    text = f"{messages.track_links(envelope.text, envelope.links, base, envelope.code)}\n\n--\n{footer}\n"
    html = _html(envelope, base, words.format(client=escape(envelope.client), link=_anchor(out)))
    subject = f"[Test] {envelope.subject}" if envelope.is_test else envelope.subject
    message = compose(
        envelope.to, subject, text, html=html, message_id=envelope.message_id, name=envelope.name,
        sender=envelope.sender,
    )  # fmt: skip
    if not envelope.is_test:
        add_headers(message, envelope.code)
    return message


def _html(envelope: Envelope, base: str, footer: str) -> str:
    """The mail as HTML: paragraphs, links, the footer, and a picture of one point that tells that it was opened."""
    direction = "rtl" if envelope.language == "ar" else "ltr"
    parts = (_link_addresses(part, envelope.links, base, envelope.code) for part in envelope.text.split("\n\n"))
    paragraphs = "".join(f"<p>{part}</p>" for part in parts)
    pixel = "" if envelope.is_test else f'<img src="{base}/o/{envelope.code}/seen.gif" width="1" height="1" alt="">'
    return (
        f'<html lang="{envelope.language}" dir="{direction}"><body>{paragraphs}'
        f'<hr><p style="font-size:12px;color:#666">{footer}</p>{pixel}</body></html>'
    )


def _link_addresses(text: str, tracks: list[str], base: str, code: str) -> str:
    """A paragraph's text, escaped, with its addresses as links."""
    parts, last = [], 0
    for link in re.finditer(messages.LINK, text):
        parts += [escape(text[last : link.start()]), _anchor(messages.track(link[0], tracks, base, code), link[0])]
        last = link.end()
    return "".join([*parts, escape(text[last:])]).replace("\n", "<br>")


def _anchor(to: str, text: str = "") -> str:
    return f'<a href="{escape(to)}">{escape(text or to)}</a>'
