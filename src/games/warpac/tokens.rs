//! Tokens of actions (rules.md 7), and the reasons why a token is illegal.

use super::actions::{ActionKind, Droppable};
use super::board::{Square, Squares};
use super::pieces::PieceKind;
use super::underwater::ChargeReport;
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::text::counted;
use crate::game::{ActionError, Game};

/// The forms of actions, for messages.
const FORMS: [&str; 2] = [
    "an action such as e2e4, K@h2, Q@h3>h2 or end",
    "an action such as e2e4, sd4, sd4=1c, xh12, K@h2, Q@h3>h2, S@c6 or end",
];

/// A token, read but not yet checked against the position.
#[derive(Clone, Copy)]
pub(super) enum Token {
    End,
    Move(Square, Square),
    DepthCharge(Square, Option<ChargeReport>),
    Torpedo(Square),
    /// A drop, with the carrier of a squadron.
    Drop(Droppable, Square, Option<Square>),
}

impl Token {
    pub fn read(text: &str) -> Option<Self> {
        if text == "end" {
            return Some(Self::End);
        }
        if let Some(square) = text.strip_prefix('x') {
            return Square::parse(square).map(Self::Torpedo);
        }
        if let Some(rest) = text.strip_prefix('s') {
            return match rest.split_once('=') {
                Some((area, report)) => {
                    let report = ChargeReport::parse(report)?;
                    Square::parse(area).map(|area| Self::DepthCharge(area, Some(report)))
                }
                None => Square::parse(rest).map(|area| Self::DepthCharge(area, None)),
            };
        }
        if let Some((letter, place)) = text.split_once('@') {
            let mut letters = letter.chars();
            let what = Droppable::from_letter(letters.next().filter(|_| letter.len() == 1)?)?;
            let is_squadron = what == Droppable::Piece(PieceKind::Squadron);
            return match place.split_once('>').filter(|_| is_squadron) {
                Some((square, carrier)) => {
                    Some(Self::Drop(what, Square::parse(square)?, Some(Square::parse(carrier)?)))
                }
                None if is_squadron => None,
                None => Some(Self::Drop(what, Square::parse(place)?, None)),
            };
        }
        // The second square begins at the second letter.
        let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
        let (from, to) = text.split_at_checked(second)?;
        Some(Self::Move(Square::parse(from)?, Square::parse(to)?))
    }
}

impl<R: WarpacRules> Warpac<R> {
    pub(super) fn write_action(&self, action: WarpacAction) -> String {
        let (from, to) = (action.from().name(), action.to().name());
        match action.kind() {
            ActionKind::Move | ActionKind::Dive => from + &to,
            ActionKind::DepthCharge => format!("s{from}"),
            ActionKind::Torpedo => format!("x{from}"),
            ActionKind::End => "end".to_string(),
            ActionKind::Drop => {
                let what = action.dropped();
                let carrier = match what {
                    Droppable::Piece(PieceKind::Squadron) => format!(">{to}"),
                    _ => String::new(),
                };
                format!("{}@{from}{carrier}", what.letter())
            }
        }
    }

    pub(super) fn read_action(&self, text: &str) -> Result<WarpacAction, ActionError> {
        let Some(token) = Token::read(text) else {
            return Err(ActionError::unreadable(text, FORMS[usize::from(self.has_submarines())]));
        };
        let action = self.action_of(token);
        if !self.is_legal(action) {
            return Err(ActionError::illegal(text, self.why_illegal(token)));
        }
        let truth = self.report(action);
        if let (Token::DepthCharge(_, Some(said)), Some(truth)) = (token, truth)
            && said != truth
        {
            let reason = format!("the report contradicts the position: it is {}", truth.text());
            return Err(ActionError::illegal(text, reason));
        }
        Ok(action)
    }

    /// The action that the token stands for in this phase.
    pub(super) fn action_of(&self, token: Token) -> WarpacAction {
        match token {
            Token::End => WarpacAction::END,
            Token::Move(from, to) if self.phase == Phase::Underwater => {
                WarpacAction::dive(from, to)
            }
            Token::Move(from, to) => WarpacAction::movement(from, to),
            Token::DepthCharge(area, _) => WarpacAction::depth_charge(area),
            Token::Torpedo(target) => WarpacAction::torpedo(target),
            Token::Drop(what, square, carrier) => {
                WarpacAction::drop(what, square, carrier.unwrap_or(Square(0)))
            }
        }
    }

