//! The options of Schikanöschen, read from words.

/// When the passive player can knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnockMode {
    Obligation,
    Off,
    Full,
}

/// All options of a game.
#[derive(Clone, Debug)]
pub struct Options {
    pub knock_mode: KnockMode,
    pub max_actions: usize,
    pub no_repeat_in_turn: bool,
    pub repetition_draw: bool,
    /// `draw_offers=once_per_turn`.
    pub draw_offers: bool,
    /// `pass_rule=literal`.
    pub pass_literal: bool,
    pub joker_auto_remove: bool,
    pub final_same_back: bool,
    pub ace_wrap: bool,
}

impl Options {
    /// The defaults, changed by what is given.
    pub fn choose(given: &[(&str, &str)]) -> Options {
        let mut options = Options {
            knock_mode: KnockMode::Obligation,
            max_actions: 2000,
            no_repeat_in_turn: true,
            repetition_draw: true,
            draw_offers: true,
            pass_literal: false,
            joker_auto_remove: false,
            final_same_back: false,
            ace_wrap: false,
        };
        for (place, (name, value)) in given.iter().enumerate() {
            assert!(given[..place].iter().all(|(before, _)| before != name), "option {name} given twice");
            options.set(name, value);
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "knock_mode" => self.knock_mode = knock_mode(value),
            "max_actions" => self.max_actions = number(value),
            "no_repeat_in_turn" => self.no_repeat_in_turn = truth(value),
            "repetition_draw" => self.repetition_draw = truth(value),
            "draw_offers" => self.draw_offers = one_of(value, "once_per_turn", "off"),
            "pass_rule" => self.pass_literal = one_of(value, "literal", "literal_or_stuck"),
            "joker_auto_remove" => self.joker_auto_remove = truth(value),
            "final_same_back" => self.final_same_back = truth(value),
            "ace_wrap" => self.ace_wrap = truth(value),
            _ => panic!("unknown option {name:?}"),
        }
    }
}

fn knock_mode(value: &str) -> KnockMode {
    match value {
        "obligation" => KnockMode::Obligation,
        "off" => KnockMode::Off,
        "full" => KnockMode::Full,
        _ => panic!("unknown value {value:?}"),
    }
}

fn number(value: &str) -> usize {
    match value.parse::<usize>() {
        Ok(number) if number >= 1 && number.to_string() == value => number,
        _ => panic!("not an integer of at least 1: {value:?}"),
    }
}

fn truth(value: &str) -> bool {
    one_of(value, "true", "false")
}

fn one_of(value: &str, yes: &str, no: &str) -> bool {
    assert!(value == yes || value == no, "unknown value {value:?}");
    value == yes
}
