//! The course of a turn: what follows from an action, until the next decision.

use super::action::Verb;
use super::deck::shuffle;
use super::position::{Phase, Resume};
use super::rules::{
    DiscardOrder, ExhaustAt, HAND_LIMIT, HandLimitCheck, Payoff, Recipippes, Setup, TradeDraw,
};
use super::{Action, Card, CardSet, Chance, CourtSet, Deal, Deck, InfoSet, Legal, Position};
use crate::{ActionSet, Game, Player, Rng, Turn};

impl Recipippes {
    /// Draws the cards that are owed, and goes on to the next decision.
    #[inline]
    fn advance(&self, position: &mut Position) {
        loop {
            while position.owed > 0 {
                if position.deck().left() == 0 {
                    return Self::exhaust(position);
                }
                position.draw_deck();
                position.owed -= 1;
                if position.deck().left() == 0 && self.exhaust_at == ExhaustAt::LastTaken {
                    return Self::exhaust(position);
                }
            }
            match position.resume {
                Resume::Act => {
                    if self.hand_limit_check == HandLimitCheck::AtAction {
                        position.over_limit = position.hand(position.mover).len() > usize::from(HAND_LIMIT);
                    }
                    position.phase = Phase::Act;
                    return;
                }
                Resume::Trade => {
                    position.phase = Phase::Trade;
                    return;
                }
                Resume::EndTurn => {
                    if self.end_turn(position) {
                        return;
                    }
                }
            }
        }
    }

    /// The deck is used up: the discards become the new one, or the game is over.
    fn exhaust(position: &mut Position) {
        if position.exhaustions == 0 && !position.discard.is_empty() {
            position.exhaustions = 1;
            position.phase = Phase::Shuffle;
        } else {
            position.phase = Phase::Over;
        }
    }

    /// Ends the turn; true if the game ends with it.
    #[inline]
    fn end_turn(&self, position: &mut Position) -> bool {
        if position.final_turns > 0 {
            position.final_turns -= 1;
            if position.final_turns == 0 {
                position.phase = Phase::Over;
                return true;
            }
        } else if position.pile_left == 0 {
            position.final_turns = self.players - u8::from(!self.final_turn_includes_trigger);
        }
        let next = position.mover.index() + 1;
        self.begin_turn(position, Player::new(if next == usize::from(self.players) { 0 } else { next }));
        false
    }

    #[inline]
    fn begin_turn(&self, position: &mut Position, mover: Player) {
        position.mover = mover;
        position.actor = mover;
        position.owed = 1;
        position.resume = Resume::Act;
        if self.hand_limit_check == HandLimitCheck::AtTurnStart {
            position.over_limit = position.hand(mover).len() > usize::from(HAND_LIMIT);
        }
    }

    /// Goes on with the end of the turn after drawing `owed` cards.
    #[inline]
    fn finish(&self, position: &mut Position, owed: u8) {
        position.owed = owed;
        position.resume = Resume::EndTurn;
        self.advance(position);
    }

    /// The cards on the table are arranged by `player`, or lie in card order.
    fn arrange(&self, position: &mut Position, player: Player) {
        if self.discard_order == DiscardOrder::Canonical {
            position.discard_laid();
            self.finish(position, 0);
        } else {
            position.phase = Phase::Place;
            position.actor = player;
        }
    }

    fn place(&self, position: &mut Position, card: Card) {
        position.laid.remove(card);
        if self.discard_order == DiscardOrder::TopOnly {
            position.discard_laid();
            position.discard.push(card);
            self.finish(position, 0);
        } else {
            position.discard.push(card);
            if position.laid.len() == 1 {
                position.discard_laid();
                self.finish(position, 0);
            }
        }
    }

    fn choose_seat(&self, position: &mut Position, first: bool) {
        let players = usize::from(self.players);
        let chooser = position.actor.index();
        position.mover = Player::new(if first { chooser } else { (chooser + players - 1) % players });
        position.excuse = Player::new((position.mover.index() + 1) % players);
        position.phase = Phase::Deal;
    }

    /// The winners: those with most points, or among them alone the holder of The Excuse.
    fn winners(&self, position: &Position) -> impl Iterator<Item = Player> {
        let points = position.captured.map(CourtSet::points);
        let most = points.into_iter().max().unwrap_or(0);
        let excuse = position.excuse;
        let decides = points[excuse.index()] == most;
        Player::all(usize::from(self.players))
            .filter(move |&player| points[player.index()] == most && (!decides || player == excuse))
    }
}

impl Game for Recipippes {
    type State = Position;
    type Action = Action;
    type Legal = Legal;
    type Chance = Chance;
    type InfoSet = InfoSet;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn start(&self) -> Position {
        let phase = if self.setup == Setup::Fixed { Phase::Deal } else { Phase::Call };
        Position { phase, ..Position::START }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.phase {
            Phase::Lot | Phase::Deal | Phase::Shuffle => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Player(position.actor),
        }
    }

