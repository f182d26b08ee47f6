//! Networks in files: their game, how they were learned, and their weights.

use std::path::Path;
use std::{fs, io};

use hinterhand_solvers::network::{Inputs, Layer, Learned, Network, Part, Target};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::column_file::{self, Column, ColumnFile, ColumnFileError};
use crate::games::LoadedGame;
use crate::option_value;
use crate::strategy::rules_hash;

/// The file type in the headers of networks.
pub const KIND: &str = "network";
/// The versions of the inputs. A network of other inputs cannot be used.
const INPUTS: [(u32, Inputs); 3] = [(1, Inputs::Published), (2, Inputs::BySuit), (3, Inputs::Ranked)];

/// The version of the inputs of networks that value afterstates.
const AFTERSTATES: u32 = 4;

/// The description of a network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkAbout {
    /// The name of the game.
    pub game: String,
    /// The options of the game that differ from the defaults.
    pub options: Map<String, Json>,
    /// The hash of the game and all its options. The network also plays the game with other options.
    pub rules: String,
    /// The version of the inputs.
    pub inputs: u32,
    /// The sizes of the layers, the inputs first.
    pub sizes: Vec<usize>,
    /// The meaning of the output: `wins` or `payoff`.
    pub target: String,
    /// Whether the network plays only while cards are drawn; the rest is solved.
    #[serde(default)]
    pub while_drawn: bool,
    /// Whether it plays closed hands as well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// How the network was learned, in words.
    pub learned: String,
    /// The version of the program that wrote it.
    pub program: String,
}

/// A network that was read from a file.
#[derive(Debug)]
pub struct NetworkFile {
    file: ColumnFile,
    about: NetworkAbout,
    network: Network,
    learned: Learned,
}

/// The meanings of outputs, by name.
const TARGETS: [(&str, Target); 2] = [("wins", Target::Wins), ("payoff", Target::Payoff)];

impl NetworkFile {
    /// Opens a file with a network.
    pub fn open(path: &Path) -> Result<NetworkFile, ColumnFileError> {
        NetworkFile::read(ColumnFile::open(path, KIND)?)
    }

    /// Reads the network in a file that is a part of the program; see [`ColumnFile::of_bytes`].
    pub fn of_bytes(path: &Path, bytes: &'static [u8]) -> Result<NetworkFile, ColumnFileError> {
        NetworkFile::read(ColumnFile::of_bytes(path, bytes, KIND)?)
    }

    fn read(file: ColumnFile) -> Result<NetworkFile, ColumnFileError> {
        let about: NetworkAbout =
            serde_json::from_value(file.about().clone()).map_err(|error| file.senseless(&error))?;
        let inputs = INPUTS.iter().find(|(version, _)| *version == about.inputs).map(|(_, inputs)| *inputs);
        if inputs.is_none() && about.inputs != AFTERSTATES {
            let found = about.inputs;
            return Err(file.senseless(&format!(
                "made for version {found} of the inputs; this program has versions 1 to {AFTERSTATES}"
            )));
        }
        let target = TARGETS.iter().find(|(name, _)| *name == about.target).map(|(_, target)| *target);
        let target =
            target.ok_or_else(|| file.senseless(&format!("the unknown target `{}`", about.target)))?;
        let layers = (1..about.sizes.len()).map(|layer| {
            let weights = file.column::<f32>(&format!("weights {layer}"))?.to_vec();
            Ok(Layer::from_parts(weights, file.column::<f32>(&format!("biases {layer}"))?.to_vec()))
        });
        let layers = layers.collect::<Result<Vec<Layer>, ColumnFileError>>()?;
        let network = Network::from_layers(layers).map_err(|error| file.senseless(&error))?;
        if network.sizes() != about.sizes {
            let (found, said) = (network.sizes(), &about.sizes);
            return Err(file.senseless(&format!("layers of sizes {found:?} instead of {said:?}")));
        }
        let part = match (about.while_drawn, about.closed) {
            (false, false) => Part::Whole,
            (true, false) => Part::WhileDrawn,
            (true, true) => Part::WhileTalon,
            (false, true) => {
                return Err(file.senseless(&"closed hands, but not the play while cards are drawn"));
            }
        };
        let learned = Learned { inputs: inputs.unwrap_or_default(), target, part };
        Ok(NetworkFile { file, about, network, learned })
    }

