//! Times of lines: RFC 3339 in UTC, to the second.

use std::fmt;

const DAY_SECONDS: u64 = 86_400;
/// The last second of the year 9999, after which RFC 3339 has no times.
const LAST_SECOND: u64 = 253_402_300_799;

/// A time as `2026-11-30T12:00:00Z`, in seconds since the beginning of 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(u64);

impl Time {
    /// The time so many seconds after the beginning of 1970. It stops at the end of the year 9999.
    pub fn from_seconds(seconds: u64) -> Self {
        Self(seconds.min(LAST_SECOND))
    }

    /// Reads exactly the form in which times are written.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 20 || !text.is_ascii() {
            return None;
        }
        let number = |from: usize, to: usize| {
            let digits = &text[from..to];
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok())?
        };
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let clock = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
        let days = days_before(year)?.checked_add(days_of_year(year, month, day)?)?;
        let time = Self(days * DAY_SECONDS + clock);
        // Whatever is not in its only form, such as 24:00:00 or 30 February, is written otherwise.
        (time.to_string() == text).then_some(time)
    }
}

/// Days from the beginning of 1970 to the beginning of a year.
fn days_before(year: u64) -> Option<u64> {
    let leap_days = |year: u64| year / 4 - year / 100 + year / 400;
    let before = year.checked_sub(1)?;
    let days = year * 365 + leap_days(before);
    days.checked_sub(1970 * 365 + leap_days(1969))
}

fn days_of_year(year: u64, month: u64, day: u64) -> Option<u64> {
    let months = month_lengths(year);
    let before = months.get(..usize::try_from(month).ok()?.checked_sub(1)?)?;
    Some(before.iter().sum::<u64>() + day.checked_sub(1)?)
}

fn month_lengths(year: u64) -> [u64; 12] {
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    [31, 28 + u64::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, clock) = (self.0 / DAY_SECONDS, self.0 % DAY_SECONDS);
        // At most one year too late, because no year is longer than 366 days.
        let mut year = 1970 + days / 365;
        while days_before(year).is_none_or(|before| before > days) {
            year -= 1;
        }
        let mut day = days - days_before(year).unwrap_or(days);
        let mut month = 1;
        for length in month_lengths(year) {
            if day < length {
                break;
            }
            day -= length;
            month += 1;
        }
        let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
        write!(f, "{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_seconds_have_known_times() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_796_041_234, "2026-11-30T12:20:34Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (LAST_SECOND, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Time::from_seconds(seconds).to_string(), text);
            assert_eq!(Time::parse(text), Some(Time(seconds)));
        }
        assert_eq!(Time::from_seconds(u64::MAX), Time(LAST_SECOND));
    }

    #[test]
    fn every_day_is_read_as_it_is_written() {
        for day in 0..200_000 {
            let time = Time(day * DAY_SECONDS + day % DAY_SECONDS);
            assert_eq!(Time::parse(&time.to_string()), Some(time));
        }
    }

    #[test]
    fn other_forms_are_refused() {
        for wrong in [
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:60Z",
            "2026-01-01t00:00:00Z",
            "2026-01-01T00:00:00+",
            "2026-01-01T00:00:00",
            "1969-12-31T23:59:59Z",
            "0000-01-01T00:00:00Z",
            "2026-é1-01T00:00:0Z",
            "",
        ] {
            assert_eq!(Time::parse(wrong), None, "{wrong}");
        }
    }
}