    #[inline]
    fn legal(&self, position: &Position) -> Legal {
        self.choices(position)
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action) {
        debug_assert!(self.legal(position).contains(action), "{action} is not legal");
        position.digest.absorb(action.bits());
        let cards = action.cards();
        let mover = position.mover;
        match action.verb() {
            Verb::Place => self.place(position, cards.nth(0)),
            Verb::Discard => {
                let card = cards.nth(0);
                position.show(mover, card);
                position.discard.push(card);
                position.closed = self.discard_order == DiscardOrder::TopOnly
                    && position.traded > 0
                    && card < position.last;
                position.last = card;
                position.traded += 1;
            }
            Verb::Draw => self.finish(position, 1),
            Verb::DrawDiscard => {
                position.draw_discard();
                self.finish(position, 0);
            }
            Verb::Trade => {
                position.phase = Phase::Trade;
                position.traded = 0;
                position.taken = 0;
                position.closed = false;
            }
            Verb::Take => {
                let count = action.count();
                if self.trade_draw == TradeDraw::Sequential && count > 0 {
                    position.taken += 1;
                    position.owed = 1;
                    position.resume = Resume::Trade;
                    self.advance(position);
                } else {
                    self.finish(position, count);
                }
            }
            Verb::Capture | Verb::Steal => {
                let target = action.target().expect("a capture and a steal have one");
                position.lay(mover, cards);
                if action.verb() == Verb::Capture {
                    position.display.remove(target);
                    position.captured[mover.index()].insert(target);
                    position.refill();
                    self.arrange(position, mover);
                } else {
                    position.target = target;
                    position.support = CardSet::EMPTY;
                    position.phase = Phase::Support;
                }
            }
            Verb::Support => {
                position.lay(mover, cards);
                position.support |= cards;
            }
            Verb::Defend => {
                position.lay(position.actor, cards);
                position.defence |= cards;
            }
            Verb::Done if position.phase == Phase::Support => {
                let victim = position.owner(position.target);
                position.strength = position.support.value();
                position.defence = CardSet::EMPTY;
                position.phase = Phase::Defend;
                position.actor = victim;
                if self.excuse_on_attempt {
                    position.excuse = victim;
                }
            }
            Verb::Done => self.arrange(position, position.actor),
            Verb::Yield => {
                let victim = position.actor;
                position.captured[victim.index()].remove(position.target);
                position.captured[mover.index()].insert(position.target);
                position.excuse = victim;
                self.arrange(position, victim);
            }
            Verb::CallPawn | Verb::CallCourt => {
                position.called_pawn = action.verb() == Verb::CallPawn;
                position.phase = Phase::Lot;
            }
            Verb::SeatFirst => self.choose_seat(position, true),
            Verb::SeatSecond => self.choose_seat(position, false),
        }
    }

    fn draw(&self, position: &Position, rng: &mut Rng) -> Chance {
        match position.phase {
            Phase::Lot => Chance::Lot(super::Court::from_index(rng.below(8) as usize)),
            Phase::Shuffle => {
                let mut cards = [Card::from_index(0); Card::COUNT];
                let cards = &mut cards[..position.discard.len()];
                cards.iter_mut().zip(position.discard.iter()).for_each(|(place, card)| *place = card);
                shuffle(cards, rng);
                Chance::Pile(Deck::from_top(cards))
            }
            _ => Chance::Deal(Deal::draw(self.players(), position.lot, rng)),
        }
    }

    fn reveal(&self, position: &mut Position, chance: &Chance) {
        match chance {
            Chance::Lot(lot) => {
                position.digest.absorb(lot.index() as u64);
                position.lot = Some(*lot);
                let right = position.called_pawn == lot.is_pawn();
                position.actor = if right { Player::FIRST } else { Player::SECOND };
                position.phase = Phase::Seat;
            }
            Chance::Deal(deal) => {
                position.digest.absorb(u64::from(deal.display.bits()));
                position.hands = deal.hands;
                position.decks[0] = deal.deck;
                position.display = deal.display;
                position.pile = deal.pile.map(Some);
                position.pile_left = 5;
                self.begin_turn(position, position.mover);
                self.advance(position);
            }
            Chance::Pile(deck) => {
                position.digest.absorb(deck.len() as u64);
                position.reshuffled = position.discard.cards();
                position.discard = super::Discard::EMPTY;
                position.decks[1] = *deck;
                self.advance(position);
            }
        }
    }

    fn payoff(&self, position: &Position, player: Player) -> f64 {
        let players = f64::from(self.players);
        match self.payoff {
            Payoff::Win => {
                let winners = self.winners(position).count() as f64;
                let won = self.winners(position).any(|winner| winner == player);
                if won { players - winners } else { -winners }
            }
            Payoff::Margin => {
                let all: u8 = position.captured.iter().map(|courts| courts.points()).sum();
                players * f64::from(position.points(player)) - f64::from(all)
            }
        }
    }

    #[inline]
    fn info_set(&self, position: &Position, player: Player) -> InfoSet {
        InfoSet::of(position, player)
    }

    fn sample(&self, info_set: &InfoSet, rng: &mut Rng) -> Position {
        info_set.sample(self, rng)
    }
}
