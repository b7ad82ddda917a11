"""What `learn_ranker.py` consists of: `choices` reads what was played of what could be; `kernels`
is the arithmetic; `learner` learns; `file` writes the network that the engine reads; `cli` is the
command line.
"""
