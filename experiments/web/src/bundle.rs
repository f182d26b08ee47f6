//! The scripts of the page as one file, so that a browser asks once for all of them.
//!
//! Each script becomes a function that is called once, in an order in which what it imports comes before it.
//! What is understood is what the page uses: imports of names, of a default and of all names, each on one
//! line at the beginning of the file; exports of functions, classes, constants and one default where they are
//! declared; comments on lines of their own, which are left out.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail, ensure};

/// The scripts that `first` needs, itself included, as one file. `read` has the text of a script by its name.
pub(crate) fn bundle<'s>(first: &str, read: &dyn Fn(&str) -> Option<&'s str>) -> anyhow::Result<String> {
    let mut bundle = Bundle { read, numbers: HashMap::new(), last: 0, text: String::new() };
    bundle.add(first)?;
    Ok(bundle.text)
}

struct Bundle<'r, 's> {
    read: &'r dyn Fn(&str) -> Option<&'s str>,
    /// The numbers of the scripts so far; none of those whose imports are not written yet.
    numbers: HashMap<String, Option<usize>>,
    last: usize,
    text: String,
}

impl Bundle<'_, '_> {
    /// Adds a script after all that it imports; returns its number.
    fn add(&mut self, name: &str) -> anyhow::Result<usize> {
        match self.numbers.get(name) {
            Some(Some(number)) => return Ok(*number),
            Some(None) => bail!("{name} imports itself"),
            None => {}
        }
        self.numbers.insert(name.to_owned(), None);
        let text = (self.read)(name).with_context(|| format!("there is no script {name}"))?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut is_comment = false;
        for line in text.lines().map(str::trim) {
            // Comments and indentation are not sent.
            is_comment |= line.starts_with("/*");
            if is_comment || line.starts_with("//") || line.is_empty() {
                is_comment &= !line.ends_with("*/");
                continue;
            }
            ensure!(line.matches('`').count() % 2 == 0, "{name}: a text of several lines: {line}");
            if let Some(import) = line.strip_prefix("import ") {
                let (what, from) = import
                    .trim_end_matches(';')
                    .split_once(" from ")
                    .with_context(|| format!("{name}: {line}"))?;
                let number = self.add(&resolved(name, from.trim_matches('\'')))?;
                writeln!(
                    body,
                    "const {} = m{number}{};",
                    names_of(what),
                    if is_default(what) { ".default" } else { "" }
                )?;
            } else if let Some(default) = line.strip_prefix("export default ") {
                exports.push("default: byDefault".to_owned());
                writeln!(body, "const byDefault = {default}")?;
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.push(declared_name(declared).with_context(|| format!("{name}: {line}"))?.to_owned());
                writeln!(body, "{declared}")?;
            } else {
                writeln!(body, "{line}")?;
            }
        }
        ensure!(!body.contains("import.meta"), "{name}: its own place is not that of the file");
        self.last += 1;
        let number = self.last;
        self.numbers.insert(name.to_owned(), Some(number));
        write!(
            self.text,
            "const m{number} = (() => {{\n{body}return {{ {} }};\n}})();\n",
            exports.join(", ")
        )?;
        Ok(number)
    }
}

/// Whether the default is imported, and not names or all of them.
fn is_default(what: &str) -> bool {
    !what.starts_with(['{', '*'])
}

/// What stands before the sign of equality for that which is imported.
fn names_of(what: &str) -> String {
    what.strip_prefix("* as ").map_or_else(|| what.replace(" as ", ": "), str::to_owned)
}

/// The name of a function, a class or a constant that is declared.
fn declared_name(declared: &str) -> Option<&str> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds.into_iter().find_map(|kind| declared.strip_prefix(kind))?;
    rest.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .next()
        .filter(|name| !name.is_empty())
}

/// The name of a script that another one imports by `./` or `../`.
fn resolved(importer: &str, import: &str) -> String {
    let mut parts: Vec<&str> = importer.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(scripts: &'static [(&'static str, &'static str)]) -> anyhow::Result<String> {
        bundle("main.js", &|name| scripts.iter().find(|(other, _)| *other == name).map(|(_, text)| *text))
    }

    #[test]
    fn what_is_imported_comes_before() {
        let text = bundled(&[
            (
                "main.js",
                "import words from './a/words.js';\nimport * as two from './a/two.js';\nshow(words, two.x);",
            ),
            ("a/words.js", "export default {\n    a: 1,\n};"),
            (
                "a/two.js",
                "import { y as z } from '../y.js';\nexport const x = z;\nexport async function f() {}",
            ),
            ("y.js", "// A class.\n/** Of its\n * own. */\nexport class y {}"),
        ]);
        let expected = "const m1 = (() => {\nconst byDefault = {\na: 1,\n};\nreturn { default: byDefault };\n})();\n\
                        const m2 = (() => {\nclass y {}\nreturn { y };\n})();\n\
                        const m3 = (() => {\nconst { y: z } = m2;\nconst x = z;\nasync function f() {}\nreturn { x, f };\n})();\n";
        let text = text.expect("a file");
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn scripts_that_cannot_be_joined_are_refused() {
        let told = |scripts| bundled(scripts).expect_err("refused").to_string();
        assert_eq!(told(&[("main.js", "import { a } from './a.js';")]), "there is no script a.js");
        assert_eq!(told(&[("main.js", "import { a } from './main.js';")]), "main.js imports itself");
        assert_eq!(told(&[("main.js", "export let a;")]), "main.js: export let a;");
        assert!(told(&[("main.js", "const a = `one\ntwo`;")]).contains("several lines"));
        assert!(told(&[("main.js", "f(import.meta.url);")]).contains("its own place"));
    }
}
