//! A game under every option value alone and under random mixtures of options.

use hinterhand_engine::{Described, Rng, Settings, Value};

/// The defaults, every other value of every option alone, and some random mixtures of all options.
pub(crate) fn variants<G: Described>() -> Vec<G> {
    let mut variants = vec![Settings::of::<G>()];
    for spec in G::INFO.options {
        for value in spec.allowed.alternatives() {
            let mut settings = Settings::of::<G>();
            settings.set(spec.key, value).expect("an alternative is allowed");
            variants.push(settings);
        }
    }
    for mixture in 0..20 {
        let mut rng = Rng::new(77, mixture);
        let mut settings = Settings::of::<G>();
        for spec in G::INFO.options {
            let mut values: Vec<Value> = spec.allowed.alternatives();
            values.push(spec.allowed.default());
            let value = values.swap_remove(rng.below(values.len() as u32) as usize);
            settings.set(spec.key, value).expect("an alternative is allowed");
        }
        variants.push(settings);
    }
    variants.iter().map(|settings| G::with_settings(settings).expect("made of allowed values")).collect()
}
