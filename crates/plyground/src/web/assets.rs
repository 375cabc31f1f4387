//! The files of the page: embedded in the program, or read from a folder while somebody works on them; and the modules and
//! styles among them that the first board needs. A browser that knows them fetches them at once, instead of one after the
//! other as it finds them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use flate2::Compression;
use flate2::write::GzEncoder;
use hmac_sha256::Hash as Sha256;
use include_dir::{Dir, include_dir};
use plyground_arena::file;

/// Longer files are not sent.
const MOST_BYTES: u64 = 1 << 20;

/// What the first document has where the token belongs.
pub(super) const TOKEN: &str = "{{token}}";

/// The name, after the first slash, of the only document that pages from elsewhere may show in a frame.
pub(super) const FRAMED: &str = "embed";

/// The folder `web`, with all files that it has when the program is built (`build.rs`).
static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/embedded/web");

/// A file of the page.
struct Asset {
    bytes: &'static [u8],
    /// The same compressed, once somebody has wanted it.
    packed: OnceLock<Vec<u8>>,
}

/// Every file of the page that is sent, by its path.
static ASSETS: LazyLock<BTreeMap<&'static str, Asset>> = LazyLock::new(|| {
    let mut found = BTreeMap::new();
    let mut folders = vec![&WEB];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_str().unwrap_or_default();
            if is_plain(path) && media_type(path).is_some() {
                found.insert(path, Asset { bytes: file.contents(), packed: OnceLock::new() });
            }
        }
    }
    found
});

/// The embedded documents of the page by their paths, with links to all that their first boards need.
static DOCUMENTS: LazyLock<BTreeMap<&'static str, String>> = LazyLock::new(|| {
    let files: BTreeMap<String, Vec<u8>> =
        ASSETS.iter().map(|(&path, asset)| (path.to_owned(), asset.bytes.to_vec())).collect();
    let linked = |document: &Document| {
        let text = String::from_utf8_lossy(files.get(document.path)?);
        Some((document.path, with_links(&text, document, &files, "/", SERVER)))
    };
    [PAGE, FRAME].iter().filter_map(linked).collect()
});

/// Where the files come from.
#[derive(Clone, Debug)]
pub(super) struct Assets {
    folder: Option<PathBuf>,
}

/// A file as it is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AssetFile {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: &'static str,
    /// The tag of this content; documents with a token have none, and are not kept.
    pub(super) tag: Option<String>,
    /// Whether the bytes are compressed by gzip.
    pub(super) is_packed: bool,
}

impl Assets {
    /// The embedded files, or those of a folder.
    pub(super) const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Every file that can be sent, by its path.
    pub(super) fn all(&self) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let Some(root) = &self.folder else {
            return Ok(ASSETS.iter().map(|(&path, asset)| (path.to_owned(), asset.bytes.to_vec())).collect());
        };
        let mut found = BTreeMap::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let path = entry.path();
                if entry.file_type()?.is_dir() {
                    folders.push(path);
                } else if let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str)
                    && is_plain(name)
                    && media_type(name).is_some()
                {
                    found.insert(name.to_owned(), file::read_bytes(&path, MOST_BYTES)?);
                }
            }
        }
        Ok(found)
    }

    /// The file at this path of an address; `None` if there is none. Embedded ones without a token are compressed for
    /// clients that accept it; documents of a folder have no links to what they need, since that is soon there anyway.
    pub(super) fn get(&self, path: &str, token: &str, packs: bool) -> io::Result<Option<AssetFile>> {
        let name = match path.strip_prefix('/') {
            None => return Ok(None),
            Some("") => PAGE.path,
            Some(FRAMED) => FRAME.path,
            Some(name) => name,
        };
        let Some(media_type) = media_type(name).filter(|_| is_plain(name)) else { return Ok(None) };
        let has_token = name == PAGE.path;
        let is_packed = packs && self.folder.is_none() && !has_token;
        let found = match &self.folder {
            None => embedded(name, is_packed),
            Some(folder) => on_disk(&folder.join(name))?,
        };
        let Some(bytes) = found else { return Ok(None) };
        if has_token {
            let text = String::from_utf8_lossy(&bytes).replace(TOKEN, token);
            return Ok(Some(AssetFile { bytes: text.into_bytes(), media_type, tag: None, is_packed }));
        }
        let tag = Some(tag(&bytes));
        Ok(Some(AssetFile { bytes, media_type, tag, is_packed }))
    }
}

/// The embedded file of this name, compressed or not.
fn embedded(name: &str, is_packed: bool) -> Option<Vec<u8>> {
    let asset = ASSETS.get(name)?;
    let plain = DOCUMENTS.get(name).map_or(asset.bytes, String::as_bytes);
    Some(if is_packed { asset.packed.get_or_init(|| packed(plain)).clone() } else { plain.to_vec() })
}

