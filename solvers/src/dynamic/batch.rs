//! Many games of one kind at once, stepped together and written into arrays of the caller.

use hinterhand_engine::dynamic::{AnyInfoSet, AnyLegal, Playable};
use hinterhand_engine::observation::{ActionNumbers, Field, Numbers, Observation};
use hinterhand_engine::{ActionSet, Digest, Game, Player, Rng, Turn};

use crate::parallel;

/// The form of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// What the player sees now.
    Current,
    /// That, and after it 128 numbers, the bits of the key of the information set: equal exactly if the player cannot
    /// tell two histories apart, up to collisions of 128 bits.
    Recall,
}

/// The number of numbers that make [`Form::Recall`] of [`Form::Current`].
const KEY: usize = 128;

/// How a game is written as numbers: functions of its [`Observation`].
pub struct Observing<G: Game> {
    fields: fn(&G) -> Vec<Field>,
    action_numbers: fn(&G) -> ActionNumbers,
    action_number: fn(&G, G::Action) -> usize,
    observe: fn(&G, &G::InfoSet, &mut Numbers<'_>),
}

impl<G: Observation> Observing<G> {
    /// The observation of the engine.
    pub const OF_THE_GAME: Observing<G> = Observing {
        fields: G::fields,
        action_numbers: G::action_numbers,
        action_number: G::action_number,
        observe: G::observe,
    };
}

impl<G: Game> Clone for Observing<G> {
    fn clone(&self) -> Observing<G> {
        *self
    }
}

impl<G: Game> Copy for Observing<G> {}

/// The number of actions that can be named in games without an observation of their own.
const PLACES: usize = 64;

/// A game as numbers, for learners.
pub trait AsNumbers<'g> {
    /// The fields of an observation, in their order.
    fn fields(&self, form: Form) -> Vec<Field>;

    /// How actions are numbered.
    fn action_numbers(&self) -> ActionNumbers;

    /// The numbers of legal actions, in their order; of those that have one.
    fn numbers_of(&self, legal: &AnyLegal) -> Vec<usize>;

    /// Writes the observation of the player to move with `info_set`.
    fn observe(&self, form: Form, info_set: &AnyInfoSet, numbers: &mut [f32]);

    /// This number of games that are stepped together, at their first decisions.
    fn batch(&self, form: Form, games: usize, seed: u64) -> Box<dyn Batch + 'g>;
}

/// The numbers of a game: those of its own observation, or none but the key.
pub(super) struct NumbersOf<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) observing: Option<Observing<G>>,
}

impl<G: Game> Clone for NumbersOf<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for NumbersOf<'_, G> {}

impl<G: Playable> NumbersOf<'_, G> {
    /// Writes the observation of the owner of `info_set`.
    fn write(&self, form: Form, info_set: &G::InfoSet, numbers: &mut [f32]) {
        let mut numbers = Numbers::new(numbers);
        if let Some(observing) = self.observing {
            (observing.observe)(self.game, info_set, &mut numbers);
        }
        if form == Form::Recall || self.observing.is_none() {
            let key = Digest::of(info_set).bits();
            numbers.bits(KEY / 2, key as u64);
            numbers.bits(KEY / 2, (key >> 64) as u64);
        }
        debug_assert_eq!(numbers.left(), 0, "the fields say how many numbers there are");
    }

    /// Calls `each` with the number of every legal action, in their order.
    fn each_number(&self, numbering: ActionNumbers, legal: &G::Legal, mut each: impl FnMut(usize)) {
        match (numbering, self.observing) {
            (ActionNumbers::Fixed(_), Some(observing)) => {
                legal.iter().for_each(|action| each((observing.action_number)(self.game, action)));
            }
            (ActionNumbers::Fixed(count) | ActionNumbers::Places(count), _) => {
                (0..legal.len().min(count)).for_each(each);
            }
        }
    }

    /// The legal action with this number.
    fn action(&self, numbering: ActionNumbers, legal: &G::Legal, number: usize) -> Option<G::Action> {
        match (numbering, self.observing) {
            (ActionNumbers::Fixed(_), Some(observing)) => {
                legal.iter().find(|&action| (observing.action_number)(self.game, action) == number)
            }
            (ActionNumbers::Fixed(count) | ActionNumbers::Places(count), _) => {
                (number < legal.len().min(count)).then(|| legal.nth(number))
            }
        }
    }
}

