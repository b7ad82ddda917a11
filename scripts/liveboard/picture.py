"""The messages to pages about a game. With hidden information only this module decides what pages
get: the view and the record of the player at the screen, or nothing during a handover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import Seat, turns_for
from .rules import DROP

if TYPE_CHECKING:
    from .desk import Desk


def state(desk: Desk) -> dict[str, Any]:
    """All that a page shows, in one message."""
    viewer = desk.viewer
    picture = _common(desk)
    if viewer is None:
        return picture | {"curtain": desk.tip.player}
    return picture | _position(desk, viewer) | _moves(desk, viewer) | {"curtain": 0}


def _common(desk: Desk) -> dict[str, Any]:
    """The public part."""
    game = desk.game
    return {
        "type": "state",
        "variant": game.variant,
        "seats": [_seat(seat) for seat in game.seats],
        "open": game.open,
        "hides": game.hides,
        "player": desk.tip.player,
        "over": desk.over,
        "result": game.result or desk.tip.result,
        "reason": game.reason or (desk.tip.reason if desk.tip.over else ""),
        "ranking": desk.tip.ranking,
        "paused": desk.paused,
        "thinking": desk.thinks,
        "lines": desk.lines,
        "clock": _clock(desk),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "kind": seat.kind, "level": seat.level, "movetime": seat.movetime_ms,
        "name": seat.called(),
    }  # fmt: skip


def _clock(desk: Desk) -> dict[str, Any] | None:
    if desk.clock is None:
        return None
    return {"left": desk.clock.left_ms(), "running": desk.clock.running}


def seen(desk: Desk) -> tuple[int, int]:
    """The shown step, and the last step that the viewer knows of. He knows nothing of another
    player's hidden, unfinished turn."""
    tip = len(desk.game.steps)
    if desk.viewer and desk.unfinished and desk.viewer != desk.tip.player:
        tip = ([0, *desk.ends])[-2]
    return min(desk.at, tip), tip


def _position(desk: Desk, viewer: int) -> dict[str, Any]:
    here = desk.here
    plays = desk.may_play()
    legal = list(here.legal) if plays else []
    return {
        "viewer": viewer,
        "fen": here.views[viewer - 1] if viewer else here.fen,
        "mover": here.player,
        "legal": legal,
        "deploying": plays and here.deploying,
        "draft": desk.drafts.get(here.player, []) if plays else [],
        "position": desk.told(),
        "analysed": bool(desk.analysed()),
        # The person at the screen hands it over when it is another person's turn.
        "handover": desk.handover,
    }


def _moves(desk: Desk, viewer: int) -> dict[str, Any]:
    turns = turns_for(desk.tip.records[viewer - 1]) if viewer else desk.turns
    begins = [0, *desk.ends]
    at, tip = seen(desk)
    listed = [
        {"token": turn, "ply": end, "player": desk.game.movers[begin] if end > begin else 0}
        for turn, begin, end in zip(turns, begins, desk.ends, strict=False)
        if end <= tip
    ]
    return {
        "turns": listed,
        "at": at,
        "tip": tip,
        "left": desk.left is not None,
        "undo": undo_to(desk) is not None,
    }


def undo_to(desk: Desk) -> int | None:
    """The number of steps after a takeback, None if there is none. With hidden information a
    finished turn cannot be taken back, because it revealed something. Within his own turn a player
    may take steps back."""
    game = desk.game
    steps = len(game.steps)
    persons = game.persons()
    guarded = game.hides and not game.open
    own = desk.unfinished and desk.viewer in (0, desk.tip.player)
    learnt = desk.over or (desk.secret and not own)
    if steps == 0 or desk.at < steps or (guarded and learnt):
        return None
    if game.open or len(persons) in (0, len(game.seats)) or desk.unfinished:
        wanted = steps - 1
    else:
        # Against engines: to the last position with a person to move.
        wanted = max((at for at in range(steps) if game.movers[at] in persons), default=-1)
    # Deployments that both players have seen stay.
    least = sum(DROP.match(step) is not None for step in game.steps) if guarded else 0
    return wanted if wanted >= (0 if desk.unfinished else least) else None
