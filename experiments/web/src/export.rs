//! The page as a folder of files that any web server can serve: the same scripts and styles, each as one
//! file, with the rules and the bots as WebAssembly in place of the server.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use hinterhand_players::bots;
use hinterhand_players::strategy::{StrategyFile, write_slices};

use crate::assets::{FIRST, SCRIPT, asked_at_once, page, text_of};
use crate::bots::{OpenBots, file_name};
use crate::catalogue::Catalogue;
use crate::local::NETWORK;

/// What is to be written.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// The folder, which is made if it is not there.
    pub folder: PathBuf,
    /// The folder of the tables and the bots as WebAssembly, which `scripts/build-browser` makes: of
    /// [`MODULES`].
    pub wasm: PathBuf,
    /// The solution of a hand of Kinderschnapsen, for a bot and for looking into positions.
    pub solution: Option<PathBuf>,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// The bytes of the page without modules and without solutions.
    pub page: u64,
    /// The bytes of the tables with the rules, compressed.
    pub tables: u64,
    /// The bytes of the bots, compressed.
    pub bots: u64,
    /// The bytes of the networks of bots, compressed.
    pub networks: u64,
    /// The bytes of all slices of the solution, compressed.
    pub slices: u64,
}

/// What a page may do that has no server to say so.
const POLICY: &str = "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
                      script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'\">\n";

/// The script that stands in for the server.
const LOCAL: &str = "local/server.js";

/// The script that unpacks all others, in their place, and that of the workers, which is a file of its own.
const BOOT: &str = "local/boot.js";
const WORKER: &str = "local/worker.js";

/// The modules as WebAssembly: the tables with the rules, and the bots.
pub const MODULES: [&str; 2] = ["hinterhand-tables.wasm", "hinterhand-bots.wasm"];

/// What they are called in the folder.
const TABLES: &str = "tables.wasm.pack";
const BOTS: &str = "bots.wasm.pack";

/// The games and bots that are offered.
const GAMES: &str = "games.json.pack";

/// All scripts.
const SCRIPTS: &str = "page.js.pack";

/// A bot that solves whole hands, which takes too long on the one thread that it has in a browser.
const SLOW: &str = "solve";

/// Writes the folder. Files of an earlier export are replaced.
pub fn export(options: &ExportOptions) -> anyhow::Result<Exported> {
    let ExportOptions { folder, wasm, solution } = options;
    let [tables, engine] = MODULES.map(|name| module(&wasm.join(name)));
    let (tables, engine) = (tables?, engine?);
    let assets = folder.join("assets");
    let mut written = put(&assets.join("worker.js"), text_of(WORKER)?.as_bytes())?;
    for file in page(LOCAL, &head())? {
        written += match file.name {
            FIRST => put(&folder.join(FIRST), &file.bytes)?,
            SCRIPT => {
                put(&assets.join(SCRIPT), text_of(BOOT)?.as_bytes())?
                    + put(&assets.join(SCRIPTS), &packed(&file.bytes)?)?
            }
            name => put(&assets.join(name), &file.bytes)?,
        };
    }
    let solutions: Vec<String> =
        solution.iter().map(|path| file_name(&path.to_string_lossy()).to_owned()).collect();
    if let Some(name) = solutions.iter().find(|name| bots::all().any(|info| info.name == **name)) {
        anyhow::bail!("{name}: a bot is called so; give the file another name");
    }
    written += put(&assets.join(GAMES), &packed(listed(&solutions, solution.as_deref()).as_bytes())?)?;
    let tables = put(&assets.join(TABLES), &packed(&tables)?)?;
    let engine = put(&assets.join(BOTS), &packed(&engine)?)?;
    let slices = solution.as_deref().map_or(Ok(0), |path| sliced(path, &assets.join("slices")))?;
    let mut networks = 0;
    for (network, bytes) in bots::networks() {
        let name = format!("{NETWORK}{network}.pack").replace('/', ".");
        networks += put(&assets.join("slices").join(name), &packed(bytes)?)?;
    }
    Ok(Exported { page: written, tables, bots: engine, networks, slices })
}

/// The bytes of a module.
fn module(path: &Path) -> anyhow::Result<Vec<u8>> {
    let named = || path.display().to_string();
    let bytes = fs::read(path).with_context(named)?;
    ensure!(bytes.starts_with(b"\0asm"), "{}: it is not WebAssembly", named());
    Ok(bytes)
}

/// What the head of the first page has besides: what it may do, and what the first move needs, which is asked for
/// at once.
fn head() -> String {
    let files = [SCRIPTS, GAMES, TABLES].map(|name| asked_at_once(&format!("assets/{name}")));
    POLICY.to_owned() + &files.concat()
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
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn the_folder_holds_the_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let (wasm, to) = (folder.path().to_owned(), folder.path().join("page"));
        for name in MODULES {
            fs::write(wasm.join(name), b"\0asm and more").expect("written");
        }
        let options = ExportOptions { folder: to.clone(), wasm: wasm.clone(), solution: None };
        let exported = export(&options).expect("exported");
        assert!(exported.page < 500_000 && exported.slices == 0, "{exported:?}");
        let index = fs::read_to_string(to.join("index.html")).expect("the first page");
        assert!(index.contains("wasm-unsafe-eval") && !index.contains("\"/"), "{index}");
        for part in index.split("href=\"").skip(1).chain(index.split("src=\"").skip(1)) {
            let name = part.split('"').next().expect("a name");
            assert!(to.join(name).is_file(), "{name}");
        }
        let mut script = String::new();
        let file = fs::File::open(to.join("assets").join(SCRIPTS)).expect("a file");
        GzDecoder::new(file).read_to_string(&mut script).expect("packed text");
        assert!(script.contains("indexedDB"));
        assert!(
            !script.contains("WebSocket") && !script.contains("\nimport ") && !script.contains("\nexport ")
        );
        // Again, into the same folder.
        export(&options).expect("exported");
        fs::write(wasm.join(MODULES[1]), b"something else").expect("written");
        let error = export(&options).expect_err("it is no module").to_string();
        assert!(error.contains("hinterhand-bots.wasm: it is not WebAssembly"), "{error}");
    }
}
