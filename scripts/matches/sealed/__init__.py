"""Games of engines without a referee: each player has a process and a folder of its own, and they
exchange the public lines of `strategos sealed`."""
