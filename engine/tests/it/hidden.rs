//! Deals that differ by hidden cards, made from the words alone.

use hinterhand_engine::Rng;

/// The cards of a deal, or of what else chance said, in the order in which they are written.
pub fn cards_of(deal: &str) -> Vec<&str> {
    name_and_cards(deal).1.split(['/', ',']).collect()
}

fn name_and_cards(deal: &str) -> (&str, &str) {
    deal.split_once(':').expect("a deal has a name before its cards")
}

/// The deal with two random cards in each other's place.
pub fn swap_cards(deal: &str, rng: &mut Rng) -> String {
    let cards = cards_of(deal);
    let (one, other) = (rng.below(cards.len() as u32) as usize, rng.below(cards.len() as u32) as usize);
    rename(deal, &[(cards[one], cards[other]), (cards[other], cards[one])])
}

/// The deal with every card renamed as these pairs say.
pub fn rename(deal: &str, pairs: &[(&str, &str)]) -> String {
    let renamed = |card: &str| {
        let pair = pairs.iter().find(|(from, _)| *from == card);
        pair.map_or(card, |(_, to)| to).to_owned()
    };
    let (name, groups) = name_and_cards(deal);
    let groups = groups.split('/').map(|group| {
        let cards: Vec<String> = group.split(',').map(renamed).collect();
        cards.join(",")
    });
    format!("{name}:{}", groups.collect::<Vec<_>>().join("/"))
}
