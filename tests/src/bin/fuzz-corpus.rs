//! Converts between a corpus in one file and the folder that cargo-fuzz uses: `cargo run --package
//! ratelab-tests --bin fuzz-corpus -- unpack operations`, and `pack` afterwards.

use std::{env, error::Error, fs, path::Path};

use ratelab_tests::fuzz::{
    corpus::{pack, unpack},
    seeds,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [command, target] = &words[..] else {
        return Err("expected `unpack` or `pack`, and a fuzz target".into());
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let file = folder.with_extension("txt");
    match command.as_str() {
        "unpack" => write_folder(&file, &folder, target),
        "pack" => Ok(fs::write(file, pack(read_folder(&folder)?))?),
        _ => Err(format!("`{command}` is neither `unpack` nor `pack`").into()),
    }
}

/// Writes the inputs to a folder. Inputs already in the folder are kept, because they may be new. The seeds of
/// the target are added too.
fn write_folder(file: &Path, folder: &Path, target: &str) -> Result<(), Box<dyn Error>> {
    let mut inputs = unpack(&fs::read_to_string(file)?).ok_or("a line is not an input")?;
    inputs.extend(seeds(target));
    fs::create_dir_all(folder)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{number:04}")), input)?;
    }
    Ok(())
}

fn read_folder(folder: &Path) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let files = fs::read_dir(folder)?;
    files.map(|file| Ok(fs::read(file?.path())?)).collect()
}
