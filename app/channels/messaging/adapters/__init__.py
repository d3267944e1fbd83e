"""The messaging channels by name: a channel is one folder here and one line of this list."""

from app.channels.messaging.adapters.contract import Adapter
from app.channels.messaging.adapters.messenger import Messenger
from app.channels.messaging.adapters.slack import Slack
from app.channels.messaging.adapters.sms import Sms
from app.channels.messaging.adapters.telegram import Telegram
from app.channels.messaging.adapters.voice import Voice
from app.channels.messaging.adapters.whatsapp import WhatsApp

_LIST: tuple[Adapter, ...] = (
    WhatsApp(), Messenger("messenger", "page", 2000), Messenger("instagram", "instagram", 1000, in_bytes=True),
    Telegram(), Slack(), Sms(), Voice(),
)  # fmt: skip
ADAPTERS: dict[str, Adapter] = {adapter.name: adapter for adapter in _LIST}
CHANNELS = tuple(ADAPTERS)
