//! No module of a crate depends on itself by way of others.
//!
//! The nodes are the top-level modules of a crate, and the crate's root with the items that it defines. An edge is a
//! path in the code, read from its syntax; a path to an item that the root re-exports leads to the item's module.
//!
//! The same holds inside each folder, for the modules in it. There, the items that the folder's own file defines are
//! no node: modules of a folder may use what they are parts of.

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

/// Folders with a cycle between their modules, and why.
const CYCLES_IN_FOLDERS: &[&str] = &[];

/// How the root of a crate is called in a cycle.
const ROOT: &str = "crate";

type Path = Vec<String>;
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_module_depends_on_itself_by_way_of_others() {
    let found = crates().into_iter().filter_map(|name| {
        let cycle = cycle(&graph(&modules(&name), &[]))?;
        Some((name, cycle))
    });
    assert_none_except("modules have no cycles", &found.collect::<Vec<_>>(), CYCLES_LEFT);
}

#[test]
fn no_module_in_a_folder_depends_on_itself_by_way_of_others() {
    let found = crates().into_iter().flat_map(|name| {
        let modules = modules(&name);
        let folders: BTreeSet<_> = modules.iter().filter_map(|module| module.path.split_last()).collect();
        let folders: BTreeSet<&[String]> = folders.into_iter().map(|(_, folder)| folder).collect();
        let in_folder = |folder: &[String]| {
            let path = format!("crates/{name}/src/{}/*", folder.join("/"));
            Some((path, cycle(&graph(&modules, folder))?))
        };
        let nested = folders.into_iter().filter(|folder| !folder.is_empty());
        nested.filter_map(in_folder).collect::<Vec<_>>()
    });
    assert_none_except("folders have no cycles", &found.collect::<Vec<_>>(), CYCLES_IN_FOLDERS);
}

/// The modules of a crate.
fn modules(name: &str) -> Vec<Module> {
    let folder = format!("crates/{name}/src/");
    sources(&folder).iter().map(|(file, text)| Module::read(&file[folder.len()..], text)).collect()
}

/// Which module uses which, of those directly in a folder; each with all that is in it.
fn graph(modules: &[Module], folder: &[String]) -> Graph {
    let names: BTreeSet<_> = modules.iter().filter_map(|module| module.child_of(folder)).collect();
    let exports: BTreeMap<_, _> = modules
        .iter()
        .filter(|module| module.path == folder)
        .flat_map(|own| own.exports(&names, folder))
        .collect();
    let mut graph = Graph::new();
    for module in modules.iter().filter(|module| module.path.starts_with(folder)) {
        let Some(own) = module.child_of(folder).or_else(|| folder.is_empty().then(|| ROOT.to_owned())) else {
            continue;
        };
        let used = module.uses.iter().filter_map(|used| target(used, folder, &names, &exports));
        graph.entry(own.clone()).or_default().extend(used.filter(|other| *other != own));
    }
    graph
}

/// The module in a folder that an absolute path leads to.
fn target(
    used: &Path,
    folder: &[String],
    names: &BTreeSet<String>,
    exports: &BTreeMap<String, String>,
) -> Option<String> {
    let first = child(used, folder)?;
    let module = names.get(&first).cloned().or_else(|| exports.get(&first).cloned());
    module.or_else(|| folder.is_empty().then(|| ROOT.to_owned()))
}

/// Returns the rest of a path after that of a folder.
fn child(path: &[String], folder: &[String]) -> Option<String> {
    path.strip_prefix(folder)?.first().cloned()
}

/// A file, and the absolute paths in its code.
#[derive(Default)]
struct Module {
    /// The module that contains the visited code; the file's own module at the end.
    path: Path,
    uses: Vec<Path>,
    /// The names it re-exports or imports, with the absolute paths to them.
    imports: Vec<(String, Path)>,
}

impl Module {
    fn read(file: &str, text: &str) -> Self {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut module = Self { path: module_of(file), ..Self::default() };
        module.visit_file(&syntax);
        module
    }

    /// The module directly in a folder that this one is, or is in.
    fn child_of(&self, folder: &[String]) -> Option<String> {
        child(&self.path, folder)
    }

    /// The names in a folder's own file that lead to a module in it, with the module.
    fn exports(&self, names: &BTreeSet<String>, folder: &[String]) -> Vec<(String, String)> {
        let lead_to = |(name, path): &(String, Path)| Some((name.clone(), child(path, folder)?));
        self.imports.iter().filter_map(lead_to).filter(|(_, module)| names.contains(module)).collect()
    }

    /// Keeps a path if it leads to something in the crate. In the root, paths are relative to it as well.
    fn add(&mut self, path: &[String]) {
        let is_known = path.first().is_some_and(|first| ["crate", "self", "super"].contains(&first.as_str()));
        if is_known || self.path.is_empty() && !path.is_empty() {
            self.uses.push(self.absolute(path));
        }
    }

    /// A path from the root, for one that is not of another crate.
    fn absolute(&self, path: &[String]) -> Path {
        let ups = path.iter().take_while(|part| *part == "super").count();
        match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("self") => [&self.path, &path[1..]].concat(),
            Some("super") => [&self.path[..self.path.len().saturating_sub(ups)], &path[ups..]].concat(),
            _ => [&self.path, path].concat(),
        }
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
            // What the root only re-exports is not used.
            if !self.path.is_empty() || matches!(item.vis, Visibility::Inherited) {
                self.add(&path);
            }
            self.imports.push((name, self.absolute(&path)));
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
    cycle_below(files, &[])
}

fn cycle_below(files: &[(&str, &str)], folder: &[String]) -> Option<String> {
    let modules: Vec<_> = files.iter().map(|(file, text)| Module::read(file, text)).collect();
    cycle(&graph(&modules, folder))
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
fn cycles_are_found_in_folders() {
    let folder = ["f".to_owned()];
    for text in ["use super::a::A;", "use crate::f::a;", "use super::A;", "fn f() { super::A }"] {
        let files = [
            ("lib.rs", "mod f;"),
            ("f/mod.rs", "mod a; mod b; use self::a::A; pub struct B;"),
            ("f/a/mod.rs", "mod c;"),
            ("f/a/c.rs", "use super::super::b::C;"),
            ("f/b.rs", text),
        ];
        assert_eq!(cycle_below(&files, &folder).as_deref(), Some("a -> b -> a"), "{text}");
        assert_eq!(cycle_in(&files), None);
    }
    let files = [("f/mod.rs", "mod a; pub use a::A; pub struct B;"), ("f/a.rs", "use super::B;")];
    assert_eq!(cycle_below(&files, &folder), None);
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
