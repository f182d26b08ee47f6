//! Networks in files: their game, how they were learned, and their weights.
//!
//! A file is in the safetensors format, with the names and shapes that PyTorch gives a `Sequential` of `Linear`, `ReLU`,
//! `Linear` and so on: `0.weight` (outputs by inputs), `0.bias`, `2.weight`, ... What the network is of stands in JSON
//! under `hinterhand` among the metadata.

use std::path::{Path, PathBuf};
use std::{fs, io};

use hinterhand_solvers::network::{Inputs, Layer, Learned, Network, Part, Target};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::column_file;
use super::tensors::{Tensor, Tensors};
use crate::games::LoadedGame;
use crate::option_value;
use crate::strategy::rules_hash;

/// The name of the description among the metadata.
const ABOUT: &str = "hinterhand";
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
    path: PathBuf,
    blake3: String,
    about: NetworkAbout,
    network: Network,
    learned: Learned,
}

/// A file that cannot be read, or that has no network that can be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct NetworkFileError {
    path: PathBuf,
    reason: String,
}

/// The meanings of outputs, by name.
const TARGETS: [(&str, Target); 2] = [("wins", Target::Wins), ("payoff", Target::Payoff)];

impl NetworkFile {
    /// Opens a file with a network.
    pub fn open(path: &Path) -> Result<NetworkFile, NetworkFileError> {
        let error =
            |error| NetworkFileError { path: path.to_owned(), reason: format!("cannot be read: {error}") };
        NetworkFile::of_bytes(path, &fs::read(path).map_err(error)?)
    }

