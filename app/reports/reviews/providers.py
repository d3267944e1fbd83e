"""What conversations ask of reviews: to erase them with what was said."""

from app.conversations.erasing import erases_contents
from app.reports.reviews import service

erases_contents(service.erase)
