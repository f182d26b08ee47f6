//! The page around a report: frame, style, and markup that escapes all text from outside.

use std::fmt::{Display, Write as _};

/// The style of every page.
const STYLE: &str = include_str!("style.css");

/// A page with its parts.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The title.
    pub(super) title: String,
    /// The line above the title.
    pub(super) kind: String,
    /// The lead, with the most important facts.
    pub(super) lead: Markup,
    /// The parts: their names in addresses, their headings, their content.
    pub(super) parts: Vec<(&'static str, &'static str, Markup)>,
}

impl Page {
    /// The whole file. It needs no other file, and its policy forbids the browser scripts and requests.
    pub(super) fn html(&self) -> String {
        let mut page = Markup::default();
        page.raw(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
             <link rel=\"icon\" href=\"data:,\">\n",
        );
        page.element("title", format_args!("{} \u{2013} Hinterhand", self.title));
        page.raw("\n<style>\n").raw(STYLE).raw("</style>\n</head>\n<body>\n<header>\n");
        page.element("p class=\"kind\"", &self.kind);
        page.within("h1", |h1| {
            h1.name(&self.title);
        });
        page.add(&self.lead);
        page.within("nav aria-label=\"Contents\"", |nav| {
            for (id, heading, _) in &self.parts {
                nav.with("a", &[("href", &format!("#{id}"))], |a| {
                    a.text(heading);
                });
                nav.raw("\n");
            }
        });
        page.raw("</header>\n<main>\n");
        for (id, heading, part) in &self.parts {
            page.with("section", &[("id", id)], |section| {
                section.element("h2", heading);
                section.raw("\n").add(part);
            });
        }
        page.raw("</main>\n<footer>");
        page.text(format_args!("Written by hinterhand {}.", env!("CARGO_PKG_VERSION")));
        page.raw("</footer>\n</body>\n</html>\n");
        page.0
    }
}

/// Markup under construction. Elements and their fixed attributes are written in this program; everything
/// else is escaped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Adds markup that is written in this program.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Markup {
        self.0.push_str(markup);
        self
    }

    /// Adds other markup.
    pub(super) fn add(&mut self, other: &Markup) -> &mut Markup {
        self.0.push_str(&other.0);
        self
    }

    /// Adds a picture of one of the charts, which escape their text, with a description.
    pub(super) fn picture(&mut self, svg: &str, shows: &str) {
        let attributes = [("aria-label", shows)];
        self.with("div role=\"img\"", &attributes, |div| div.0.push_str(svg)).raw("\n");
    }

    /// Adds any text.
    pub(super) fn text(&mut self, text: impl Display) -> &mut Markup {
        write!(Escaping(&mut self.0), "{text}").expect("a text takes all");
        self
    }

    /// Adds a name from outside, whose characters do not change the direction of the text around it.
    pub(super) fn name(&mut self, name: impl Display) -> &mut Markup {
        self.element("bdi", name)
    }

    /// Adds text in an element, whose fixed attributes follow its name.
    pub(super) fn element(&mut self, element: &'static str, text: impl Display) -> &mut Markup {
        self.within(element, |inside| {
            inside.text(text);
        })
    }

    /// Adds an element with content.
    pub(super) fn within(&mut self, element: &'static str, fill: impl FnOnce(&mut Markup)) -> &mut Markup {
        self.with(element, &[], fill)
    }

    /// Adds an element with attributes whose values are not fixed.
    pub(super) fn with(
        &mut self,
        element: &'static str,
        attributes: &[(&'static str, &str)],
        fill: impl FnOnce(&mut Markup),
    ) -> &mut Markup {
        self.raw("<").raw(element);
        for (key, value) in attributes {
            self.raw(" ").raw(key).raw("=\"").text(value).raw("\"");
        }
        self.raw(">");
        fill(self);
        let name = element.split(' ').next().expect("a split has a first part");
        self.raw("</").raw(name).raw(">")
    }

    /// Adds a table in a box in which it scrolls if it is wider than the page. The columns after the first
    /// `words` are numbers.
    pub(super) fn table(&mut self, class: &'static str, words: usize, head: &[&str], rows: &[Vec<Cell>]) {
        self.within("div class=\"scroll\" tabindex=\"0\"", |scroll| {
            scroll.with("table", &[("class", class)], |table| {
                table.within("thead", |thead| {
                    thead.within("tr", |tr| {
                        for (column, text) in head.iter().enumerate() {
                            let word = column < words;
                            let th =
                                if word { "th scope=\"col\"" } else { "th scope=\"col\" class=\"number\"" };
                            tr.element(th, text);
                        }
                    });
                });
                table.raw("\n").within("tbody", |tbody| {
                    for row in rows {
                        tbody.within("tr", |tr| {
                            for (column, cell) in row.iter().enumerate() {
                                let class = if column < words { "" } else { "number" };
                                let class = format!("{class} {}", cell.class);
                                let style = cell.strength.map(|part| format!("--part:{part:.2}"));
                                let mut attributes = Vec::new();
                                if !class.trim().is_empty() {
                                    attributes.push(("class", class.trim()));
                                }
                                attributes.extend(style.as_deref().map(|style| ("style", style)));
                                tr.with("td", &attributes, |td| {
                                    td.add(&cell.inside);
                                });
                            }
                        });
                        tbody.raw("\n");
                    }
                });
            });
        });
        self.raw("\n");
    }

    /// Adds facts with their names before them.
    pub(super) fn facts(&mut self, facts: &[(&str, Markup)]) {
        self.within("dl", |dl| {
            for (name, fact) in facts {
                dl.within("div", |div| {
                    div.element("dt", name);
                    div.within("dd", |dd| {
                        dd.add(fact);
                    });
                });
            }
        });
        self.raw("\n");
    }

    /// Adds a line that describes a figure and names the command that prints it.
    pub(super) fn caption(&mut self, text: &str, command: &str) {
        self.within("p class=\"caption\"", |p| {
            p.text(text).raw(" <span class=\"made\">Made by ").words(command).raw("</span>");
        });
        self.raw("\n");
    }

    /// Adds a command whose words are not broken at the end of a line if they fit into one.
    fn words(&mut self, command: &str) -> &mut Markup {
        self.within("code", |code| {
            for (at, word) in command.split(' ').enumerate() {
                code.raw(if at > 0 { " " } else { "" }).element("span class=\"word\"", word);
            }
        })
    }

    /// Adds a command to be copied.
    pub(super) fn command(&mut self, command: &str) {
        self.within("pre", |pre| {
            pre.words(command);
        });
        self.raw("\n");
    }

    /// Adds a long command to be copied, each part on a line of its own.
    pub(super) fn long_command(&mut self, parts: &[String]) {
        self.within("pre", |pre| {
            pre.element("code", parts.join(" \\\n    "));
        });
        self.raw("\n");
    }
}

/// Text as markup.
pub(super) fn text(text: impl Display) -> Markup {
    let mut markup = Markup::default();
    markup.text(text);
    markup
}

/// A name from outside as markup.
pub(super) fn name(text: impl Display) -> Markup {
    let mut markup = Markup::default();
    markup.name(text);
    markup
}

/// A cell of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    inside: Markup,
    class: &'static str,
    /// The strength of its colour, from 0 to 1.
    strength: Option<f64>,
}

