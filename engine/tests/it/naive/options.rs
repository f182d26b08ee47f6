//! Options by name.

/// The options of a game with their values, the default first.
pub type OptionTable = &'static [(&'static str, &'static [&'static str])];

/// The value chosen for each option of a table.
#[derive(Clone, Debug)]
pub struct Options(Vec<(&'static str, &'static str)>);

impl Options {
    pub fn choose(table: OptionTable, given: &[(&str, &str)]) -> Self {
        let mut chosen: Vec<_> = table.iter().map(|(name, values)| (*name, values[0])).collect();
        for (name, value) in given {
            let row = table.iter().position(|(known, _)| known == name);
            let row = row.unwrap_or_else(|| panic!("unknown option `{name}`"));
            let known = table[row].1.iter().find(|known| *known == value);
            chosen[row].1 = known.unwrap_or_else(|| panic!("unknown value `{value}` of `{name}`"));
        }
        Options(chosen)
    }

    pub fn value(&self, name: &str) -> &'static str {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.expect("every option of the table has a value").1
    }

    pub fn is(&self, name: &str, value: &str) -> bool {
        self.value(name) == value
    }

    pub fn on(&self, name: &str) -> bool {
        self.is(name, "true")
    }

    pub fn number(&self, name: &str) -> usize {
        self.value(name).parse().expect("the table lists numbers only")
    }
}
