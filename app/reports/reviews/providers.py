"""What others ask of reviews: to erase them with what was said, and for people by the tags of conversations."""

from app.conversations.erasing import erases_contents
from app.offers import audience
from app.reports.reviews import service

erases_contents(service.erase)
audience.tagged_contacts.provide(service.tagged_contacts)
