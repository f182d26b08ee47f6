//! The set-up: the call, the lot, the seats and the deal.

use super::card::{Card, list, read_list, sorted};
use super::{Phase, Recipippes};

impl Recipippes {
    // One player, player 0, says "pawn" or "court".
    pub fn call(&mut self, kind: &str) {
        self.call = kind.to_string();
        self.phase = Phase::Lot;
    }

    // R1: if the call is right player 0 chooses, otherwise player 1.
    pub fn draw_lot(&mut self, card: &str) {
        let lot = Card::read(card);
        assert!(Card::pawns_and_courts().contains(&lot), "the lot {lot} is neither pawn nor court");
        let is_right = (self.call == "pawn") == (lot.rank() == 'P');
        self.chooser = if is_right { 0 } else { 1 };
        self.lot = Some(lot);
        self.tell_all(&format!("lot:{lot}"));
        self.phase = Phase::Seat;
    }

    // The first mover is the chooser or, if it wants to be second, the player before it;
    // the player after the first mover gets The Excuse.
    pub fn seat(&mut self, seat: &str) {
        let players = self.players();
        self.mover = match seat {
            "first" => self.chooser,
            "second" => (self.chooser + players - 1) % players,
            other => panic!("no seat {other}"),
        };
        self.excuse = (self.mover + 1) % players;
        self.phase = Phase::Deal;
    }

    // Three cards each, three on display, five in the pile, the rest is the draw deck.
    // Each player sees its hand and the display, both unordered.
    pub fn deal(&mut self, text: &str) {
        let groups: Vec<Vec<Card>> = text.split('/').map(read_list).collect();
        self.check_deal(&groups);
        let players = self.players();
        self.hands = groups[..players].iter().map(|hand| sorted(hand)).collect();
        self.display = sorted(&groups[players]);
        self.pile = groups[players + 1].clone();
        self.deck = groups[players + 2].clone();
        for player in 0..players {
            let event = format!("deal:{}/{}", list(&self.hands[player]), list(&self.display));
            self.tell(player, &event);
        }
        self.begin_turn();
    }

    fn check_deal(&self, groups: &[Vec<Card>]) {
        let players = self.players();
        let mut sizes = vec![3; players];
        sizes.extend([3, 5, 36 - 3 * players]);
        let found: Vec<usize> = groups.iter().map(Vec::len).collect();
        assert!(found == sizes, "groups of {found:?} cards instead of {sizes:?}");
        let set_apart = groups[players..players + 2].concat();
        assert!(
            sorted(&set_apart) == Card::pawns_and_courts(),
            "display and pile are not the pawns and courts"
        );
        let rest = [groups[..players].concat(), groups[players + 2].clone()].concat();
        assert!(sorted(&rest) == Card::basic(), "hands and deck are not the basic cards");
        // R1: the lot is at the bottom of the pile; with `setup=fixed` there is none.
        if let Some(lot) = self.lot {
            assert!(groups[players + 1].last() == Some(&lot), "the lot {lot} is not the last of the pile");
        }
    }
}
