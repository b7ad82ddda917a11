#!/usr/bin/env bash
# Games of every variant at 100 ms + 1 ms for each side, while another process keeps a processor busy. Ends with
# status 1 if a fault, such as loss of time, decided a game. The same command continues after an interruption.
#   scripts/clocks.sh [ENGINE [GAMES [FOLDER]]]
set -euo pipefail
cd "$(dirname "$0")/.."
engine=${1:-target/release/strategos}
games=${2:-200}
folder=${3:-target/clocks}
mkdir -p "$folder"

while :; do :; done &
busy=$!
trap 'kill $busy' EXIT

for variant in $(echo uci | "$engine" | sed -n 's/^option name UCI_Variant .*default [^ ]* var //p' | sed 's/ var / /g'); do
    scripts/match.py --engine "name=A,cmd=$engine" --engine "name=B,cmd=$engine" --each option.Hash=1 \
        --variant "$variant" --tc 0.1+0.001 --random-plies 6 --games "$games" --concurrency 1 --max-tokens 0 \
        --out "$folder/$variant.jsonl" --resume >"$folder/$variant.txt"
    faults=$(grep -c '"fault": *"[^"]' "$folder/$variant.jsonl" || true)
    echo "$variant: $(wc -l <"$folder/$variant.jsonl") games, $faults lost by a fault"
done
! grep -l '"fault": *"[^"]' "$folder"/*.jsonl
