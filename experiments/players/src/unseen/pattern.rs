//! Words with `?` for what was not seen, and whole words that are like them.

use crate::records::words::plain;

/// Whether `word` is `pattern` with something in place of each `?`.
pub(super) fn matches(pattern: &str, word: &str) -> bool {
    let mut parts = pattern.split('?');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = word.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // Something stands there: at least one letter.
        let Some(letter) = rest.chars().next() else { return false };
        rest = &rest[letter.len_utf8()..];
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// A word of chance, taken apart.
pub(crate) struct Cards {
    name: String,
    /// The cards of all groups, one after the other.
    pub(crate) cards: Vec<String>,
    /// The number of cards in each group.
    groups: Vec<usize>,
}

impl Cards {
    pub(crate) fn of(word: &str) -> Option<Cards> {
        let (name, contents) = word.split_once(':')?;
        let (mut cards, mut groups) = (Vec::new(), Vec::new());
        for group in contents.split('/') {
            let before = cards.len();
            cards.extend(group.split(',').filter(|card| !card.is_empty()).map(str::to_owned));
            groups.push(cards.len() - before);
        }
        Some(Cards { name: name.to_owned(), cards, groups })
    }

    /// The word with the cards in these two places exchanged.
    pub(crate) fn exchanged(&self, one: usize, other: usize) -> String {
        let mut cards = self.cards.clone();
        cards.swap(one, other);
        Cards { name: self.name.clone(), cards, groups: self.groups.clone() }.to_string()
    }

    /// The word with another card in this place.
    pub(crate) fn replaced(&self, place: usize, card: &str) -> String {
        let mut cards = self.cards.clone();
        card.clone_into(&mut cards[place]);
        Cards { name: self.name.clone(), cards, groups: self.groups.clone() }.to_string()
    }

    /// The group in which a place is.
    pub(crate) fn group(&self, place: usize) -> usize {
        let mut end = 0;
        let ends = self.groups.iter().map(|size| {
            end += size;
            end
        });
        ends.take_while(|&end| end <= place).count()
    }
}

impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.name)?;
        let mut cards = self.cards.iter();
        for (group, &size) in self.groups.iter().enumerate() {
            let cards: Vec<&str> = cards.by_ref().take(size).map(String::as_str).collect();
            write!(f, "{}{}", if group > 0 { "/" } else { "" }, cards.join(","))?;
        }
        Ok(())
    }
}

/// The cards of `pattern` place by place, `None` where they are open, in the shape of `whole`.
fn known(pattern: &str, whole: &Cards) -> Result<Vec<Option<String>>, String> {
    let open = |count| vec![None; count];
    let contents = match pattern.split_once(':') {
        Some((name, _)) if name != whole.name => return Err(format!("expected `{}:...`", whole.name)),
        None | Some((_, "?")) => return Ok(open(whole.cards.len())),
        Some((_, contents)) => contents,
    };
    let groups: Vec<&str> = contents.split('/').collect();
    if groups.len() != whole.groups.len() {
        return Err(format!("{} groups of cards instead of {}", groups.len(), whole.groups.len()));
    }
    let mut known = Vec::new();
    for (number, (group, &size)) in groups.into_iter().zip(&whole.groups).enumerate() {
        let cards: Vec<&str> = group.split(',').filter(|card| !card.is_empty()).collect();
        if cards == ["?"] {
            known.extend(open(size));
        } else if cards.len() == size {
            known.extend(cards.into_iter().map(|card| (card != "?").then(|| plain(card))));
        } else {
            return Err(format!("{} cards in group {} instead of {size}", cards.len(), number + 1));
        }
    }
    Ok(known)
}

/// The places of the open cards of `pattern` in `whole`.
pub(super) fn places(pattern: &str, whole: &str) -> Option<Vec<usize>> {
    let known = known(pattern, &Cards::of(whole)?).ok()?;
    Some(known.iter().enumerate().filter(|(_, card)| card.is_none()).map(|(place, _)| place).collect())
}

/// The outcome of chance that is like `drawn`, but has the cards that `pattern` knows in their places.
pub(super) fn fill(pattern: &str, drawn: &str) -> Result<String, String> {
    let Some(mut whole) = Cards::of(drawn) else { return Ok(drawn.to_owned()) };
    let known = known(pattern, &whole)?;
    for (place, wanted) in known.iter().enumerate() {
        let Some(wanted) = wanted.as_ref().filter(|&wanted| *wanted != whole.cards[place]) else { continue };
        // From where it may be taken: rather from the same group, whose cards belong together.
        let free = |&other: &usize| whole.cards[other] == *wanted && known[other].as_ref() != Some(wanted);
        let from =
            (0..whole.cards.len()).filter(free).min_by_key(|&other| whole.group(other) != whole.group(place));
        match from {
            Some(other) => whole.cards.swap(place, other),
            None => whole.cards[place].clone_from(wanted),
        }
    }
    Ok(whole.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled_with_what_they_know_in_its_place() {
        for (pattern, drawn, filled) in [
            ("deal:A,?/?/?,C", "deal:A,B/C/D,E", "deal:A,B/E/D,C"),
            ("deal:?/?/C,?", "deal:A,B/C/D,E", "deal:A,B/D/C,E"),
            ("deal:?", "deal:A,B/C", "deal:A,B/C"),
            ("?", "deal:A,B/C", "deal:A,B/C"),
            // Rather from the same group, as with packs for each player.
            ("deal:?,?/?,A", "deal:A,B/A,B", "deal:A,B/B,A"),
            // Not all cards are dealt.
            ("deal:K,?", "deal:J,Q", "deal:K,Q"),
            ("deal:10♥,?", "deal:QS,TH", "deal:TH,QS"),
        ] {
            assert_eq!(fill(pattern, drawn), Ok(filled.to_owned()), "{pattern}");
        }
        assert!(
            fill("deal:?/?", "deal:A,B/C/D").is_err_and(|error| error == "2 groups of cards instead of 3")
        );
        assert!(
            fill("deal:?,?,?/?/?", "deal:A,B/C/D")
                .is_err_and(|error| error.starts_with("3 cards in group 1"))
        );
        assert!(fill("dael:?/?/?", "deal:A,B/C/D").is_err_and(|error| error == "expected `deal:...`"));
    }

    #[test]
    fn an_open_action_stands_for_all_that_fit() {
        for (pattern, word, expected) in [
            ("?", "anything", true),
            ("set:?", "set:7H", true),
            ("set:?", "set:", false),
            ("set:?", "7H", false),
            ("?-d4", "c1-d4", true),
            ("?-d4", "c1-d5", false),
        ] {
            assert_eq!(matches(pattern, word), expected, "{pattern} {word}");
        }
    }
}
