//! The page as a folder of files that any web server can serve: the same files, with the rules and the bots
//! as WebAssembly in place of the server.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use hinterhand_players::bots;
use hinterhand_players::strategy::{StrategyFile, write_slices};

use crate::assets::ASSETS;
use crate::bots::{OpenBots, file_name};
use crate::catalogue::Catalogue;

/// What is to be written.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The folder, which is made if it is not there.
    pub folder: PathBuf,
    /// The rules and the bots as WebAssembly, which `scripts/build-browser` makes.
    pub wasm: PathBuf,
    /// The solution of a hand of Kinderschnapsen, for a bot and for looking into positions.
    pub solution: Option<PathBuf>,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The bytes of the page without the engine and without solutions.
    pub page: u64,
    /// The bytes of the engine, compressed.
    pub engine: u64,
    /// The bytes of all slices of the solution, compressed.
    pub slices: u64,
}

/// What a page may do that has no server to say so.
const POLICY: &str = "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
                      script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'\">\n";

/// The file that asks the server, and that which stands in for it.
const SERVER: &str = "server.js";
const LOCAL: &str = "local/server.js";

/// The engine, and the games and bots that are offered.
const ENGINE: &str = "hinterhand.wasm.pack";
const GAMES: &str = "games.json";

/// A bot that solves whole hands, which takes too long on the one thread that it has in a browser.
const SLOW: &str = "solve";

/// Writes the folder. Files of an earlier export are replaced.
pub fn export(options: &ExportOptions) -> anyhow::Result<Exported> {
    let ExportOptions { folder, wasm, solution } = options;
    let named = |path: &Path| path.display().to_string();
    let engine = fs::read(wasm).with_context(|| named(wasm))?;
    ensure!(engine.starts_with(b"\0asm"), "{}: it is not WebAssembly", named(wasm));
    let assets = folder.join("assets");
    let mut page = 0;
    for asset in ASSETS.iter().filter(|asset| asset.name != LOCAL) {
        let bytes = match asset.name {
            SERVER => {
                ASSETS.iter().find(|asset| asset.name == LOCAL).expect("it is a file of the page").bytes
            }
            _ => asset.bytes,
        };
        page += match asset.name {
            "index.html" => put(&folder.join(asset.name), index(std::str::from_utf8(bytes)?).as_bytes())?,
            name => put(&assets.join(name), bytes)?,
        };
    }
    let solutions: Vec<String> =
        solution.iter().map(|path| file_name(&path.to_string_lossy()).to_owned()).collect();
    if let Some(name) = solutions.iter().find(|name| bots::all().any(|info| info.name == **name)) {
        anyhow::bail!("{name}: a bot is called so; give the file another name");
    }
    page += put(&assets.join(GAMES), listed(&solutions, solution.as_deref()).as_bytes())?;
    let engine = put(&assets.join(ENGINE), &packed(&engine)?)?;
    let slices = solution.as_deref().map_or(Ok(0), |path| sliced(path, &assets.join("slices")))?;
    Ok(Exported { page, engine, slices })
}

/// The first page, which asks at once for all that it needs.
fn index(text: &str) -> String {
    let scripts = ASSETS.iter().filter(|asset| asset.name.ends_with(".js"));
    let scripts = scripts.filter(|asset| ![LOCAL, "local/worker.js"].contains(&asset.name));
    let fetched = [ENGINE, GAMES].into_iter();
    let fetched = fetched
        .map(|name| format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"assets/{name}\">\n"));
    let scripts =
        scripts.map(|asset| format!("<link rel=\"modulepreload\" href=\"assets/{}\">\n", asset.name));
    let preloads: String = fetched.chain(scripts).collect();
    text.replacen("<meta charset=\"utf-8\">\n", &format!("<meta charset=\"utf-8\">\n{POLICY}"), 1).replacen(
        "<script type=\"module\"",
        &format!("{preloads}<script type=\"module\""),
        1,
    )
}

/// The games and bots that are offered.
fn listed(solutions: &[String], path: Option<&Path>) -> String {
    let texts = path.iter().map(|path| path.to_string_lossy().into_owned());
    let named: HashMap<String, String> = solutions.iter().cloned().zip(texts).collect();
    let bots = OpenBots::new(named);
    let mut listed = Catalogue::new(solutions.to_vec(), true).json(&|text| bots.bot(text));
    for game in listed["games"].as_array_mut().into_iter().flatten() {
        if let Some(bots) = game["bots"].as_array_mut() {
            bots.retain(|bot| bot["spec"] != SLOW);
        }
    }
    listed["watch"] = false.into();
    listed["people"] = false.into();
    listed["solutions"] = solutions.into();
    listed.to_string()
}

/// Writes the slices of a solution; returns their bytes.
fn sliced(path: &Path, folder: &Path) -> anyhow::Result<u64> {
    let file = StrategyFile::open(path)?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let name = file_name(&path.to_string_lossy()).to_owned();
    let mut plain = Vec::new();
    write_slices(&file, &mut |turnup| {
        plain.push(folder.join(format!("{name}.{turnup}")));
        plain[plain.len() - 1].clone()
    })
    .with_context(|| path.display().to_string())?;
    let mut bytes = 0;
    for slice in plain {
        let mut place = slice.clone().into_os_string();
        place.push(".pack");
        bytes += put(Path::new(&place), &packed(&fs::read(&slice)?)?)?;
        fs::remove_file(slice)?;
    }
    Ok(bytes)
}

/// Compressed as gzip does. The ending of such a file is one that web servers do not know, so that none
/// unpacks it.
fn packed(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::best());
    packing.write_all(bytes)?;
    Ok(packing.finish()?)
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<u64> {
    let named = || path.display().to_string();
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).with_context(named)?;
    fs::write(path, bytes).with_context(named)?;
    Ok(bytes.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_holds_the_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let wasm = folder.path().join("x.wasm");
        fs::write(&wasm, b"\0asm and more").expect("written");
        let to = folder.path().join("page");
        let options = ExportOptions { folder: to.clone(), wasm: wasm.clone(), solution: None };
        let exported = export(&options).expect("exported");
        assert!(exported.page < 500_000 && exported.slices == 0, "{exported:?}");
        let index = fs::read_to_string(to.join("index.html")).expect("the first page");
        assert!(index.contains("wasm-unsafe-eval") && !index.contains("\"/"), "{index}");
        let preloaded = index.matches("modulepreload").count();
        assert_eq!(preloaded, ASSETS.iter().filter(|asset| asset.name.ends_with(".js")).count() - 2);
        for part in index.split("href=\"").skip(1) {
            let name = part.split('"').next().expect("a name");
            assert!(to.join(name).is_file(), "{name}");
        }
        let server = fs::read_to_string(to.join("assets/server.js")).expect("a file");
        assert!(server.contains("./local/engine.js") && !server.contains("WebSocket"));
        // Again, into the same folder.
        export(&options).expect("exported");
        fs::write(&wasm, b"something else").expect("written");
        let error = export(&options).expect_err("it is no module").to_string();
        assert!(error.contains("x.wasm: it is not WebAssembly"), "{error}");
    }
}
