//! Spans of time as they are typed: `90s`, `15m`, `2h`, or a number of seconds.

use std::time::Duration;

/// Reads a span of time.
pub fn read(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.into_iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, seconds) = unit.unwrap_or((text, 1.0));
    let number: Option<f64> = number.parse().ok().filter(|number| *number >= 0.0);
    let duration = number.and_then(|number| Duration::try_from_secs_f64(number * seconds).ok());
    duration.ok_or_else(|| "expected a time such as 90s, 15m or 2h".to_owned())
}

/// Formats a span of time.
pub fn format(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        let seconds = |text: &str| read(text).map(|time| time.as_secs_f64());
        assert_eq!(seconds("90s"), Ok(90.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("2h"), Ok(7200.0));
        assert_eq!(seconds("7"), Ok(7.0));
        assert_eq!(seconds("5ms"), Ok(0.005));
        for wrong in ["", "s", "-1s", "1d", "1e400", "nan", "é"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!([format(5.2), format(150.0), format(7200.0)], ["5 s", "2 min", "2.0 h"]);
    }
}