impl Cell {
    /// A cell with this content, coloured by its class and `strength` from 0 to 1.
    pub(super) fn coloured(inside: Markup, class: &'static str, strength: f64) -> Cell {
        Cell { inside, class, strength: Some(strength.clamp(0.0, 1.0)) }
    }
}

impl From<Markup> for Cell {
    fn from(inside: Markup) -> Cell {
        Cell { inside, ..Cell::default() }
    }
}

impl From<String> for Cell {
    fn from(inside: String) -> Cell {
        text(inside).into()
    }
}

/// Escapes text for elements and quoted attributes.
struct Escaping<'m>(&'m mut String);

impl std::fmt::Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\0' => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let bad = "<script>alert(\"1\")</script>' onload='x' & \0";
        let safe = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39; onload=&#39;x&#39; &amp; \u{fffd}";
        let mut markup = Markup::default();
        markup.text(bad);
        assert_eq!(markup.0, safe);
        let mut markup = Markup::default();
        markup.with("a class=\"b\"", &[("title", bad)], |a| {
            a.text(bad);
        });
        assert_eq!(markup.0, format!("<a class=\"b\" title=\"{safe}\">{safe}</a>"));
        let lead = name(bad);
        let parts = vec![("part", "Part", text(bad))];
        let page = Page { title: bad.to_owned(), kind: bad.to_owned(), lead, parts }.html();
        assert!(!page.contains("<script") && !page.contains("onload='"), "{page}");
        assert_eq!(page.matches(safe).count(), 5);
    }

    #[test]
    fn a_table_has_a_cell_for_each_entry() {
        let mut markup = Markup::default();
        let row = vec![Cell::from("a".to_owned()), Cell::coloured(text("1"), "gain", 7.0)];
        markup.table("plain", 1, &["bot", "won"], &[row]);
        let Markup(text) = markup;
        assert!(
            text.contains("<th scope=\"col\">bot</th><th scope=\"col\" class=\"number\">won</th>"),
            "{text}"
        );
        let cells = "<tr><td>a</td><td class=\"number gain\" style=\"--part:1.00\">1</td></tr>";
        assert!(text.contains(cells), "{text}");
    }
}