impl<'g, G: Playable> AsNumbers<'g> for NumbersOf<'g, G> {
    fn fields(&self, form: Form) -> Vec<Field> {
        let mut fields = self.observing.map_or_else(Vec::new, |observing| (observing.fields)(self.game));
        if form == Form::Recall || fields.is_empty() {
            fields.push(Field::new(
                "key",
                [KEY],
                "the bits of the key of the information set, the lowest first",
            ));
        }
        fields
    }

    fn action_numbers(&self) -> ActionNumbers {
        self.observing
            .map_or(ActionNumbers::Places(PLACES), |observing| (observing.action_numbers)(self.game))
    }

    fn numbers_of(&self, legal: &AnyLegal) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(legal.len());
        self.each_number(self.action_numbers(), legal.typed(), |number| numbers.push(number));
        numbers
    }

    fn observe(&self, form: Form, info_set: &AnyInfoSet, numbers: &mut [f32]) {
        self.write(form, info_set.typed(), numbers);
    }

    fn batch(&self, form: Form, games: usize, seed: u64) -> Box<dyn Batch + 'g> {
        Box::new(Games::new(*self, form, games, seed))
    }
}

/// The actions of all games of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Moves<'a> {
    /// Any legal action, each equally likely.
    Random,
    /// The actions with these numbers, one for each game.
    Numbers(&'a [i64]),
}

/// The arrays of the caller, by game. Those that it does not want are `None`.
#[derive(Debug, Default)]
pub struct Arrays<'a> {
    /// The seat of the player to move.
    pub player: Option<&'a mut [i8]>,
    /// For each game as many as there are numbers of actions: whether the action is legal.
    pub legal: Option<&'a mut [bool]>,
    /// The observation of the player to move.
    pub observations: Option<&'a mut [f32]>,
    /// The payoff of each seat, of a game that has ended; 0 in others.
    pub returns: Option<&'a mut [f64]>,
    /// Whether a game has ended.
    pub done: Option<&'a mut [bool]>,
}

/// A move that cannot be made; no game has been changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum BatchError {
    #[error("{given} actions for {games} games")]
    Count { given: usize, games: usize },
    #[error("game {game}: action {number} is not legal here; legal: {}", listed(legal))]
    Illegal { game: usize, number: i64, legal: Vec<usize> },
}

