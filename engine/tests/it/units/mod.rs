//! The types of the engine, each by itself.

mod contest;
mod digest;
mod efg_number;
mod kinderschnapsen_deals;
mod klondike_chess_table;
mod nearest;
mod options_declare;
mod recipippes_card;
mod recipippes_court;
mod recipippes_steps;
mod rng;
mod tree_label;
mod tricks_card;
mod tricks_follow;
