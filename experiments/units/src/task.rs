//! A task: the share of the units that one process does, by a number that whatever starts processes hands out.

/// The variables in which schedulers hand out numbers: Slurm, HyperQueue, Kubernetes, AWS Batch.
pub const VARIABLES: [&str; 4] =
    ["SLURM_ARRAY_TASK_ID", "HQ_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"];

/// The share of one of several processes: every n-th unit, with n processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The number of the task, from 0.
    pub index: u64,
    /// The number of tasks.
    pub of: u64,
}

/// A task that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum TaskError {
    #[error("which task? Give --index N, or have one of {} set", VARIABLES.join(", "))]
    Unknown,
    #[error("{variable} is `{text}`, and not the number of a task")]
    Text { variable: &'static str, text: String },
    #[error("{first} is {first_number} and {second} is {second_number}: give --index N")]
    Several { first: &'static str, first_number: u64, second: &'static str, second_number: u64 },
    #[error("there is no task {index} of {of}: they are numbered from 0")]
    Range { index: u64, of: u64 },
}

impl Task {
    /// The task with this number, or with the one that a scheduler has set, of this count.
    pub fn new(
        index: Option<u64>,
        of: u64,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Task, TaskError> {
        let index = index.map_or_else(|| of_variables(variable), Ok)?;
        if index < of { Ok(Task { index, of }) } else { Err(TaskError::Range { index, of }) }
    }

    /// The numbers of its units, among this number of units.
    pub fn units(self, units: u64) -> impl Iterator<Item = u64> + Send + Clone {
        (self.index..units).step_by(usize::try_from(self.of).unwrap_or(usize::MAX))
    }

    /// The number of the task to which a unit belongs, with this number of tasks.
    pub fn of_unit(unit: u64, of: u64) -> u64 {
        unit % of
    }
}

fn of_variables(variable: impl Fn(&str) -> Option<String>) -> Result<u64, TaskError> {
    let mut found: Option<(&'static str, u64)> = None;
    for name in VARIABLES {
        let Some(text) = variable(name) else { continue };
        let wrong = |_| TaskError::Text { variable: name, text: text.clone() };
        let number: u64 = text.trim().parse().map_err(wrong)?;
        match found {
            // As where HyperQueue runs within an array of Slurm: which of the two is meant cannot be told.
            Some((first, first_number)) if first_number != number => {
                return Err(TaskError::Several { first, first_number, second: name, second_number: number });
            }
            _ => found = found.or(Some((name, number))),
        }
    }
    found.map(|(_, number)| number).ok_or(TaskError::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(index: Option<u64>, of: u64, set: &[(&str, &str)]) -> Result<Task, String> {
        let variable =
            |name: &str| set.iter().find(|(other, _)| *other == name).map(|(_, text)| (*text).to_owned());
        Task::new(index, of, variable).map_err(|error| error.to_string())
    }

    #[test]
    fn the_number_comes_from_the_command_line_or_from_any_scheduler() {
        for name in VARIABLES {
            assert_eq!(task(None, 9, &[(name, "7")]), Ok(Task { index: 7, of: 9 }));
            assert_eq!(task(Some(2), 9, &[(name, "7")]), Ok(Task { index: 2, of: 9 }));
        }
        for (set, message) in [
            (&[][..], "which task? Give --index N, or have one of SLURM_ARRAY_TASK_ID, HQ_TASK_ID,"),
            (&[("HQ_TASK_ID", "x")], "HQ_TASK_ID is `x`, and not the number of a task"),
            (&[("HQ_TASK_ID", "9")], "there is no task 9 of 9: they are numbered from 0"),
            (
                &[("HQ_TASK_ID", "3"), ("SLURM_ARRAY_TASK_ID", "1")],
                "SLURM_ARRAY_TASK_ID is 1 and HQ_TASK_ID is 3: give --index N",
            ),
        ] {
            let error = task(None, 9, set).expect_err(message);
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn every_unit_belongs_to_one_task() {
        for (units, of) in [(10, 3), (2, 5), (7, 7), (5, 1)] {
            let mut seen: Vec<u64> = (0..of).flat_map(|index| Task { index, of }.units(units)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..units));
            let task = Task { index: 1.min(of - 1), of };
            assert!(task.units(units).all(|unit| Task::of_unit(unit, of) == task.index));
        }
    }
}
