//! The CPU time of this thread: what others run on the machine is not counted.

use rustix::time::{ClockId, clock_gettime};

/// The CPU seconds that this thread has used.
pub fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_does_not() {
        let start = cpu_s();
        std::thread::sleep(std::time::Duration::from_millis(200));
        let slept = cpu_s() - start;
        assert!((0.0..0.1).contains(&slept), "{slept} s of CPU time in 0.2 s of sleep");
    }
}