fn on_disk(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match file::read_bytes(path, MOST_BYTES) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The bytes compressed as browsers undo it.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// The tag of a content.
pub(super) fn tag(bytes: &[u8]) -> String {
    let short = Sha256::hash(bytes).first_chunk().map_or(0, |short| u64::from_be_bytes(*short));
    format!("\"{short:016x}\"")
}

/// Whether a name leads nowhere but into the folder: words of harmless characters between slashes, none of
/// which begins with a point.
pub(super) fn is_plain(name: &str) -> bool {
    name.split('/').all(|word| {
        let harmless = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        !word.is_empty() && !word.starts_with('.') && word.bytes().all(harmless)
    })
}

/// The media types of the files that a page can have; others are not sent.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match Path::new(name).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

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

    /// A file that can be read, if there is one.
    fn get(assets: &Assets, path: &str, token: &str, packs: bool) -> Option<AssetFile> {
        assets.get(path, token, packs).unwrap()
    }

    #[test]
    fn all_files_of_the_folder_are_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("embedded/web");
        let [on_disk, embedded] = [Some(folder), None].map(|folder| Assets::new(folder).all().unwrap());
        assert!(on_disk.keys().eq(embedded.keys()), "{:?}\n{:?}", on_disk.keys(), embedded.keys());
        assert!(on_disk == embedded, "a file has changed since the program was built");
    }

    #[test]
    fn files_for_the_type_checker_are_embedded_but_never_sent() {
        let path = "shell/types.d.ts";
        assert!(WEB.get_file(path).is_some());
        assert_eq!(get(&Assets::new(None), &format!("/{path}"), "", false), None);
    }

    #[test]
    fn compressed_files_have_the_same_content_and_another_tag() {
        let assets = Assets::new(None);
        let plain = get(&assets, "/main.js", "", false).unwrap();
        let packed = get(&assets, "/main.js", "", true).unwrap();
        assert!(packed.is_packed && !plain.is_packed && packed.bytes.len() < plain.bytes.len() / 2);
        assert_ne!(packed.tag, plain.tag);
        let mut unpacked = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed.bytes[..]), &mut unpacked)
            .unwrap();
        assert_eq!(unpacked, plain.bytes);
    }

    #[test]
    fn documents_name_all_that_their_first_board_needs() {
        for (path, needed, not) in [
            ("/", ["main.js", "shell/transport/http.js", "play/view.js", "board/board.js"], "embed/main.js"),
            (
                "/embed",
                ["embed/main.js", "shell/transport/http.js", "board/pieces.js", "board/board.js"],
                "play/view.js",
            ),
        ] {
            let text = String::from_utf8(get(&Assets::new(None), path, "", false).unwrap().bytes).unwrap();
            for module in needed {
                assert_eq!(
                    text.matches(&format!("href=\"/{module}\"")).count(),
                    1,
                    "{path}: {module}\n{text}"
                );
            }
            for module in [not, "shell/transport/worker.js", "tree/view.js"] {
                assert!(!text.contains(module), "{path}: {module}");
            }
        }
    }

    #[test]
    fn the_page_has_no_inline_script_or_style() {
        for path in ["/index.html", "/embed"] {
            let page = get(&Assets::new(None), path, "", false).unwrap();
            let text = String::from_utf8(page.bytes).unwrap();
            for script in text.split("<script").skip(1) {
                let tag = script.split('>').next().unwrap();
                assert!(tag.contains(" src=\"/"), "{tag}");
            }
            assert!(!text.contains("<style") && !text.contains(" style=") && !text.contains(" onclick="));
        }
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("web");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        std::fs::write(inside.join("a.txt"), "a").unwrap();
        std::fs::write(inside.join("a.key"), "no such type").unwrap();
        let assets = Assets::new(Some(inside));
        assert_eq!(get(&assets, "/a.txt", "", true).unwrap().bytes, b"a");
        for path in
            ["/../secret.txt", "/.//../secret.txt", "/%2e%2e/secret.txt", "//a.txt", "/a.key", "a.txt", ""]
        {
            assert_eq!(get(&assets, path, "", false), None, "{path}");
        }
    }

    #[test]
    fn a_document_on_disk_is_sent_unchanged_and_unreadable_files_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        let too_long = vec![b' '; usize::try_from(MOST_BYTES).unwrap() + 1];
        write("index.html", b"<head></head>{{token}}");
        write("embed.html", &too_long);
        write("other.txt", &too_long);
        let assets = Assets::new(Some(folder.path().to_owned()));
        assert_eq!(get(&assets, "/", "f00d", true).unwrap().bytes, b"<head></head>f00d");
        for path in ["/embed", "/other.txt"] {
            assert_eq!(assets.get(path, "", false).unwrap_err().kind(), ErrorKind::FileTooLarge, "{path}");
        }
        for path in ["/none.txt", "/index.html/none.txt"] {
            assert_eq!(get(&assets, path, "", false), None, "{path}");
        }
    }

    #[test]
    fn imports_are_found_wherever_a_module_lies() {
        let text = "import { a } from \"./a.js\";\nimport {\n  b,\n} from \"../c/b.js\";\nexport { d } from \"../d.js\";\n\
                    const e = await import(\"./late.js\");\nimport \"../../f.js\";\n";
        let found: Vec<String> = imports("x/y/m.js", text).collect();
        assert_eq!(found, ["x/y/a.js", "x/c/b.js", "x/d.js", "f.js"]);
    }
}
