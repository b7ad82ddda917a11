//! FEN, tokens and the diagram (rules.md 4 and 5).

use super::{MOST_PIECES, MOST_TAKEN, Toy, ToyAction, WINNING_LEAD};
use crate::game::text::read_number;
use crate::game::{ActionError, Charset, FenError, Game, Notation, Player};

const FORM: &str = "expected `<coins>/<rocks> <lead> <taken> <pendulums> <side>`";
const LETTERS: [&str; 2] = ["w", "b"];

impl<const SWINGS: bool> Notation for Toy<SWINGS> {
    type Rules = ();

    const SIDES: &'static [&'static str] = &["White", "Black"];
    const BENCH: &'static [&'static str] =
        &["9/6 0 0 ll w", "8/5 +1 1 ll b", "7/4 -1 0 ll w", "5/3 +2 0 ll b"];
    const BENCH_DEPTH: u32 = 12;

    fn start(_: ()) -> Self {
        Self::new(MOST_PIECES, 6, 0)
    }

    fn from_fen(_: (), fen: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let [table, lead, taken, pendulums, side] = fields[..] else {
            let found = format!("{FORM}, found {} fields", fields.len());
            return Err(FenError::new("table", fields.first().copied().unwrap_or(""), found));
        };
        let (coins, rocks) =
            table.split_once('/').ok_or_else(|| FenError::new("table", table, FORM))?;
        let piece = |text| read_number("table", text, 0, u32::from(MOST_PIECES));
        let (coins, rocks) = (piece(coins)? as u8, piece(rocks)? as u8);
        let state = Self {
            coins,
            rocks,
            lead: read_lead(lead)?,
            taken: read_number("taken", taken, 0, u32::from(MOST_TAKEN))? as u8,
            pendulums: Self::read_pendulums(pendulums)?,
            player: read_side(side)?,
        };
        state.validate()?;
        Ok(state)
    }

    fn fen(&self) -> String {
        let Self { coins, rocks, lead, taken, .. } = self;
        let lead = if *lead == 0 { "0".to_string() } else { format!("{lead:+}") };
        let pendulums = self.pendulums.map(|is_right| if is_right { 'r' } else { 'l' });
        let pendulums: String = pendulums.iter().collect();
        format!("{coins}/{rocks} {lead} {taken} {pendulums} {}", LETTERS[self.player.index()])
    }

    fn parse_action(&self, token: &str) -> Result<ToyAction, ActionError> {
        let named = |action: &ToyAction| action.token() == token;
        let Some(action) = ToyAction::ALL.into_iter().find(named) else {
            return Err(ActionError::unreadable(token, "coin, rock, end or swing"));
        };
        match self.refusal(action) {
            None => Ok(action),
            Some(reason) => Err(ActionError::illegal(token, reason)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome()?;
        Some(match self.lead.abs() {
            _ if self.rocks == 0 => "last rock taken",
            WINNING_LEAD.. => "three points ahead",
            _ => "last coin taken",
        })
    }

    fn action_token(&self, action: ToyAction) -> String {
        action.token().to_string()
    }

    fn diagram(&self, _: Charset) -> String {
        let row = |sign: char, count: u8| -> String {
            (0..MOST_PIECES)
                .map(|place| if place < count { sign } else { '.' })
                .flat_map(|sign| [sign, ' '])
                .collect()
        };
        let side = Self::SIDES[self.player.index()];
        let files: String =
            ('a'..).take(usize::from(MOST_PIECES)).flat_map(|file| [file, ' ']).collect();
        format!(
            "  2  {}  coins; White leads by {}\n  1  {}  rocks; {side} to move, {} taken\n\n     {}\n",
            row('o', self.coins),
            self.lead,
            row('*', self.rocks),
            self.taken,
            files.trim_end(),
        )
    }

    fn owner(_: char) -> Option<Player> {
        None
    }
}

impl<const SWINGS: bool> Toy<SWINGS> {
    fn read_pendulums(text: &str) -> Result<[bool; 2], FenError> {
        let error = |reason: &str| FenError::new("pendulums", text, reason);
        let pendulums = match text {
            "ll" => [false, false],
            "lr" => [false, true],
            "rl" => [true, false],
            "rr" => [true, true],
            _ => return Err(error("expected `ll`, `lr`, `rl` or `rr`")),
        };
        if !SWINGS && pendulums != [false; 2] {
            return Err(error("no pendulum swings in this variant: expected `ll`"));
        }
        Ok(pendulums)
    }

    /// Refuses what no game reaches. A turn of three takings is over, unless it has ended the game.
    fn validate(&self) -> Result<(), FenError> {
        if self.taken == MOST_TAKEN && self.outcome().is_none() {
            let reason = "a turn ends with the third taking";
            return Err(FenError::new("taken", self.taken.to_string(), reason));
        }
        Ok(())
    }

    /// The rule that an action breaks here.
    fn refusal(&self, action: ToyAction) -> Option<&'static str> {
        if self.outcome().is_some() {
            return Some("the game is over");
        }
        (!self.allows(action)).then_some(match action {
            ToyAction::Coin if self.coins > 0 => "no coin may be taken while the pendulums differ",
            ToyAction::End => "a turn takes at least one coin or rock",
            ToyAction::Swing if SWINGS => "a pendulum swings as a whole turn",
            ToyAction::Swing => "no pendulum swings in this variant",
            _ => "none is left",
        })
    }
}

/// Reads the lead of player one: `0`, or a number with its sign.
fn read_lead(text: &str) -> Result<i8, FenError> {
    let lead = text.parse::<i8>().ok().filter(|lead| lead.abs() <= WINNING_LEAD);
    let has_sign = text.starts_with(['+', '-']);
    lead.filter(|lead| has_sign == (*lead != 0) && text.len() <= 2)
        .ok_or_else(|| FenError::new("lead", text, "expected -3 to -1, 0, or +1 to +3"))
}

fn read_side(text: &str) -> Result<Player, FenError> {
    let seat = LETTERS.iter().position(|letter| *letter == text);
    seat.map(Player::new).ok_or_else(|| FenError::new("side", text, "expected w or b"))
}
