"""PDFs: their fonts and sheets, the pages that readers are shown, and pictures of those."""
