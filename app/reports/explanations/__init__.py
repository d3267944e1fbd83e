"""Why a key figure changed: which parts of the sessions moved it, by their number and by their own rate."""
