//! `hinterhand paper index`: the table of all pages, what was not reproduced first.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use hinterhand_papers as papers;
use hinterhand_players::files::column_file::replace;

use super::super::{Done, Failure, output, written};

/// The line of the list below which the table stands.
const HEAD: &str = "<!-- pages -->\n";

/// Write the table of all pages: what was not reproduced, most first, and why
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  hinterhand paper index
  hinterhand paper index --pages /tmp/pages

The table is made of the pages that are there, whenever they were made. With --list it replaces the one that stands in
that file below a line `<!-- pages -->`; otherwise it is printed.")]
pub(super) struct Args {
    /// The folder of the pages
    #[arg(long, value_name = "FOLDER", default_value = "docs/papers")]
    pages: PathBuf,
    /// The file whose table is replaced, such as docs/papers.md
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Done {
    let table = papers::table(&papers::all(), &args.pages)?;
    let mut out = output();
    match &args.list {
        None => write!(out, "{table}")?,
        Some(list) => {
            put(list, &table)?;
            writeln!(out, "{}", list.display())?;
        }
    }
    written(out)
}

/// Replaces the table in a file.
fn put(list: &Path, table: &str) -> Result<(), Failure> {
    let text = std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    let Some((before, after)) = text.split_once(HEAD) else {
        return Err(Failure::Data(anyhow!(
            "{} has no line `{}`, below which the table would be",
            list.display(),
            HEAD.trim_end()
        )));
    };
    let is_old = |line: &&str| line.trim().is_empty() || line.starts_with('|');
    let old: usize = after.split_inclusive('\n').take_while(is_old).map(str::len).sum();
    let rest = &after[old..];
    let gap = if rest.is_empty() { "" } else { "\n" };
    let whole = format!("{before}{HEAD}\n{table}{gap}{rest}");
    replace(list, &mut |file| file.write_all(whole.as_bytes()))
        .with_context(|| format!("cannot write {}", list.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_table_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let list = folder.path().join("papers.md");
        let around = |table: &str| format!("# Pages\n\n<!-- pages -->\n\n{table}\n## More\n\n| a | b |\n");
        std::fs::write(&list, around("| old |\n| --- |\n| older |\n")).expect("a file");
        put(&list, "| new |\n").expect("it has the line");
        assert_eq!(std::fs::read_to_string(&list).expect("a file"), around("| new |\n"));
        std::fs::write(&list, "# Pages\n").expect("a file");
        assert!(matches!(put(&list, "| new |\n"), Err(Failure::Data(_))));
    }
}