    /// The rule that forbids a token.
    pub(super) fn why_illegal(&self, token: Token) -> String {
        if let Some(outcome) = self.outcome() {
            return outcome.refusal();
        }
        match (self.phase, token) {
            (Phase::Deployment, Token::End) => match self.missing() {
                Some(what) => format!("the basic number of {}s is not complete", what.name()),
                None => "the deployment cannot be finished".to_string(),
            },
            (Phase::Deployment, Token::Drop(what, square, carrier)) => {
                self.why_no_drop(what, square, carrier)
            }
            (Phase::Deployment, _) => "the fleet is still to be deployed, such as K@h2".to_string(),
            (_, Token::Drop(..)) => "the deployment is over".to_string(),
            (Phase::Surface, Token::End) => {
                "only an underwater turn may be left unused".to_string()
            }
            (Phase::Surface, Token::Torpedo(_)) => {
                "torpedoes belong to underwater turns".to_string()
            }
            (Phase::Surface, Token::Move(from, to)) => self.why_no_move(from, to),
            (Phase::Underwater, Token::Move(from, to)) => self.why_no_dive(from, to),
            (Phase::Underwater, Token::Torpedo(target)) => self.why_no_torpedo(target),
            (_, Token::DepthCharge(area, _)) => self.why_no_depth_charge(area),
            (Phase::Underwater, Token::End) => "the turn cannot be left unused".to_string(),
        }
    }

    fn why_no_drop(&self, what: Droppable, square: Square, carrier: Option<Square>) -> String {
        match self.may_drop(what) {
            Err(reason) => reason,
            Ok(()) => self.why_not_on(what, square, carrier),
        }
    }

    /// Why a kind that may be dropped cannot be dropped on this square.
    pub(super) fn why_not_on(
        &self,
        what: Droppable,
        square: Square,
        carrier: Option<Square>,
    ) -> String {
        let me = self.me();
        let name = square.name();
        if what == Droppable::Submarine && self.subs[me].has(square) {
            return format!("there is a submarine on {name} already");
        }
        if what == Droppable::Submarine {
            let text = match self.settings().submarines_abroad {
                0 => return format!("{name} is outside own waters"),
                1 => "one submarine is".to_string(),
                2 => "two submarines are".to_string(),
                number => format!("{number} submarines are"),
            };
            return format!("{name} is outside own waters, where {text} already");
        }
        if !Squares::WATERS[me].has(square) {
            return format!("{name} is outside own waters");
        }
        let Some(carrier) = carrier.filter(|_| !self.occupied().has(square)) else {
            return format!("{name} is not empty");
        };
        if !self.free_carriers().any(|free| free == carrier) {
            return format!("there is no own carrier without a squadron on {}", carrier.name());
        }
        format!("{name} is not next to {}", carrier.name())
    }

    fn why_no_move(&self, from: Square, to: Square) -> String {
        let me = self.me();
        if !self.sides[me].has(from) {
            return format!("no piece of the side to move stands on {}", from.name());
        }
        let kind = self.cell(from).kind();
        let squadron = self.docked_squadron(from).filter(|_| kind == PieceKind::Carrier);
        if let Some(squadron) = squadron.filter(|_| from.distance(to) == 1) {
            if self.sides[me].has(to) && to != squadron {
                return format!("an own piece stands on {}", to.name());
            }
            return format!("the docked squadron on {} cannot follow", squadron.name());
        }
        if self.sides[me].has(to) {
            return format!("an own piece stands on {}", to.name());
        }
        format!("the {} on {} does not get to {}", kind.name(), from.name(), to.name())
    }

    fn why_no_dive(&self, from: Square, to: Square) -> String {
        let mine = self.subs[self.me()];
        if !mine.has(from) {
            return format!("no submarine of the side to move is on {}", from.name());
        }
        let (from, to) = (from.name(), to.name());
        let most = match self.settings().submarine_squares {
            1 => "one free square".to_string(),
            3 => "one to three free squares".to_string(),
            most => format!("one to {most} free squares"),
        };
        format!("{to} is not {most} from {from} in a straight line")
    }

    fn why_no_torpedo(&self, target: Square) -> String {
        let name = target.name();
        if !self.torpedo_prey(self.me() ^ 1).has(target) {
            return format!("no enemy ship is on {name}");
        }
        let distances = match [self.settings().torpedo_least, self.settings().torpedo_most] {
            [least, most] if least == most => least.to_string(),
            [least, most] => format!("{least} to {most}"),
        };
        format!("no own submarine is at distance {distances} from {name}")
    }

    fn why_no_depth_charge(&self, area: Square) -> String {
        let name = area.name();
        if !self.has_submarines() {
            return "there are no submarines in this variant".to_string();
        }
        if !Squares::AREAS.has(area) {
            return format!("the area at {name} is not wholly on the board");
        }
        let source = if self.phase == Phase::Surface { "ship" } else { "submarine" };
        let distance = counted(self.settings().depth_charge_distance, "square");
        format!("no own {source} is within {distance} of the area at {name}")
    }
}
