//! The processor time that this process has taken.

/// The clock ticks of a second in what Linux tells, on every machine.
const TICKS: f64 = 100.0;

/// The seconds that all threads have taken so far, in the program and in the system, where the system tells it.
pub fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().ok());
    Some(ticks.sum::<Option<u64>>()? as f64 / TICKS)
}
