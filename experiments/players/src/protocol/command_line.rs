//! A command in one text: words with blanks between them, quoted as shells do it. No shell is asked.

use super::ProgramError;

/// The words of a command. Quotes of both kinds hold a word together; outside of single quotes a backslash
/// takes the next letter as it is.
pub fn words(command: &str) -> Result<Vec<String>, ProgramError> {
    let mut words: Vec<String> = Vec::new();
    // Whether the last word goes on: an empty one may be quoted.
    let mut open = false;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        if quote.is_none() && letter.is_whitespace() {
            open = false;
            continue;
        }
        if !open {
            words.push(String::new());
            open = true;
        }
        let word = words.last_mut().expect("pushed above");
        match (letter, quote) {
            (letter, Some(mark)) if letter == mark => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            ('\\', None | Some('"')) => word.extend(letters.next()),
            _ => word.push(letter),
        }
    }
    if quote.is_some() {
        return Err(ProgramError::Quote { command: command.to_owned() });
    }
    if words.is_empty() { Err(ProgramError::Empty) } else { Ok(words) }
}

/// The command at the beginning of a text, and what follows after the first comma that is not quoted.
pub fn split_at_comma(text: &str) -> (&str, Option<&str>) {
    let mut quote = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (letter, quote) {
            (letter, Some(mark)) if letter == mark => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            ('\\', None | Some('"')) => drop(letters.next()),
            (',', None) => return (&text[..at], Some(&text[at + 1..])),
            _ => {}
        }
    }
    (text, None)
}

/// A word as it stands in a command.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart_as_shells_do_it() {
        for (command, expected) in [
            ("./bot --depth 3", &["./bot", "--depth", "3"][..]),
            ("  a  'b c'd \"e 'f'\" \\ g ", &["a", "b cd", "e 'f'", " g"]),
            (r"a '\n' '' 'it'\''s'", &["a", r"\n", "", "it's"]),
        ] {
            assert_eq!(words(command).expect("words"), expected, "{command}");
        }
        assert_eq!(words(" "), Err(ProgramError::Empty));
        assert!(words("a 'b").is_err_and(|error| error.to_string().contains("not closed")));
    }

    #[test]
    fn words_are_quoted_as_they_are_read() {
        for (word, expected) in
            [("a/b-c_1.db", "a/b-c_1.db"), ("a b", "'a b'"), ("", "''"), ("it's", r"'it'\''s'"), ("ä", "ä")]
        {
            assert_eq!(quoted(word), expected);
        }
        let odd = ["a,b", "c'd", "", "e\"f\\", " "];
        let line = odd.map(quoted).join(" ");
        assert_eq!(words(&line).expect("words"), odd);
        assert_eq!(split_at_comma(&format!("{line},time=5")), (&line[..], Some("time=5")));
        assert_eq!(split_at_comma("./bot"), ("./bot", None));
    }
}
