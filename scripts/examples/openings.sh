#!/usr/bin/env bash
# Writes openings, one FEN a line, as cutegames and match.py read them:
#   scripts/examples/openings.sh target/release/strategos pacru 100 >openings.txt
set -euo pipefail
"$1" "setoption name UCI_Variant value $2" "genfens $3 seed 1 book None" | sed -n 's/^info string genfens //p'
