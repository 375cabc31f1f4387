//! Which modules and styles the first board needs: a browser that is told fetches them at once, instead of one after the
//! other as it finds them.

use std::collections::{BTreeMap, BTreeSet};

/// Where the page begins, and what it asks on a site.
const ROOTS: [&str; 2] = ["shell/main.js", "shell/transport/worker.js"];

/// The list of views: those that are shown at once are loaded at once.
const VIEWS: &str = "shell/views.js";

/// The paths of all modules that the first board imports, and of the styles of views that are shown at once.
pub(super) fn needed_first(files: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let views = files.get(VIEWS).map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
    let eager: Vec<&str> = views
        .lines()
        .filter(|line| line.contains("isEager: true"))
        .filter_map(|line| line.split_once("folder: \"")?.1.split('"').next())
        .collect();
    let mut open: Vec<String> = ROOTS.map(str::to_owned).to_vec();
    open.extend(eager.iter().map(|folder| format!("{folder}/view.js")));
    let mut found: BTreeSet<String> = eager
        .iter()
        .map(|folder| format!("{folder}/style.css"))
        .filter(|path| files.contains_key(path))
        .collect();
    while let Some(path) = open.pop() {
        let Some(text) = files.get(&path) else { continue };
        open.extend(imports(&path, &String::from_utf8_lossy(text)).filter(|next| !found.contains(next)));
        found.insert(path);
    }
    found
}

/// The modules that a module imports whenever it is loaded.
fn imports(path: &str, text: &str) -> impl Iterator<Item = String> {
    let folder: Vec<String> = path.split('/').map(str::to_owned).rev().skip(1).collect();
    let folder: Vec<String> = folder.into_iter().rev().collect();
    let names = text.lines().filter(|line| {
        line.starts_with("import ") || line.starts_with("export ") || line.starts_with("} from ")
    });
    let names =
        names.filter_map(|line| line.strip_suffix("\";")?.rsplit_once('"').map(|(_, name)| name.to_owned()));
    let names: Vec<String> = names.filter(|name| name.starts_with('.')).collect();
    names.into_iter().map(move |name| {
        let mut words = folder.clone();
        for word in name.split('/') {
            match word {
                "." => {}
                ".." => {
                    words.pop();
                }
                word => words.push(word.to_owned()),
            }
        }
        words.join("/")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_wherever_a_module_lies() {
        let text = "import { a } from \"./a.js\";\nimport {\n  b,\n} from \"../c/b.js\";\nexport { d } from \"../d.js\";\n\
                    const e = await import(\"./late.js\");\nimport \"../../f.js\";\n";
        let found: Vec<String> = imports("x/y/m.js", text).collect();
        assert_eq!(found, ["x/y/a.js", "x/c/b.js", "x/d.js", "f.js"]);
    }
}
