//! The modules and styles that the first board needs. A browser that knows them fetches them at once, instead of one
//! after the other as it finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The end of a document's head. Everything else in the head comes before it.
pub(super) const END: &str = "</head>";

/// What the page asks: a server, or on a site the browser itself.
pub(super) const SERVER: &str = "shell/transport/http.js";
pub(super) const WORKER: &str = "shell/transport/worker.js";

/// A document of the page: the module with which it begins, and whether it shows views at once.
pub(super) struct Document {
    pub(super) path: &'static str,
    begins: &'static str,
    has_views: bool,
}

/// The page, and what other pages may show in a frame.
pub(super) const PAGE: Document = Document { path: "index.html", begins: "main.js", has_views: true };
pub(super) const FRAME: Document = Document { path: "embed.html", begins: "embed/main.js", has_views: false };

/// The list of views: those that are shown at once are loaded at once.
const VIEWS: &str = "shell/views.js";

/// The text of a document with links in its head to all that its first board needs, so that browsers fetch it at once.
/// `root` is what addresses begin with, and `transport` the module that the page asks.
pub(super) fn with_links(
    text: &str,
    document: &Document,
    files: &BTreeMap<String, Vec<u8>>,
    root: &str,
    transport: &str,
) -> String {
    let link = |path: String| {
        let address = format!("href=\"{root}{path}\"");
        let is_style = Path::new(&path).extension().is_some_and(|extension| extension == "css");
        let kind = if is_style { "rel=\"preload\" as=\"style\"" } else { "rel=\"modulepreload\"" };
        (!text.contains(&address)).then(|| format!("<link {kind} {address}>\n"))
    };
    let links: String = needed_first(document, files, transport).into_iter().filter_map(link).collect();
    text.replacen(END, &format!("{links}{END}"), 1)
}

/// The paths of all modules that the first board imports, and of the styles of views that are shown at once.
pub(super) fn needed_first(
    document: &Document,
    files: &BTreeMap<String, Vec<u8>>,
    transport: &str,
) -> BTreeSet<String> {
    let views = files.get(VIEWS).map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
    let eager: Vec<&str> = views
        .lines()
        .filter(|line| document.has_views && line.contains("isEager: true"))
        .filter_map(|line| line.split_once("folder: \"")?.1.split('"').next())
        .collect();
    let mut open: Vec<String> = vec![document.begins.to_owned(), transport.to_owned()];
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
    let mut folder: Vec<&str> = path.split('/').collect();
    folder.pop();
    let is_import = |line: &&str| ["import ", "export ", "} from "].iter().any(|word| line.starts_with(word));
    let names = text.lines().filter(is_import);
    let names = names.filter_map(|line| Some(line.strip_suffix("\";")?.rsplit_once('"')?.1));
    names.filter(|name| name.starts_with('.')).map(move |name| {
        let mut words = folder.clone();
        for word in name.split('/') {
            match word {
                "." => {}
                ".." => {
                    words.pop();
                }
                word => words.push(word),
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
