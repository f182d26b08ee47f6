//! Bots that were named when the server was started: what browsers call them, which are not told of folders.

use hinterhand_players::bots;

use crate::bots::file_name;

/// A name on the page that would stand for two bots.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the fields are what the messages name")]
pub enum SameName {
    #[error(
        "the bots {first} and {second} are both called {name} on the page; give one of the files another name"
    )]
    Two { first: String, second: String, name: String },
    #[error("the file {text} is called {name} on the page, as a bot is; give it another name")]
    Registered { text: String, name: String },
}

/// What browsers call these bots, each with its text.
pub(crate) fn names(texts: &[String]) -> Result<Vec<(String, String)>, SameName> {
    let mut named: Vec<(String, String)> = Vec::new();
    for text in texts {
        let name = without_folders(text);
        if name != *text && bots::all().any(|info| info.name == name) {
            return Err(SameName::Registered { text: text.clone(), name });
        }
        match named.iter().find(|(other, _)| *other == name) {
            Some((_, first)) if first != text => {
                return Err(SameName::Two { first: first.clone(), second: text.clone(), name });
            }
            Some(_) => {}
            None => named.push((name, text.clone())),
        }
    }
    Ok(named)
}

/// The text of a bot with the names of its files alone.
pub(crate) fn without_folders(text: &str) -> String {
    let (name, rest) = match text.split_once(':') {
        Some((name, rest)) if !name.contains('/') => (Some(name), rest),
        _ => (None, text),
    };
    let part = |part: &str| match part.split_once('=') {
        Some((key, value)) if !key.contains('/') => format!("{key}={}", file_name(value)),
        // The words of a command.
        _ if name == Some("cmd") => part.split(' ').map(file_name).collect::<Vec<_>>().join(" "),
        _ => file_name(part).to_owned(),
    };
    let parts: Vec<String> = rest.split(',').map(part).collect();
    name.map_or_else(String::new, |name| format!("{name}:")) + &parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_not_told() {
        for (text, called) in [
            ("/home/a/k.strategy", "k.strategy"),
            ("/home/a b/k:1.strategy", "k:1.strategy"),
            ("table:/home/a b/k.strategy", "table:k.strategy"),
            ("resolve:../k.strategy,iterations=5", "resolve:k.strategy,iterations=5"),
            (
                "cmd:python3 /home/a/bot.py --file /tmp/x,book=/home/a/book",
                "cmd:python3 bot.py --file x,book=book",
            ),
            ("ismcts:iterations=5", "ismcts:iterations=5"),
        ] {
            assert_eq!(without_folders(text), called);
        }
    }

    #[test]
    fn a_name_stands_for_one_bot() {
        let names = |texts: &[&str]| names(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        let both = [("a.hh".to_owned(), "/x/a.hh".to_owned()), ("b.hh".to_owned(), "/y/b.hh".to_owned())];
        assert_eq!(names(&["/x/a.hh", "/y/b.hh", "/x/a.hh"]).as_deref(), Ok(&both[..]));
        let told = names(&["/x/a.hh", "/y/a.hh"]).expect_err("they have the same name").to_string();
        assert!(["/x/a.hh", "/y/a.hh", "called a.hh"].iter().all(|part| told.contains(part)), "{told}");
        let told = names(&["./greedy"]).expect_err("a bot has that name").to_string();
        assert!(told.contains("./greedy is called greedy"), "{told}");
        assert!(names(&["greedy", "ismcts:iterations=5"]).is_ok());
    }
}
