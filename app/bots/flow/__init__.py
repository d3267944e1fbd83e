"""The flow document `parley-flow/1`: its shape, its checks, its checksum and the differences of two."""
