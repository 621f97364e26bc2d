//! No module of a crate depends on itself by way of others.
//!
//! The nodes are the top-level modules of a crate, and the crate's root with the items that it defines. An edge is a
//! path in the code, read from its syntax; a path to an item that the root re-exports leads to the item's module.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, ItemMod, ItemUse, Macro, Meta, UseTree, Visibility,
    visit::{self, Visit},
};

use super::{
    exceptions::assert_none_except,
    tree::{crates, sources},
};

/// Crates with a cycle that is still to be removed.
const CYCLES_LEFT: &[&str] = &[];

/// How the root of a crate is called in a cycle.
const ROOT: &str = "crate";

type Path = Vec<String>;
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_module_depends_on_itself_by_way_of_others() {
    let found = crates().into_iter().filter_map(|name| {
        let folder = format!("crates/{name}/src/");
        let below = |(file, text): (String, String)| (file[folder.len()..].to_owned(), text);
        let files: Vec<_> = sources(&folder).into_iter().map(below).collect();
        Some((name, cycle(&graph(&files))?))
    });
    assert_none_except("modules have no cycles", &found.collect::<Vec<_>>(), CYCLES_LEFT);
}

/// Which module uses which, of the files below `src` with their text.
fn graph(files: &[(String, String)]) -> Graph {
    let files: Vec<_> = files.iter().map(|(file, text)| Module::read(file, text)).collect();
    let names: BTreeSet<_> = files.iter().filter_map(|file| file.path.first().cloned()).collect();
    let exports: BTreeMap<_, _> =
        files.iter().filter(|file| file.path.is_empty()).flat_map(|root| root.exports(&names)).collect();
    let mut graph = Graph::new();
    for file in &files {
        let own = file.path.first().map_or(ROOT, String::as_str);
        let used = file.uses.iter().filter_map(|used| target(used, &names, &exports));
        graph.entry(own.to_owned()).or_default().extend(used.filter(|other| other != own));
    }
    graph
}

/// The module that an absolute path leads to.
fn target(used: &Path, names: &BTreeSet<String>, exports: &BTreeMap<String, String>) -> Option<String> {
    let first = used.first()?;
    let module = names.get(first).or_else(|| exports.get(first));
    Some(module.cloned().unwrap_or_else(|| ROOT.to_owned()))
}

/// A file, and the absolute paths in its code.
#[derive(Default)]
struct Module {
    /// The module that the visited code stands in; the file's own when all is visited.
    path: Path,
    uses: Vec<Path>,
    /// Of the root: the names it re-exports or imports, with the paths to them.
    imports: Vec<(String, Path)>,
}

impl Module {
    fn read(file: &str, text: &str) -> Self {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut module = Self { path: module_of(file), ..Self::default() };
        module.visit_file(&syntax);
        module
    }

    /// The names in the root that lead to a module, with the module.
    fn exports(&self, names: &BTreeSet<String>) -> Vec<(String, String)> {
        let known = self.imports.iter().filter(|(_, path)| names.contains(&path[0]));
        known.map(|(name, path)| (name.clone(), path[0].clone())).collect()
    }

