//! The command as it is run: the real binary on good and on bad input.

mod support;

mod bad_input; // whatever is wrong gets its line, and the other records are still done
mod boards; // boards of Klondike Chess in files: read, played on, refused
mod bots; // bots listed, against each other, asked for advice, as judges, at the table
mod commands; // games, rules, deal, options, completions, man: what is printed and what is refused
mod export; // games written out as trees, and trees named in options
mod games_page; // docs/games.md says what its commands print
mod inspect; // a whole record, position by position, against a golden file
#[cfg(unix)]
mod interrupt; // Ctrl-C at a terminal keeps what there is
mod learn; // networks learned and played, the same bytes, refused for what they are not
mod luck; // scores freed of luck: the same on any number of threads, kept, refused
mod opening; // what the leader does with every hand of Kinderschnapsen
#[cfg(target_os = "linux")]
mod opponents; // what a program can read from `seen`, and bots over it
mod oracle; // games known by an oracle: solved, gone on, judged, played, refused
#[cfg(unix)]
mod own_crate; // a game and a bot of a crate outside the workspace, in every command
mod perft; // counts from any position of a record
mod play; // a person at the end of a pipe
mod playouts; // the same figures on 1, 2 and 8 threads, and statistics of every game
#[cfg(target_os = "linux")]
mod protocol; // bots that are programs of their own, whatever they do
mod random_records; // every game, played at random and replayed; the same records damaged
mod report; // pages for people: complete, safe, the same bytes, and what is refused
mod sample; // records that one seat cannot tell from another
mod selfplay; // rows that the engine confirms, on any number of threads, stopped and gone on
mod serve; // the page: refused, and served until a signal
mod size; // trees measured, and refused if they are too large; Kinderschnapsen counted
mod solve; // training: targets, logs, checkpoints, killed and gone on
mod strategy; // files of strategies: judged, browsed, looked up, compared, exported, damaged
mod tournament; // stores killed, interrupted, full, merged, exported: the same hands all the same
mod train; // training in a folder: killed, interrupted, ended early, refused, and always the same bits
mod units; // units of work: the same as one machine for every kind, damaged, missing, different, refused
#[cfg(unix)]
mod units_killed; // units of processes that are killed at random
mod unread; // options that would change nothing are refused by name
