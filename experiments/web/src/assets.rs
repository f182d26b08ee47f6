//! The files of the page: all scripts as one and all styles as one, so that a browser asks for few. They are part of
//! the program, so that no address leads to the file system.

use std::borrow::Cow;
use std::sync::LazyLock;

use anyhow::Context as _;
use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};

use crate::bundle::bundle;

/// A file that the page is made from.
struct Asset {
    name: &'static str,
    bytes: &'static [u8],
}

/// A file of the page.
#[derive(Debug)]
pub(crate) struct File {
    /// Its name: [`FIRST`], or that below `assets/`.
    pub(crate) name: &'static str,
    /// What is in it.
    pub(crate) bytes: Cow<'static, [u8]>,
}

macro_rules! assets {
    ($($name:literal)*) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../assets/", $name)) }),*]
    };
}

const ASSETS: &[Asset] = include!("assets.in");

/// The first page.
pub(crate) const FIRST: &str = "index.html";

/// Where more can be added to its head.
const MORE: &str = "<!-- more -->\n";

/// The styles, in the order in which they count.
const STYLES: [&str; 3] = ["style.css", "table.css", "study.css"];

/// All scripts as one.
pub(crate) const SCRIPT: &str = "page.js";

/// The script that asks the server.
pub(crate) const SERVER: &str = "server.js";

/// The page, in which `server` is the script that is asked, and with `more` in the head of the first page.
pub(crate) fn page(server: &str, more: &str) -> anyhow::Result<Vec<File>> {
    let script = |name: &str| text_of(if name == SERVER { server } else { name }).ok();
    let styles = STYLES.map(text_of).into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let made = [
        (FIRST, text_of(FIRST)?.replace(MORE, more)),
        (SCRIPT, bundle("main.js", &script)?),
        ("page.css", styles.concat()),
    ];
    let made = made.into_iter().map(|(name, text)| File { name, bytes: text.into_bytes().into() });
    let is_part = |name: &str| [".js", ".css", ".html"].iter().any(|end| name.ends_with(end));
    let others = ASSETS.iter().filter(|asset| !is_part(asset.name));
    Ok(made.chain(others.map(|asset| File { name: asset.name, bytes: asset.bytes.into() })).collect())
}

/// What lets a browser ask for a file before the scripts do.
pub(crate) fn asked_at_once(name: &str) -> String {
    format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{name}\">\n")
}

/// The text of a file that the page is made from.
pub(crate) fn text_of(name: &str) -> anyhow::Result<&'static str> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    Ok(std::str::from_utf8(asset.with_context(|| format!("there is no file {name}"))?.bytes)?)
}

/// The page of this server, with the tag of each file.
static PAGE: LazyLock<Vec<(File, String)>> = LazyLock::new(|| {
    let page = page(SERVER, &asked_at_once("api/games")).expect("a test makes it");
    let tagged = |file: File| {
        let tag = format!("\"{:08x}\"", crc32fast::hash(&file.bytes));
        (file, tag)
    };
    page.into_iter().map(tagged).collect()
});

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, kind)| kind) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    }
}

/// The file of this name, or that there is none; nothing is sent again that the browser has.
pub(crate) fn serve(name: &str, asked: &HeaderMap) -> Response<Body> {
    let Some((file, tag)) = PAGE.iter().find(|(file, _)| file.name == name) else {
        return answer(
            StatusCode::NOT_FOUND,
            "text/plain; charset=utf-8",
            "",
            Body::from("there is no such file\n"),
        );
    };
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return answer(StatusCode::NOT_MODIFIED, kind(name), tag, Body::empty());
    }
    answer(StatusCode::OK, kind(name), tag, Body::from(file.bytes.as_ref()))
}

fn answer(status: StatusCode, kind: &'static str, tag: &str, body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, kind.parse().expect("a kind is a header"));
    headers.insert(header::CACHE_CONTROL, "no-cache".parse().expect("a header"));
    if !tag.is_empty() {
        headers.insert(header::ETAG, tag.parse().expect("a tag is a header"));
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all files below `folder`.
    fn files(folder: &std::path::Path, before: &str) -> Vec<String> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => names.extend(files(&entry.path(), &format!("{name}/"))),
                false => names.push(name),
            }
        }
        names.sort();
        names
    }

    #[test]
    fn the_page_is_made_from_every_file_of_the_folder() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let mut listed: Vec<String> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
        listed.sort();
        assert_eq!(files(&folder, ""), listed, "write src/assets.in anew");
        // What the page may weigh without the engine.
        assert!(PAGE.iter().map(|(file, _)| file.bytes.len()).sum::<usize>() < 500_000);
        let script = PAGE.iter().find(|(file, _)| file.name == "page.js").expect("the scripts");
        let script = std::str::from_utf8(&script.0.bytes).expect("text");
        assert!(script.contains("WebSocket") && !script.contains("indexedDB"));
    }

    #[test]
    fn what_the_first_page_names_is_served() {
        let first = &PAGE[0].0;
        let text = std::str::from_utf8(&first.bytes).expect("text");
        let named: Vec<&str> =
            text.split("\"assets/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!((first.name, named.len()), (FIRST, 3));
        for name in named {
            assert_eq!(serve(name, &HeaderMap::new()).status(), StatusCode::OK, "{name}");
        }
        assert!(!text.contains("<!--"));
    }

    #[test]
    fn nothing_else_is_served() {
        for name in ["../Cargo.toml", "/etc/passwd", "", "index.htm", "main.js", "..%2fCargo.toml"] {
            assert_eq!(serve(name, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{name}");
        }
        let first = serve("index.html", &HeaderMap::new());
        let mut asked = HeaderMap::new();
        asked.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(serve("index.html", &asked).status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn no_page_has_code_or_styles_in_its_markup() {
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".html")) {
            let text = std::str::from_utf8(asset.bytes).expect("text");
            for tag in text.split("<script").skip(1) {
                let (head, rest) = tag.split_once('>').expect("a tag ends");
                assert!(head.contains("src=") && rest.starts_with("</script>"), "{}", asset.name);
            }
            assert!(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick"));
        }
    }
}