fn listed(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// Games that are stepped together. A game that ends begins anew at once.
pub trait Batch: Send {
    /// The number of games.
    fn games(&self) -> usize;

    /// Begins all games anew.
    fn reset(&mut self, arrays: Arrays<'_>);

    /// Plays an action in each game, and what chance decides then.
    fn step(&mut self, moves: Moves<'_>, arrays: Arrays<'_>) -> Result<(), BatchError>;
}

/// The number of games that share a generator: results do not depend on the number of threads.
const BLOCK: usize = 64;

/// The batch of one kind of game.
struct Games<'g, G: Game> {
    as_numbers: NumbersOf<'g, G>,
    numbering: ActionNumbers,
    form: Form,
    observation: usize,
    states: Vec<G::State>,
    chosen: Vec<Option<G::Action>>,
    generators: Vec<Rng>,
}

impl<'g, G: Playable> Games<'g, G> {
    fn new(as_numbers: NumbersOf<'g, G>, form: Form, games: usize, seed: u64) -> Games<'g, G> {
        let observation = as_numbers.fields(form).iter().map(Field::size).sum();
        let generators = (0..games.div_ceil(BLOCK)).map(|block| Rng::new(seed, block as u64)).collect();
        let mut made = Games {
            as_numbers,
            numbering: as_numbers.action_numbers(),
            form,
            observation,
            states: vec![as_numbers.game.start(); games],
            chosen: vec![None; games],
            generators,
        };
        made.reset(Arrays::default());
        made
    }

    /// The blocks of games with their parts of the arrays.
    fn blocks<'a>(&'a mut self, arrays: Arrays<'a>) -> Vec<Block<'a, G>> {
        let Arrays { player, legal, observations, returns, done } = arrays;
        let (actions, players) = (self.numbering.count(), self.as_numbers.game.players());
        let mut player = Parts::new(player, BLOCK);
        let mut legal = Parts::new(legal, BLOCK * actions);
        let mut observations = Parts::new(observations, BLOCK * self.observation);
        let mut returns = Parts::new(returns, BLOCK * players);
        let mut done = Parts::new(done, BLOCK);
        let states = self.states.chunks_mut(BLOCK).zip(self.chosen.chunks_mut(BLOCK));
        let blocks = states.zip(&mut self.generators).map(|((states, chosen), rng)| Block {
            as_numbers: self.as_numbers,
            numbering: self.numbering,
            form: self.form,
            states,
            chosen,
            rng,
            player: player.next(),
            legal: legal.next(),
            observations: observations.next(),
            returns: returns.next(),
            done: done.next(),
        });
        blocks.collect()
    }

    fn for_blocks(&mut self, arrays: Arrays<'_>, each: impl Fn(&mut Block<'_, G>) + Sync) {
        parallel::for_each(&mut self.blocks(arrays), &|_, block| each(block));
    }

    /// Finds the actions with these numbers, or the first that is not legal.
    fn choose(&mut self, numbers: &[i64]) -> Result<(), BatchError> {
        let games = self.states.len();
        if numbers.len() != games {
            return Err(BatchError::Count { given: numbers.len(), games });
        }
        let (as_numbers, numbering) = (self.as_numbers, self.numbering);
        let blocks = self.chosen.chunks_mut(BLOCK).zip(self.states.chunks(BLOCK));
        let mut blocks: Vec<_> = blocks.zip(numbers.chunks(BLOCK)).collect();
        let found = parallel::map_each(&mut blocks, &|block, ((chosen, states), numbers)| {
            for (n, ((chosen, state), &number)) in chosen.iter_mut().zip(*states).zip(*numbers).enumerate() {
                let legal = as_numbers.game.legal(state);
                let named = usize::try_from(number).ok();
                *chosen = named.and_then(|number| as_numbers.action(numbering, &legal, number));
                if chosen.is_none() {
                    let mut all = Vec::new();
                    as_numbers.each_number(numbering, &legal, |number| all.push(number));
                    return Some(BatchError::Illegal { game: block * BLOCK + n, number, legal: all });
                }
            }
            None
        });
        found.into_iter().flatten().next().map_or(Ok(()), Err)
    }
}

impl<G: Playable> Batch for Games<'_, G> {
    fn games(&self) -> usize {
        self.states.len()
    }

    fn reset(&mut self, arrays: Arrays<'_>) {
        self.for_blocks(arrays, |block| {
            block.clear();
            for game in 0..block.states.len() {
                block.begin(game);
                block.write_mover(game);
            }
        });
    }

    fn step(&mut self, moves: Moves<'_>, arrays: Arrays<'_>) -> Result<(), BatchError> {
        match moves {
            Moves::Numbers(numbers) => {
                self.choose(numbers)?;
                self.for_blocks(arrays, |block| {
                    block.step(|block, game| block.chosen[game].take().expect("every game has its action"));
                });
            }
            Moves::Random => self.for_blocks(arrays, |block| {
                block.step(|block, game| {
                    let legal = block.as_numbers.game.legal(&block.states[game]);
                    legal.nth(block.rng.below(legal.len() as u32) as usize)
                });
            }),
        }
        Ok(())
    }
}

/// An array cut into the parts of blocks, if there is one.
struct Parts<'a, T> {
    left: Option<&'a mut [T]>,
    size: usize,
}

impl<'a, T> Parts<'a, T> {
    fn new(left: Option<&'a mut [T]>, size: usize) -> Parts<'a, T> {
        Parts { left, size }
    }

    fn next(&mut self) -> Option<&'a mut [T]> {
        let left = self.left.take()?;
        let (part, rest) = left.split_at_mut(self.size.min(left.len()));
        self.left = Some(rest);
        Some(part)
    }
}

