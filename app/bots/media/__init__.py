"""The media library of a bot: pictures and PDFs that its messages show."""
