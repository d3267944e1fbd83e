"""What reports read from rollups, bitmaps and rows."""
