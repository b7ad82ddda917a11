//! Tokens of actions (rules.md 3.2), and the reasons why a token is illegal.

use super::board::{Facing, Field, Fields};
use super::{Cru, CruAction, Family, GameKind, Rotations, TurnStage};
use crate::game::ActionError;
use crate::game::text::counted;

/// A token, read but not yet checked against the position.
enum Token {
    End,
    Bonus(Field),
    Payment(Field),
    Rotation(Field, Facing),
    Move { from: Field, to: Field, connects: bool, marker: Option<Field>, twist: Option<Facing> },
}

impl Token {
    fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        match bytes {
            b"end" => return Some(Self::End),
            [b'@', field @ ..] => return Field::parse(field).map(Self::Bonus),
            [b'x', field @ ..] => return Field::parse(field).map(Self::Payment),
            _ => {}
        }
        let (from, rest) = bytes.split_at_checked(2)?;
        let from = Field::parse(from)?;
        if let [b'r', digit] = rest {
            return read_facing(*digit).map(|facing| Self::Rotation(from, facing));
        }
        let (to, rest) = rest.split_at_checked(2)?;
        let to = Field::parse(to)?;
        let (connects, rest) = match rest {
            [b'~', rest @ ..] => (true, rest),
            _ => (false, rest),
        };
        let (marker, twist) = match rest {
            [] => (None, None),
            [b'@', field @ ..] if !connects => (Some(Field::parse(field)?), None),
            [b'r', digit] => (None, Some(read_facing(*digit)?)),
            _ => return None,
        };
        Some(Self::Move { from, to, connects, marker, twist })
    }
}

