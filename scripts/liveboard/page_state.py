"""The messages to pages about a game. With hidden information only this module decides what pages
get: the view and the record of the player at the screen, or nothing during a handover."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .game import Seat, turns_for
from .rules import DROP

if TYPE_CHECKING:
    from .session import BoardSession


def state(session: BoardSession) -> dict[str, Any]:
    """All that a page shows, in one message."""
    viewer = session.viewer
    common = _common(session)
    if viewer is None:
        return common | {"curtain": session.tip.player}
    return common | _position(session, viewer) | _moves(session, viewer) | {"curtain": 0}


def _common(session: BoardSession) -> dict[str, Any]:
    """The public part."""
    game = session.game
    return {
        "type": "state",
        "variant": game.variant,
        "seats": [_seat(seat) for seat in game.seats],
        "open": game.open,
        "hides": game.hides,
        "player": session.tip.player,
        "over": session.over,
        "result": game.result or session.tip.result,
        "reason": game.reason or (session.tip.reason if session.tip.over else ""),
        "ranking": session.tip.ranking,
        "paused": session.paused,
        "thinking": session.thinks,
        "lines": session.lines,
        "clock": _clock(session),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "kind": seat.kind, "level": seat.level, "movetime": seat.movetime_ms,
        "name": seat.called(),
    }  # fmt: skip


def _clock(session: BoardSession) -> dict[str, Any] | None:
    if session.clock is None:
        return None
    return {"left": session.clock.left_ms(), "running": session.clock.running}


def seen(session: BoardSession) -> tuple[int, int]:
    """The shown step, and the last step that the viewer knows of. He knows nothing of another
    player's hidden, unfinished turn."""
    tip = len(session.game.steps)
    if session.viewer and session.unfinished and session.viewer != session.tip.player:
        tip = ([0, *session.ends])[-2]
    return min(session.at, tip), tip


def _position(session: BoardSession, viewer: int) -> dict[str, Any]:
    here = session.here
    fen = here.views[viewer - 1] if viewer else here.fen
    plays = session.may_play()
    legal = list(here.legal) if plays else []
    return {
        "viewer": viewer,
        "fen": fen,
        # In a view with hidden units the lines would reveal them.
        "network": here.network if fen == here.fen else "",
        "mover": here.player,
        "legal": legal,
        "deploying": plays and here.deploying,
        "draft": session.drafts.get(here.player, []) if plays else [],
        "position": session.told(),
        "analysed": bool(session.analysed()),
        # The person at the screen hands it over when it is another person's turn.
        "handover": session.handover,
    }


def _moves(session: BoardSession, viewer: int) -> dict[str, Any]:
    turns = turns_for(session.tip.records[viewer - 1]) if viewer else session.turns
    begins = [0, *session.ends]
    at, tip = seen(session)
    listed = [
        {"token": turn, "ply": end, "player": session.game.movers[begin] if end > begin else 0}
        for turn, begin, end in zip(turns, begins, session.ends, strict=False)
        if end <= tip
    ]
    return {
        "turns": listed,
        "at": at,
        "tip": tip,
        "left": session.left is not None,
        "undo": undo_to(session) is not None,
    }


def undo_to(session: BoardSession) -> int | None:
    """The number of steps after a takeback, None if there is none. With hidden information a
    finished turn cannot be taken back, because it revealed something. Within his own turn a player
    may take steps back."""
    game = session.game
    steps = len(game.steps)
    persons = game.persons()
    guarded = game.hides and not game.open
    own = session.unfinished and session.viewer in (0, session.tip.player)
    learnt = session.over or (session.secret and not own)
    if steps == 0 or session.at < steps or (guarded and learnt):
        return None
    if game.open or len(persons) in (0, len(game.seats)) or session.unfinished:
        wanted = steps - 1
    else:
        # Against engines: to the last position with a person to move.
        wanted = max((at for at in range(steps) if game.movers[at] in persons), default=-1)
    # Deployments that both players have seen stay.
    least = sum(DROP.match(step) is not None for step in game.steps) if guarded else 0
    return wanted if wanted >= (0 if session.unfinished else least) else None