    /// The description.
    pub fn about(&self) -> &NetworkAbout {
        &self.about
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Whether the network values afterstates; then [`learned`](NetworkFile::learned) says nothing.
    pub fn values_afterstates(&self) -> bool {
        self.about.inputs == AFTERSTATES
    }

    /// What the network has learned.
    pub fn learned(&self) -> Learned {
        self.learned
    }

    /// A name for the content, the same wherever it lies.
    pub fn blake3(&self) -> String {
        self.file.blake3()
    }

    /// The error that the file is invalid for its reader, with the reason.
    pub fn senseless(&self, reason: &impl std::fmt::Display) -> ColumnFileError {
        self.file.senseless(reason)
    }
}

/// Writes a network of a game to a file, with what it has learned, and how, in words.
pub fn write(
    path: &Path,
    game: &LoadedGame,
    network: &Network,
    learned: Learned,
    how: &str,
) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let (target, _) = TARGETS.iter().find(|(_, other)| *other == learned.target).expect("all have names");
    let of_tricks = INPUTS.iter().find(|(_, other)| *other == learned.inputs).expect("all have numbers").0;
    let inputs = if game.methods().networks().values_afterstates() { AFTERSTATES } else { of_tricks };
    let about = NetworkAbout {
        game: game.name().to_owned(),
        options: option_value::given(game.settings()),
        rules: rules_hash(game.settings()),
        inputs,
        sizes: network.sizes(),
        target: (*target).to_owned(),
        while_drawn: learned.part != Part::Whole,
        closed: learned.part == Part::WhileTalon,
        learned: how.to_owned(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let names: Vec<[String; 2]> =
        (1..=network.layers().len()).map(|n| [format!("weights {n}"), format!("biases {n}")]).collect();
    let mut columns: Vec<(&str, Column<'_>)> = Vec::new();
    for (layer, [weights, biases]) in network.layers().iter().zip(&names) {
        columns.push((weights, Column::from(layer.weights())));
        columns.push((biases, Column::from(layer.biases())));
    }
    let about = serde_json::to_value(about).expect("a description is plain JSON");
    column_file::write(path, KIND, &about, &columns)
}

#[cfg(test)]
mod tests {
    use hinterhand_engine::Rng;

    use super::*;
    use crate::games::load_default;

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/schnapsen.network");
        let game = load_default("schnapsen").expect("a game");
        let network = Network::new(&[7, 5, 3, 1], &mut Rng::new(3, 0));
        let learned = Learned { inputs: Inputs::BySuit, target: Target::Payoff, part: Part::WhileDrawn };
        write(&path, &game, &network, learned, "not at all").expect("it can be written");
        let file = NetworkFile::open(&path).expect("it can be read");
        assert_eq!((file.network(), file.learned()), (&network, learned));
        assert_eq!((&*file.about().game, &*file.about().learned), ("schnapsen", "not at all"));
        // The same weights have the same name, one changed byte is noticed.
        let again = folder.path().join("again");
        write(&again, &game, &network, learned, "not at all").expect("it can be written");
        assert_eq!(NetworkFile::open(&again).expect("it can be read").blake3(), file.blake3());
        let mut bytes = fs::read(&again).expect("bytes");
        *bytes.last_mut().expect("a byte") ^= 1;
        fs::write(&again, bytes).expect("it can be written");
        assert!(NetworkFile::open(&again).unwrap_err().to_string().contains("damaged"));
    }

    /// What a network of afterstates has learned lies in the version of its inputs.
    #[test]
    fn networks_of_recipippes_value_afterstates() {
        let folder = tempfile::tempdir().expect("a folder");
        let network = Network::new(&[7, 1], &mut Rng::new(3, 0));
        for (game, expected) in [("recipippes", true), ("sixty-six", false)] {
            let path = folder.path().join(game);
            let game = load_default(game).expect("a game");
            write(&path, &game, &network, Learned::default(), "not at all").expect("it can be written");
            assert_eq!(NetworkFile::open(&path).expect("it can be read").values_afterstates(), expected);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x");
        let about = |sizes: &[usize], inputs: u32, target: &str| {
            serde_json::json!({
                "game": "schnapsen", "options": {}, "rules": "", "inputs": inputs, "sizes": sizes,
                "target": target, "learned": "", "program": "",
            })
        };
        let (weights, biases) = ([0.5f32; 4], [0.0f32]);
        for (about, expected) in [
            (about(&[4, 1], 5, "wins"), "version 5 of the inputs"),
            (about(&[4, 1], 1, "luck"), "the unknown target `luck`"),
            (about(&[5, 1], 1, "wins"), "sizes [4, 1] instead of [5, 1]"),
            (about(&[4, 2, 1], 1, "wins"), "no column `weights 2`"),
            (about(&[4], 1, "wins"), "the last layer must have one output"),
            (serde_json::json!({}), "missing field"),
        ] {
            let columns =
                [("weights 1", Column::from(&weights[..])), ("biases 1", Column::from(&biases[..]))];
            column_file::write(&path, KIND, &about, &columns).expect("it can be written");
            let error = NetworkFile::open(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
