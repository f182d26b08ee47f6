//! A game under every option value alone and under random mixtures of options.

use hinterhand_engine::{Described, Rng, Settings, Value};

/// The defaults, every other value of every option alone, and `mixtures` random mixtures of all options.
pub fn variants<G: Described>(mixtures: u64) -> Vec<Settings> {
    let mut variants = vec![Settings::of::<G>()];
    for spec in G::INFO.options {
        for value in spec.allowed.alternatives() {
            let mut settings = Settings::of::<G>();
            settings.set(spec.key, value).expect("an alternative is allowed");
            variants.push(settings);
        }
    }
    for mixture in 0..mixtures {
        let mut rng = Rng::new(20, mixture);
        let mut settings = Settings::of::<G>();
        for spec in G::INFO.options {
            let mut values: Vec<Value> = spec.allowed.alternatives();
            values.push(spec.allowed.default());
            let value = values.swap_remove(rng.below(values.len() as u32) as usize);
            settings.set(spec.key, value).expect("an alternative is allowed");
        }
        variants.push(settings);
    }
    variants
}

/// The options that differ from the defaults, as `key=value` words.
pub fn written(settings: &Settings) -> String {
    let given: Vec<String> = settings.given().map(|(key, value)| format!("{key}={value}")).collect();
    if given.is_empty() { "defaults".to_owned() } else { given.join(" ") }
}
