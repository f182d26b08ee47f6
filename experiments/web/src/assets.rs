//! The files of the page. They are part of the program, so that no address leads to the file system.

use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal)*) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../assets/", $name)) }),*]
    };
}

/// All of them.
pub(crate) const ASSETS: &[Asset] = include!("assets.in");

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
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return answer(
            StatusCode::NOT_FOUND,
            "text/plain; charset=utf-8",
            "",
            Body::from("there is no such file\n"),
        );
    };
    let tag = format!("\"{:08x}\"", crc32fast::hash(asset.bytes));
    if asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return answer(StatusCode::NOT_MODIFIED, kind(name), &tag, Body::empty());
    }
    answer(StatusCode::OK, kind(name), &tag, Body::from(asset.bytes))
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
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let mut listed: Vec<String> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
        listed.sort();
        assert_eq!(files(&folder, ""), listed, "write src/assets.in anew");
        // What the page may weigh without the engine.
        assert!(ASSETS.iter().map(|asset| asset.bytes.len()).sum::<usize>() < 500_000);
    }

    #[test]
    fn nothing_else_is_served() {
        for name in ["../Cargo.toml", "/etc/passwd", "", "index.htm", "..%2fCargo.toml"] {
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
