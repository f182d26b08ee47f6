//! What can be done in an experiment: each kind of work is a file.