    /// Reads the network in the bytes of a file; errors call it `path`.
    pub fn of_bytes(path: &Path, bytes: &[u8]) -> Result<NetworkFile, NetworkFileError> {
        let wrong = |reason| NetworkFileError { path: path.to_owned(), reason };
        let Tensors { metadata, mut tensors } =
            Tensors::read(bytes).map_err(|error| wrong(error.to_string()))?;
        let about = metadata.get(ABOUT).ok_or_else(|| wrong(format!("its metadata have no `{ABOUT}`")))?;
        let about: NetworkAbout = serde_json::from_str(about)
            .map_err(|error| wrong(format!("`{ABOUT}` in its metadata: {error}")))?;
        let inputs = INPUTS.iter().find(|(version, _)| *version == about.inputs).map(|(_, inputs)| *inputs);
        if inputs.is_none() && about.inputs != AFTERSTATES {
            let found = about.inputs;
            return Err(wrong(format!(
                "made for version {found} of the inputs; this program has versions 1 to {AFTERSTATES}"
            )));
        }
        let target = TARGETS.iter().find(|(name, _)| *name == about.target).map(|(_, target)| *target);
        let target = target.ok_or_else(|| wrong(format!("the unknown target `{}`", about.target)))?;
        let mut tensor = |name: String, shape: &[usize]| match tensors.remove(&name) {
            Some(tensor) if tensor.shape == shape => Ok(tensor.numbers),
            Some(tensor) => {
                Err(wrong(format!("tensor `{name}` has shape {:?} instead of {shape:?}", tensor.shape)))
            }
            None => Err(wrong(format!("there is no tensor `{name}`"))),
        };
        let layers = about.sizes.windows(2).enumerate().map(|(number, sizes)| {
            let [inputs, outputs] = [sizes[0], sizes[1]];
            let [weights, biases] = names(number);
            let weights = transposed(&tensor(weights, &[outputs, inputs])?, inputs);
            Ok(Layer::from_parts(weights, tensor(biases, &[outputs])?))
        });
        let layers = layers.collect::<Result<Vec<Layer>, NetworkFileError>>()?;
        if let Some((name, _)) = tensors.first_key_value() {
            return Err(wrong(format!("tensor `{name}` belongs to no layer")));
        }
        let network = Network::from_layers(layers).map_err(|error| wrong(error.to_string()))?;
        let part = match (about.while_drawn, about.closed) {
            (false, false) => Part::Whole,
            (true, false) => Part::WhileDrawn,
            (true, true) => Part::WhileTalon,
            (false, true) => {
                return Err(wrong("closed hands, but not the play while cards are drawn".to_owned()));
            }
        };
        let learned = Learned { inputs: inputs.unwrap_or_default(), target, part };
        let (path, blake3) = (path.to_owned(), blake3::hash(bytes).to_hex().to_string());
        Ok(NetworkFile { path, blake3, about, network, learned })
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
    pub fn blake3(&self) -> &str {
        &self.blake3
    }

    /// The error that the file is invalid for its reader, with the reason.
    pub fn senseless(&self, reason: &impl std::fmt::Display) -> NetworkFileError {
        NetworkFileError { path: self.path.clone(), reason: reason.to_string() }
    }
}

/// The names of the weights and the biases of a layer: between two layers there is one that rectifies.
fn names(layer: usize) -> [String; 2] {
    [format!("{}.weight", 2 * layer), format!("{}.bias", 2 * layer)]
}

/// The rows of a matrix, each of this length, as columns.
fn transposed(numbers: &[f32], length: usize) -> Vec<f32> {
    (0..length).flat_map(|column| numbers.iter().skip(column).step_by(length).copied()).collect()
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
    let mut tensors = Tensors::default();
    for (number, layer) in network.layers().iter().enumerate() {
        let [weights, biases] = names(number);
        let (inputs, outputs) = (layer.inputs(), layer.outputs());
        let numbers = transposed(layer.weights(), outputs);
        tensors.tensors.insert(weights, Tensor { shape: vec![outputs, inputs], numbers });
        tensors.tensors.insert(biases, Tensor { shape: vec![outputs], numbers: layer.biases().to_vec() });
    }
    let about = serde_json::to_string(&about).expect("a description is plain JSON");
    tensors.metadata.insert(ABOUT.to_owned(), about);
    column_file::replace(path, &mut |out| tensors.write(out))
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
        let tensor =
            |shape: &[usize]| Tensor { shape: shape.to_vec(), numbers: vec![0.5; shape.iter().product()] };
        for (about, expected) in [
            (about(&[4, 1], 5, "wins"), "version 5 of the inputs"),
            (about(&[4, 1], 1, "luck"), "the unknown target `luck`"),
            (about(&[5, 1], 1, "wins"), "tensor `0.weight` has shape [1, 4] instead of [1, 5]"),
            (about(&[4, 1, 1], 1, "wins"), "there is no tensor `2.weight`"),
            (about(&[4], 1, "wins"), "tensor `0.bias` belongs to no layer"),
            (serde_json::json!({}), "missing field"),
        ] {
            let tensors = Tensors {
                metadata: [(ABOUT.to_owned(), about.to_string())].into(),
                tensors: [("0.weight".to_owned(), tensor(&[1, 4])), ("0.bias".to_owned(), tensor(&[1]))]
                    .into(),
            };
            column_file::replace(&path, &mut |out| tensors.write(out)).expect("it can be written");
            let error = NetworkFile::open(&path).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let bare = Tensors { metadata: Default::default(), tensors: [("x".to_owned(), tensor(&[2]))].into() };
        column_file::replace(&path, &mut |out| bare.write(out)).expect("it can be written");
        assert!(
            NetworkFile::open(&path).unwrap_err().to_string().contains("its metadata have no `hinterhand`")
        );
    }

    /// Rows of outputs, as PyTorch has them: what a network computes can be computed from its file alone.
    #[test]
    fn the_file_computes_what_the_network_computes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("x");
        let game = load_default("schnapsen").expect("a game");
        let network = Network::new(&[3, 2, 1], &mut Rng::new(3, 0));
        write(&path, &game, &network, Learned::default(), "not at all").expect("it can be written");
        let Tensors { tensors, .. } = Tensors::read(&fs::read(&path).expect("bytes")).expect("tensors");
        let linear = |layer: usize, inputs: &[f32]| -> Vec<f32> {
            let [weights, biases] = names(layer).map(|name| &tensors[&name]);
            assert_eq!(weights.shape, [biases.numbers.len(), inputs.len()]);
            let row = |(row, bias): (&[f32], &f32)| {
                row.iter().zip(inputs).map(|(one, other)| one * other).sum::<f32>() + bias
            };
            weights.numbers.chunks(inputs.len()).zip(&biases.numbers).map(row).collect()
        };
        let inputs = [1.0, 0.5, -2.0];
        let hidden: Vec<f32> = linear(0, &inputs).into_iter().map(|sum| sum.max(0.0)).collect();
        let output = 1.0 / (1.0 + (-linear(1, &hidden)[0]).exp());
        let listed: Vec<(u16, f32)> = (0..).zip(inputs).collect();
        assert!((output - network.value(&listed)).abs() < 1e-6, "{output}");
    }
}
