"""Matches and tournaments: the plan, the referee, the games, their records and results.

`plan` is the data that all share; `table` plays one game; `contest` hands out games to tables or,
through `cluster`, to other machines; `archive` keeps the records, from which `standing` computes
every figure. The command line is in `cli`.
"""
