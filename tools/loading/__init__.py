"""A server under load, and one that is killed: tools/load and tools/chaos."""
