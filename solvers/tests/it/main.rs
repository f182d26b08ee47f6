//! All tests of the solvers in one binary.

/// Simple players as models in searches.
mod bettor;
/// The decisions that the tests of searches use.
mod decision;
/// The last tricks of a closed hand, against a proof.
mod endgame;
/// Equilibria by linear programming: their values, what the judges say of them, and what CFR finds.
mod exact;
/// The expert player of the games at the trick table.
mod expert;
/// Trees in which some decisions are fixed: values computed by hand, linear programming, best responses.
mod fixed;
/// Information-set Monte Carlo tree search: which kind is right where, and what all of them promise.
mod ismcts;
/// Iterations computed by hand, snapshots and precision.
mod iterations;
/// Known policies and best responses, and what the judges say of them.
mod judges;
/// The linear program itself.
mod linear_program;
/// The local best response, which must stay below the exact one and not far.
mod local_best_response;
/// Monte Carlo solvers: what they estimate, what they find, and that only the seed decides.
mod mccfr;
/// Exploitability after 100 iterations as in an independent measurement.
mod measured;
/// A second solver that walks through the nodes, and the iterates of both compared.
mod naive;
/// One legal action, hundreds, one world, millions.
mod odd_positions;
/// The values of open cards, against plain minimax.
mod open_cards;
/// Oracles: the iterates of trees, best responses, snapshots.
mod oracle;
/// Passes on arrays of the caller: the numbers of the matrix of payoffs.
mod passes;
/// Perfect information Monte Carlo: what it plays, and that only the seed decides.
mod pimc;
/// The kin of perfect information Monte Carlo, on trees where the simpler one is wrong.
mod pimc_kin;
/// Endgames of Schnapsen that were analysed in print.
mod published;
/// Players by rules of thumb, and lookahead, in the games that are not won by tricks.
mod rules;
/// Trees of the sizes that others count, policies that are none, and trees that are too large.
mod trees;
/// Searches within the turn, evaluations and greedy players, where playouts do not end.
mod turns;
/// Values of games that are known, within the bound that exploitability gives.
mod values;
/// Games under all options.
mod variants;
