//! Still pictures and the canvas of the page are drawn with the same constants.

use std::{collections::BTreeSet, fs, path::Path};

use ratelab_simulation::svg::constants::{TABLE, Unit, typescript};

/// The file that is generated, and the folder that uses it.
const GENERATED: &str = "constants.ts";
const PLOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/plot");

/// The scripts that draw on the canvas, by their names, without the generated one.
fn scripts() -> Vec<(String, String)> {
    let names = fs::read_dir(PLOT).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("names are UTF-8"));
    let written = names.filter(|name| name.ends_with(".ts") && name != GENERATED);
    written
        .map(|name| (name.clone(), fs::read_to_string(Path::new(PLOT).join(name)).expect("it is text")))
        .collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
}

/// `RATELAB_DRAW=1 cargo test --test simulation` generates the file anew.
#[test]
fn the_page_has_the_constants_of_pictures() {
    let file = Path::new(PLOT).join(GENERATED);
    if std::env::var_os("RATELAB_DRAW").is_some() {
        fs::write(&file, typescript()).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).expect("the generated file");
    assert_eq!(found, typescript(), "{GENERATED} is out of date");
}

#[test]
fn no_script_declares_a_shared_constant_itself() {
    let names: BTreeSet<_> = TABLE.iter().map(|constant| constant.name).collect();
    assert_eq!(names.len(), TABLE.len(), "a name is used twice");
    for (script, text) in scripts() {
        let all: Vec<_> = words(&text).filter(|word| !word.is_empty()).collect();
        let declared = all.windows(2).filter(|pair| ["const", "let", "var"].contains(&pair[0]));
        let own: Vec<_> = declared.map(|pair| pair[1]).filter(|name| names.contains(name)).collect();
        assert!(own.is_empty(), "{script} declares {own:?}, which {GENERATED} has");
    }
}

#[test]
fn every_shared_constant_is_used_by_the_page() {
    let scripts = scripts();
    let used: BTreeSet<_> = scripts.iter().flat_map(|(_, text)| words(text)).collect();
    let unused = TABLE.iter().map(|constant| constant.name).filter(|name| !used.contains(name));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn values_of_every_unit_are_written_as_decimal_numbers() {
    let written = [
        (Unit::Whole, 0, "0"),
        (Unit::Whole, 100, "100"),
        (Unit::Tenths, 80, "8"),
        (Unit::Tenths, 65, "6.5"),
        (Unit::Hundredths, 62, "0.62"),
        (Unit::Hundredths, 5, "0.05"),
        (Unit::Thousandths, 45, "0.045"),
    ];
    for (unit, value, number) in written {
        assert_eq!(unit.decimal(value), number, "{unit:?}");
    }
}