fn read_facing(digit: u8) -> Option<Facing> {
    matches!(digit, b'0'..=b'7').then(|| Facing::new(u32::from(digit - b'0')))
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    pub(super) fn write_action(&self, action: CruAction) -> String {
        let field = action.field().name();
        if action.is_rotation() {
            return format!("{field}r{}", action.facing().index());
        }
        if action.is_payment() {
            return format!("x{field}");
        }
        if action.is_bonus() {
            return format!("@{field}");
        }
        if !action.is_move() {
            return "end".to_string();
        }
        let mut token = field + &action.to().name();
        if action.connects() {
            token.push('~');
        }
        if let Some(marker) = action.marker() {
            token.push('@');
            token.push_str(&marker.name());
        }
        if action.facing() != action.field().facing_along(action.to()) {
            token.push_str(&format!("r{}", action.facing().index()));
        }
        token
    }

    pub(super) fn read_action(&self, text: &str) -> Result<CruAction, ActionError> {
        let Some(token) = Token::read(text) else {
            return Err(ActionError::unreadable(text, self.forms()));
        };
        match Self::action_of(&token).filter(|action| self.is_legal_action(*action)) {
            Some(action) => Ok(action),
            None => Err(ActionError::illegal(text, self.why_illegal(&token))),
        }
    }

    /// The forms of actions of this game.
    fn forms(&self) -> &'static str {
        match self.kind() {
            GameKind::Pacru => "an action such as e4e6, e4e6@d7, e4e6~, e4r6, xb2 or @g5",
            GameKind::Azacru => "an action such as e4e6, e4e6r1, e4e6~, e4e6~r1 or end",
            GameKind::Shacru => "an action such as e4e5, e3e4r1 or end",
        }
    }

    fn action_of(token: &Token) -> Option<CruAction> {
        match *token {
            Token::End => Some(CruAction::END),
            Token::Bonus(field) => Some(CruAction::bonus(field)),
            Token::Payment(field) => Some(CruAction::payment(field)),
            Token::Rotation(field, facing) => Some(CruAction::rotation(field, facing)),
            Token::Move { from, to, connects, marker, twist } => {
                let direction = from.facing_to(to)?;
                if twist == Some(direction) {
                    return None;
                }
                let mut action = CruAction::movement(from, to, twist.unwrap_or(direction));
                if connects {
                    action = action.connecting();
                }
                Some(marker.map_or(action, |at| action.placing(at)))
            }
        }
    }

    /// The rule that forbids a token.
    fn why_illegal(&self, token: &Token) -> String {
        if let Some(outcome) = self.outcome {
            return outcome.refusal();
        }
        match self.stage {
            TurnStage::Bonus { barred } => return self.why_no_bonus(token, barred),
            TurnStage::Payment { left, last } => return self.why_no_payment(token, left, last),
            TurnStage::Turn | TurnStage::LastRound(_) => {}
        }
        match *token {
            Token::End if self.is_pacru() => "there is no pass in Pacru".to_string(),
            Token::End => "a chevron can move, so the turn cannot be passed".to_string(),
            Token::Bonus(_) => "no bonus marker is due".to_string(),
            Token::Payment(_) => "no marker is to be given up".to_string(),
            Token::Rotation(field, facing) => self.why_no_rotation(field, facing),
            Token::Move { from, to, connects, marker, twist } => self
                .why_no_step(from, to)
                .unwrap_or_else(|| self.why_no_ending(from, to, connects, marker, twist)),
        }
    }

    fn why_no_bonus(&self, token: &Token, barred: Option<Field>) -> String {
        let Token::Bonus(field) = *token else {
            return "the bonus marker of a meeting is due, such as @g5".to_string();
        };
        if barred == Some(field) {
            return format!("the bonus cannot go to {}, which the chevron has left", field.name());
        }
        let fault = if self.occupied().has(field) { "a chevron" } else { "a marker of one's own" };
        format!("there is {fault} on {}", field.name())
    }

    fn why_no_payment(&self, token: &Token, left: u8, last: Option<Field>) -> String {
        let Token::Payment(field) = *token else {
            return format!("markers to be given up first, such as xb2: {left}");
        };
        let name = field.name();
        if !self.free_markers().has(field) {
            return format!("no free marker of the side to move is on {name}");
        }
        match last {
            Some(last) if field <= last => {
                format!("{name} does not come after {}: the order is alphabetical", last.name())
            }
            _ => format!("too few markers come after {name} for the {left} that are due"),
        }
    }

    fn why_no_rotation(&self, field: Field, facing: Facing) -> String {
        if !self.is_pacru() {
            return "there are rotations in Pacru only".to_string();
        }
        if let Some(reason) = self.why_not_mine(field) {
            return reason;
        }
        match self.facing(field).eighths_to(facing) {
            0 => format!("the chevron on {} faces {} already", field.name(), facing.index()),
            eighths => match self.settings().rotation_price(eighths) {
                None => self.rotations_in_words().to_string(),
                Some(price) => format!(
                    "that costs {} on free fields, and there are {}",
                    counted(price.into(), "marker"),
                    self.free_markers().count()
                ),
            },
        }
    }

    fn rotations_in_words(&self) -> &'static str {
        match self.settings().rotations {
            Rotations::None => "there are no rotations",
            Rotations::Eighth => "a rotation is 45 degrees",
            Rotations::Quarter => "a rotation is 45 or 90 degrees",
        }
    }

    fn why_not_mine(&self, field: Field) -> Option<String> {
        let mine = self.chevrons[self.side.index()];
        let none = || format!("no chevron of the side to move stands on {}", field.name());
        (!mine.has(field)).then(none)
    }

    /// Why the chevron on `from` cannot move to `to`, or `None` if it can.
    fn why_no_step(&self, from: Field, to: Field) -> Option<String> {
        if let Some(reason) = self.why_not_mine(from) {
            return Some(reason);
        }
        let me = self.side.index();
        let board = self.player_board(me);
        let reach = self.reach(&board, me, from);
        let (start, goal) = (from.name(), to.name());
        if reach.targets.has(to) {
            return None;
        }
        let facing = self.facing(from);
        if !from.fan(facing).has(to) {
            let number = facing.index();
            return Some(format!(
                "{goal} is not on the three lines of the chevron on {start}, which faces {number}"
            ));
        }
        let power = self.power(me, from);
        if !from.within(power).has(to) {
            return Some(format!("{goal} is too far from {start} for a power of {power}"));
        }
        if board.friends.has(to) {
            return Some(format!("an own chevron stands on {goal}"));
        }
        let in_the_way = from.between(to, from.facing_along(to)) & !board.free;
        if !board.free.has(to) {
            return self.why_no_capture(reach.attacked.has(to), to);
        }
        if !board.landable.has(to) {
            return Some(format!("there is a marker of another player on {goal}"));
        }
        let blocker = in_the_way.map(Field::name).next().unwrap_or_default();
        let but = match self.settings().connection_jumps {
            true => ", and only a move from an own marker to an own marker may jump it",
            false => "",
        };
        Some(format!("the chevron on {blocker} is in the way{but}"))
    }

    /// Why the chevron of another player on `to`, which is near enough, cannot be captured; `None` if it can.
    fn why_no_capture(&self, is_attacked: bool, to: Field) -> Option<String> {
        let goal = to.name();
        let me = self.side.index();
        if !self.is_pacru() {
            return Some(format!("a chevron stands on {goal}, and there are no captures"));
        }
        if !is_attacked {
            return Some(format!("a chevron is in the way to {goal}"));
        }
        let is_pincered = self.attacks(&self.player_board(me), me).pincered.has(to);
        (!is_pincered).then(|| format!("the chevron on {goal} is attacked by one chevron only"))
    }

    /// Why a possible move does not end with these suffixes.
    fn why_no_ending(
        &self,
        from: Field,
        to: Field,
        connects: bool,
        marker: Option<Field>,
        twist: Option<Facing>,
    ) -> String {
        let me = self.side.index();
        let board = self.player_board(me);
        let is_connection = self.reach(&board, me, from).connections.has(to);
        let options =
            if self.is_pacru() { self.border_options(&board, from, to) } else { Fields::NONE };
        if connects && !is_connection {
            return "this move is no connection".to_string();
        }
        if let Some(marker) = marker {
            return if options.is_empty() {
                "this move brings no marker for crossing a border".to_string()
            } else {
                format!("the marker for crossing the border cannot go to {}", marker.name())
            };
        }
        let may_twist = self.settings().twists && !self.is_pacru() && !from.home().has(to);
        if twist.is_some() && !may_twist {
            return "there is no twist after this move".to_string();
        }
        if !connects && is_connection {
            let or_marker = if options.any() { " or @ and a field" } else { "" };
            return format!("this move is a connection and needs ~{or_marker}");
        }
        if options.any() {
            return "this move crosses a border and needs @ and a field".to_string();
        }
        if from.facing_to(to).zip(twist).is_some_and(|(way, twist)| way == twist) {
            return "the facing of the move itself is not written".to_string();
        }
        if is_connection && self.costs_chevron(from.between(to, from.facing_along(to))) {
            return "a move that costs the chevron has no twist".to_string();
        }
        "a twist is 45 degrees to either side of the move".to_string()
    }
}
