//! `cargo xtask scripts`: the Lua scripts of `crates/redis`, written from their templates.
//!
//! A script is to be read, copied and loaded by itself, so scripts repeat each other; what they repeat is written
//! once, in `crates/redis/templates`. A template is Lua with two kinds of instructions, each on a separate line:
//!
//! - `--@ include NAME` inserts `parts/NAME.lua`, whose lines may be instructions as well.
//! - `--@ set NAME TEXT` replaces `@NAME@` by the text in all lines that follow, also in parts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::Result;
use crate::workspace::Workspace;

const TEMPLATES: &str = "crates/redis/templates";
const PARTS: &str = "crates/redis/templates/parts";
const SCRIPTS: &str = "crates/redis/scripts";

/// The texts of Lua files by their names, without `.lua`.
type Texts = BTreeMap<String, String>;

/// Writes the scripts that are not what their templates produce, and lists them.
pub(crate) fn write(workspace: &Workspace) -> Result {
    let folder = workspace.in_root(SCRIPTS);
    let committed = read(&folder)?;
    for (name, script) in produced(workspace)? {
        if committed.get(&name) != Some(&script) {
            fs::write(folder.join(format!("{name}.lua")), script)?;
            println!("{SCRIPTS}/{name}.lua");
        }
    }
    Ok(())
}

/// Every script, as its template produces it.
fn produced(workspace: &Workspace) -> Result<Texts> {
    let parts = read(&workspace.in_root(PARTS))?;
    let expand = |(name, template): (String, String)| {
        let script = Expansion::expand(&template, &parts)
            .map_err(|error| format!("{TEMPLATES}/{name}.lua: {error}"))?;
        Ok((name, script))
    };
    read(&workspace.in_root(TEMPLATES))?.into_iter().map(expand).collect()
}

fn read(folder: &Path) -> Result<Texts> {
    let mut texts = Texts::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let (Some(name), Some("lua")) = (path.file_stem(), path.extension().and_then(|end| end.to_str())) {
            texts.insert(name.to_string_lossy().into_owned(), fs::read_to_string(&path)?);
        }
    }
    Ok(texts)
}

/// A script, as far as its template has been read.
struct Expansion<'a> {
    parts: &'a Texts,
    values: Texts,
    script: String,
}

impl<'a> Expansion<'a> {
    fn expand(template: &str, parts: &'a Texts) -> Result<String> {
        let mut expansion = Self { parts, values: Texts::new(), script: String::new() };
        expansion.add(template)?;
        Ok(expansion.script)
    }

    fn add(&mut self, template: &str) -> Result {
        template.lines().try_for_each(|line| match line.strip_prefix("--@ ") {
            Some(instruction) => self.follow(instruction),
            None => {
                self.script += &self.filled(line)?;
                self.script.push('\n');
                Ok(())
            }
        })
    }

    fn follow(&mut self, instruction: &str) -> Result {
        let words: Vec<_> = instruction.splitn(3, ' ').collect();
        match words.as_slice() {
            ["include", name] => {
                let parts = self.parts;
                self.add(parts.get(*name).ok_or_else(|| format!("there is no {PARTS}/{name}.lua"))?)
            }
            ["set", name, value] => {
                let value = self.filled(value)?;
                self.values.insert((*name).to_owned(), value);
                Ok(())
            }
            _ => Err(format!("`--@ {instruction}` is neither `include NAME` nor `set NAME TEXT`").into()),
        }
    }

    /// A line with each `@NAME@` replaced. Lua has no other use for the sign.
    fn filled(&self, line: &str) -> Result<String> {
        let value = |(place, piece): (usize, &str)| match place % 2 {
            0 => Ok(piece.to_owned()),
            _ => self.values.get(piece).cloned().ok_or_else(|| format!("@{piece}@ is not set").into()),
        };
        line.split('@').enumerate().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_scripts_are_what_their_templates_produce() {
        let workspace = Workspace::find().expect("the repository");
        let committed = read(&workspace.in_root(SCRIPTS)).expect("the scripts");
        let produced = produced(&workspace).expect("templates that can be read");
        assert_eq!(committed.keys().collect::<Vec<_>>(), produced.keys().collect::<Vec<_>>());
        for (name, script) in &produced {
            let advice = format!("change {TEMPLATES}/{name}.lua, then run `cargo xtask scripts`");
            assert_eq!(&committed[name], script, "{advice}");
        }
    }

    #[test]
    fn every_part_is_included() {
        let workspace = Workspace::find().expect("the repository");
        let parts = read(&workspace.in_root(PARTS)).expect("the parts");
        let templates = read(&workspace.in_root(TEMPLATES)).expect("the templates");
        let all: String = templates.into_values().chain(parts.values().cloned()).collect();
        for name in parts.keys() {
            assert!(all.contains(&format!("--@ include {name}\n")), "nothing includes {name}");
        }
    }

    fn expand(template: &str) -> Result<String> {
        let part = "--@ set double @level@ + @level@\nreturn @double@\n";
        Expansion::expand(template, &Texts::from([("twice".to_owned(), part.to_owned())]))
    }

    #[test]
    fn values_are_those_set_before_the_line_and_apply_within_parts() {
        let template = "--@ set level a\nlocal @level@\n--@ set level b\n--@ include twice\n-- @level@\n";
        assert_eq!(expand(template).expect("a script"), "local a\nreturn b + b\n-- b\n");
    }

    #[test]
    fn a_mistake_is_named() {
        for (template, mistake) in [
            ("local @level@", "@level@ is not set"),
            ("--@ include thrice", "there is no crates/redis/templates/parts/thrice.lua"),
            ("--@ set level", "`--@ set level` is neither `include NAME` nor `set NAME TEXT`"),
        ] {
            assert_eq!(expand(template).expect_err(template).to_string(), mistake);
        }
    }
}