    /// Keeps a path if it leads to something in the crate. In the root, paths are relative to it as well.
    fn add(&mut self, path: &[String]) {
        let ups = path.iter().take_while(|part| *part == "super").count();
        let absolute = match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("self") => [&self.path, &path[1..]].concat(),
            Some("super") => [&self.path[..self.path.len().saturating_sub(ups)], &path[ups..]].concat(),
            Some(_) if self.path.is_empty() => path.to_vec(),
            _ => return,
        };
        self.uses.push(absolute);
    }

    /// Macros are not parsed: their paths are found token by token.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                other => {
                    self.add(&std::mem::take(&mut path));
                    match other {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.add_tokens(group.stream()),
                        TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                    }
                }
            }
            colons = 0;
        }
        self.add(&path);
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        // Tests of a module may use whatever they like.
        if !item.attrs.iter().any(is_for_tests) {
            self.path.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.path.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut imports = Vec::new();
        flatten(&item.tree, &mut Path::new(), &mut imports);
        for (name, path) in imports {
            if self.path.is_empty() {
                let below: Path =
                    path.iter().skip_while(|part| *part == "crate" || *part == "self").cloned().collect();
                // What is only re-exported is not used.
                if matches!(item.vis, Visibility::Inherited) {
                    self.uses.push(below.clone());
                }
                self.imports.push((name, below));
            } else {
                self.add(&path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Path = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.add(&parts);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.visit_path(&item.path);
        self.add_tokens(item.tokens.clone());
    }
}

/// Whether it is `#[cfg(test)]`, or that and more.
fn is_for_tests(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    list.path.is_ident("cfg")
        && list.tokens.to_string().split([' ', '(', ')', ',']).any(|word| word == "test")
}

/// The names that a `use` brings in, with the paths to them.
fn flatten(tree: &UseTree, prefix: &mut Path, found: &mut Vec<(String, Path)>) {
    let mut add = |name: String, last: String| {
        let path = prefix.iter().cloned().chain((last != "self").then_some(last));
        found.push((name, path.collect()));
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(&path.tree, prefix, found);
            prefix.pop();
        }
        UseTree::Name(name) => add(name.ident.to_string(), name.ident.to_string()),
        UseTree::Rename(name) => add(name.rename.to_string(), name.ident.to_string()),
        UseTree::Glob(_) => add("*".to_owned(), "*".to_owned()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, prefix, found)),
    }
}

/// The module that a file below `src` holds: `a/b.rs` and `a/b/mod.rs` are `a::b`, and `lib.rs` is the root.
fn module_of(file: &str) -> Path {
    let name = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let parts = name.split('/').filter(|part| !["lib", "main"].contains(part));
    parts.map(str::to_owned).collect()
}

/// A shortest cycle, as text: `a -> b -> a`.
fn cycle(graph: &Graph) -> Option<String> {
    let cycles = graph.keys().filter_map(|node| cycle_through(graph, node));
    cycles.min_by_key(Vec::len).map(|cycle| cycle.join(" -> "))
}

fn cycle_through<'a>(graph: &'a Graph, start: &'a str) -> Option<Vec<&'a str>> {
    let mut waiting = VecDeque::from([vec![start]]);
    let mut reached = BTreeSet::new();
    while let Some(path) = waiting.pop_front() {
        for next in graph.get(*path.last()?).into_iter().flatten() {
            let longer = [path.as_slice(), &[next.as_str()]].concat();
            if next == start {
                return Some(longer);
            }
            if reached.insert(next) {
                waiting.push_back(longer);
            }
        }
    }
    None
}

/// The cycle in a crate of these files.
fn cycle_in(files: &[(&str, &str)]) -> Option<String> {
    let owned: Vec<_> = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    cycle(&graph(&owned))
}

#[test]
fn cycles_are_found_in_imports_paths_and_macros() {
    let uses_a = [
        "use crate::a::A;",
        "use super::{c, a::A};",
        "fn f() { super::a::f() }",
        "fn f() { g!(1, [crate::a::A]) }",
    ];
    for text in uses_a {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod c;"),
            ("a/c.rs", "use super::super::b::B;"),
            ("b.rs", text),
        ];
        assert_eq!(cycle_in(&files).as_deref(), Some("a -> b -> a"), "{text}");
    }
}

#[test]
fn an_item_that_the_root_re_exports_belongs_to_its_module() {
    let root = ("lib.rs", "mod a; mod b; pub use a::{A, B as C};");
    let files = [root, ("a.rs", "use crate::b;"), ("b.rs", "use crate::C;")];
    assert_eq!(cycle_in(&files).as_deref(), Some("a -> b -> a"));
}

#[test]
fn an_item_that_the_root_defines_belongs_to_the_root() {
    let files = [("main.rs", "mod a; use a::A; struct B(A);"), ("a.rs", "use crate::B;")];
    assert_eq!(cycle_in(&files).as_deref(), Some("a -> crate -> a"));
    let files = [("lib.rs", "mod a; pub use a::A; pub struct B;"), ("a.rs", "use crate::B;")];
    assert_eq!(cycle_in(&files), None);
}

#[test]
fn tests_of_a_module_and_its_own_files_make_no_cycle() {
    let tests = "#[cfg(test)] mod tests { use super::*; use crate::b::B; }";
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", tests),
        ("a/c.rs", "use super::A;"),
        ("b.rs", "use crate::a::A;"),
    ];
    assert_eq!(cycle_in(&files), None);
}
