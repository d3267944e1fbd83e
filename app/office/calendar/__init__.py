"""The calendar of a workspace: the specified calls, our own for the page, and iCalendar files."""