/// Games that share a generator.
struct Block<'a, G: Game> {
    as_numbers: NumbersOf<'a, G>,
    numbering: ActionNumbers,
    form: Form,
    states: &'a mut [G::State],
    chosen: &'a mut [Option<G::Action>],
    rng: &'a mut Rng,
    player: Option<&'a mut [i8]>,
    legal: Option<&'a mut [bool]>,
    observations: Option<&'a mut [f32]>,
    returns: Option<&'a mut [f64]>,
    done: Option<&'a mut [bool]>,
}

impl<G: Playable> Block<'_, G> {
    /// Begins a game anew, up to the first decision. A game that chance alone brings to its end has none, and another
    /// one is begun.
    fn begin(&mut self, game: usize) {
        let rules = self.as_numbers.game;
        loop {
            self.states[game] = rules.start();
            self.deal(game);
            if rules.turn(&self.states[game]) != Turn::Over {
                return;
            }
        }
    }

    /// Lets chance decide until it is no more its turn.
    #[inline]
    fn deal(&mut self, game: usize) {
        let (rules, state) = (self.as_numbers.game, &mut self.states[game]);
        while rules.turn(state) == Turn::Chance {
            rules.deal(state, self.rng);
        }
    }

    /// Writes that no game has ended.
    fn clear(&mut self) {
        if let Some(returns) = &mut self.returns {
            returns.fill(0.0);
        }
        if let Some(done) = &mut self.done {
            done.fill(false);
        }
    }

    /// Plays an action in each game: the one that `choose` names.
    #[inline]
    fn step(&mut self, mut choose: impl FnMut(&mut Self, usize) -> G::Action) {
        let rules = self.as_numbers.game;
        self.clear();
        for game in 0..self.states.len() {
            let action = choose(self, game);
            let state = &mut self.states[game];
            rules.play(state, action);
            match rules.turn(state) {
                Turn::Player(player) => self.write(game, player),
                Turn::Chance | Turn::Over => self.go_on(game),
            }
        }
    }

    /// Lets chance decide, up to the next decision: in this game, or in the one that is begun if it is over.
    // Compiled apart: players mostly follow players, and the loop over games shall keep its registers.
    #[inline(never)]
    fn go_on(&mut self, game: usize) {
        let rules = self.as_numbers.game;
        self.deal(game);
        if rules.turn(&self.states[game]) == Turn::Over {
            if let Some(returns) = &mut self.returns {
                let players = rules.players();
                let returns = &mut returns[game * players..][..players];
                for (player, paid) in Player::all(players).zip(returns) {
                    *paid = rules.payoff(&self.states[game], player);
                }
            }
            if let Some(done) = &mut self.done {
                done[game] = true;
            }
            self.begin(game);
        }
        self.write_mover(game);
    }

    /// As [`Block::write`], of a game at a decision.
    fn write_mover(&mut self, game: usize) {
        let Turn::Player(player) = self.as_numbers.game.turn(&self.states[game]) else {
            unreachable!("a game begins with a decision")
        };
        self.write(game, player);
    }

    /// Writes what the player to move has before it.
    #[inline]
    fn write(&mut self, game: usize, player: Player) {
        if let Some(players) = &mut self.player {
            players[game] = player.index() as i8;
        }
        if self.legal.is_some() || self.observations.is_some() {
            self.write_view(game, player);
        }
    }

    /// Writes the legal actions and the observation of the player to move.
    // Compiled apart, as few want it: those that want players and payoffs alone shall not pay for it.
    #[inline(never)]
    fn write_view(&mut self, game: usize, player: Player) {
        let rules = self.as_numbers.game;
        let state = &self.states[game];
        if let Some(legal) = &mut self.legal {
            let count = self.numbering.count();
            let mask = &mut legal[game * count..][..count];
            mask.fill(false);
            self.as_numbers.each_number(self.numbering, &rules.legal(state), |number| mask[number] = true);
        }
        if let Some(observations) = &mut self.observations {
            let size = observations.len() / self.states.len();
            let numbers = &mut observations[game * size..][..size];
            self.as_numbers.write(self.form, &rules.info_set(state, player), numbers);
        }
    }
}
