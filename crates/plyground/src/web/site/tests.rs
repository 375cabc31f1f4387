//! Sites as they are written: whole, small, relative, and never over something else.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::web::assets::{WORKER, needed_first, packed};
use crate::web::tournaments::tests::{folder as tournament, play};

fn site() -> Site {
    Site::new(None, &[]).unwrap()
}

fn text(site: &Site, path: &str) -> String {
    String::from_utf8(site.files()[path].clone()).unwrap()
}

/// The size as a web space sends it: compressed, unless it is already.
fn sent(bytes: &[u8]) -> usize {
    packed(bytes).len().min(bytes.len())
}

#[test]
fn the_site_keeps_to_its_budget() {
    let site = site();
    let all: usize = site.files().values().map(|bytes| sent(bytes)).sum();
    let first = needed_first(&PAGE, site.files(), WORKER);
    let more = ["index.html", "first.json", "shell/style.css", "shell/early.js"];
    let first: usize =
        first.iter().map(String::as_str).chain(more).map(|path| sent(&site.files()[path])).sum();
    println!("all files: {all} bytes compressed of 1,500,000; for the first board: {first} of 100,000");
    assert!(all <= 1_500_000, "{all}");
    assert!(first <= 100_000, "{first}");
}

#[test]
fn lines_of_comments_are_left_out_of_modules() {
    let text =
        "// One.\n/**\n * Two.\n */\nconst a = /** @type {A} */ (b); // c\n  /** Three. */\n/* d */ e();\n";
    assert_eq!(without_comments(text), "const a = /** @type {A} */ (b); // c\n/* d */ e();\n");
}

#[test]
fn every_address_is_relative_and_its_file_is_there() {
    let site = site();
    for (name, least) in [("index.html", 20), ("embed.html", 5)] {
        let page = text(&site, name);
        assert!(page.contains("<meta name=\"plyground-site\"") && !page.contains("plyground-token"));
        assert!(page.contains("'wasm-unsafe-eval'") && !page.contains("frame-ancestors"));
        let marked = ["href=\"", "src=\""].into_iter().flat_map(|mark| page.split(mark).skip(1));
        let addresses: Vec<&str> = marked.map(|rest| rest.split('"').next().unwrap()).collect();
        assert!(addresses.len() > least, "{addresses:?}");
        for address in addresses {
            let path = address.strip_prefix("./").unwrap_or_else(|| panic!("{name}: {address}"));
            assert!(path.is_empty() || site.files().contains_key(path), "{address}");
        }
    }
}

/// The folder of the page, which can be changed.
fn page() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in Assets::new(None).all().unwrap() {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn constant(worker: &str, name: &str) -> String {
    worker.split(&format!("const {name} = ")).nth(1).unwrap().split(";\n").next().unwrap().to_owned()
}

fn list_of(worker: &str, name: &str) -> BTreeMap<String, Vec<String>> {
    let text = constant(worker, name);
    let text = text.strip_prefix("JSON.parse('").and_then(|text| text.strip_suffix("')")).unwrap();
    let all: Vec<Vec<String>> = serde_json::from_str(text).unwrap();
    all.into_iter().map(|entry| (entry[0].clone(), entry[1..].to_vec())).collect()
}

#[test]
fn the_service_worker_knows_every_file_by_its_digest() {
    let site = site();
    let worker = text(&site, "sw.js");
    let kept = list_of(&worker, "FILES");
    for (path, bytes) in site.files().iter().filter(|(path, _)| *path != "sw.js") {
        assert_eq!(kept[path][0], digest(bytes), "{path}");
    }
    assert_eq!(kept.len(), site.files().len(), "every file but sw.js, and the folder");
    assert_eq!(kept["./"], kept["index.html"]);
    // A server may send it compressed, and browsers see what is in it then.
    for line in include_str!("../../../embedded/wasm/digests.txt").lines() {
        let (built, name) = line.split_once("  ").unwrap();
        assert_eq!(kept[&format!("{name}.gz")][1..], [built]);
    }
    assert!(list_of(&worker, "LATER").is_empty());
    assert!(!site.files().contains_key("site/sw.js"));
}

#[test]
fn another_site_has_another_version() {
    let version = |site: &Site| constant(&text(site, "sw.js"), "VERSION");
    let page = page();
    let same = Site::new(Some(page.path()), &[]).unwrap();
    assert_eq!(version(&same), version(&site()));
    for path in ["shell/icon.svg", "site/sw.js"] {
        let path = page.path().join(path);
        let was = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{was}\n")).unwrap();
        let other = Site::new(Some(page.path()), &[]).unwrap();
        assert_ne!(version(&other), version(&same), "{path:?}");
        fs::write(&path, was).unwrap();
    }
}

#[test]
fn first_answers_are_those_of_the_routes() {
    let first: Value = serde_json::from_str(&text(&site(), "first.json")).unwrap();
    let games = first["games"]["games"].as_array().unwrap();
    let listed = games.iter().filter(|game| game["size_of"].is_null());
    assert!(listed.map(|game| game["name"].as_str().unwrap()).eq(AnyGame::names()));
    for game in AnyGame::all() {
        let shown = &first[format!("position?game={}", game.name())];
        assert_eq!(shown["game"], game.name());
        assert_eq!(shown["played"], json!([]));
    }
}

/// What is noted of a site.
fn note(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("site.json")).unwrap()).unwrap()
}

#[test]
fn an_older_site_is_exchanged_and_what_else_lies_there_stays() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("deep/site");
    fs::create_dir_all(folder.join(".git")).unwrap();
    site().write(&folder).unwrap();
    for (path, bytes) in WASM {
        assert_eq!(fs::read(folder.join(path)).unwrap(), bytes);
    }
    // Files that an older version had, one of which somebody has changed, and places of which it could have had none.
    let mut old = note(&folder);
    for path in ["old/gone.js", "old/kept.js", "../outside.txt", ".git/config", "a/../CNAME"] {
        old["files"][path] = json!([digest(b"old")]);
    }
    fs::write(folder.join("site.json"), old.to_string()).unwrap();
    fs::create_dir(folder.join("old")).unwrap();
    fs::create_dir(folder.join("a")).unwrap();
    for path in ["old/gone.js", "../outside.txt", ".git/config", "CNAME"] {
        fs::write(folder.join(path), "old").unwrap();
    }
    fs::write(folder.join("old/kept.js"), "changed").unwrap();
    fs::write(folder.join("index.html"), "changed").unwrap();
    site().write(&folder).unwrap();
    assert!(!folder.join("old/gone.js").exists());
    for path in ["old/kept.js", "../outside.txt", ".git/config", "CNAME"] {
        assert!(folder.join(path).exists(), "{path}");
    }
    assert!(fs::read_to_string(folder.join("index.html")).unwrap().contains("plyground-site"));
    assert_eq!(note(&folder)["files"].as_object().unwrap().len(), site().files().len());
}

#[cfg(unix)]
#[test]
fn links_below_the_folder_are_not_followed() {
    use std::os::unix::fs::symlink;
    let root = tempfile::tempdir().unwrap();
    let (folder, elsewhere) = (root.path().join("site"), root.path().join("elsewhere"));
    site().write(&folder).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("gone.js"), "old").unwrap();
    let mut old = note(&folder);
    old["files"]["old/gone.js"] = json!([digest(b"old")]);
    fs::write(folder.join("site.json"), old.to_string()).unwrap();
    symlink(&elsewhere, folder.join("old")).unwrap();
    site().write(&folder).unwrap();
    assert_eq!(fs::read(elsewhere.join("gone.js")).unwrap(), b"old", "removed through a link");
    for (path, place) in [("index.html", "index.html"), ("shell", "shell/")] {
        let was = folder.join(path);
        fs::rename(&was, root.path().join("was")).unwrap();
        let target = if path == "shell" { elsewhere.clone() } else { elsewhere.join("gone.js") };
        symlink(target, &was).unwrap();
        let refused = site().write(&folder).unwrap_err().to_string();
        assert!(refused.contains(place) && refused.contains("a symbolic link"), "{refused}");
        fs::remove_file(&was).unwrap();
        fs::rename(root.path().join("was"), &was).unwrap();
    }
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
    assert_eq!(fs::read(elsewhere.join("gone.js")).unwrap(), b"old", "written through a link");
}

#[test]
fn nothing_is_written_where_something_else_lies() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "").unwrap();
    let refused = site().write(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("expected a new or empty folder"), "{refused}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let refused = site().write(&folder.path().join("thesis.txt")).unwrap_err();
    assert!(matches!(refused, SiteError::Taken { .. }), "{refused}");
}

#[test]
fn a_tournament_that_cannot_be_shown_is_named() {
    let missing = PathBuf::from("no-such-tournament");
    let refused = Site::new(None, std::slice::from_ref(&missing)).unwrap_err().to_string();
    assert!(refused.starts_with("no-such-tournament: "), "{refused}");
}

#[test]
fn records_tell_nothing_of_where_they_were_and_are_the_same_every_time() {
    // In a separate folder: a program that only Landlock isolates sees a copy of its folder beside other temporary
    // ones, and may name them.
    let root = tempfile::tempdir().unwrap();
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let place = root.path().canonicalize().unwrap().join("spring");
    fs::rename(tournament("", true).keep(), &place).unwrap();
    assert!(place.is_absolute());
    // A program that fails says where it lies.
    fs::write(place.join("program/wrong"), "#!/bin/sh\npwd >&2\necho 9\n").unwrap();
    play(&place);
    let write = || Site::new(None, std::slice::from_ref(&place)).unwrap();
    let first = write();
    let all = ["tournament-0.json", "tournaments.json"].map(|path| text(&first, path));
    let (parent, own) = (place.parent().unwrap(), place.file_name().unwrap().to_str().unwrap());
    for found in &all {
        let own_place = place.to_str().unwrap();
        assert!(!found.contains(own_place), "{own_place} stands in {found}");
        assert!(!found.contains(&format!("{}/", parent.display())), "{found}");
    }
    let [file, list] = all.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    for about in [&file["tournament"], &list[0]["tournament"]] {
        assert_eq!((&about["folder"], &about["state"]), (&json!(own), &json!("finished")));
        assert_eq!((&about["command"], &about["idle_seconds"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(list[0]["file"], "tournament-0.json");
    assert_eq!(list[0]["tournament"].get("standings"), None, "a list is short");
    assert!(file["replays"]["0"]["turns"].is_array());
    assert_eq!(file["replays"]["0"]["command"], Value::Null);
    // The records look older: that nothing has been played since then must not be written.
    let journal = fs::File::options().append(true).open(place.join("records/games.jsonl")).unwrap();
    journal.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(first.files(), write().files());
    // Nobody keeps what nobody has opened.
    let worker = text(&first, "sw.js");
    assert!(list_of(&worker, "LATER").contains_key("tournament-0.json"));
    let kept = list_of(&worker, "FILES");
    assert!(kept.contains_key("tournaments.json") && !kept.contains_key("tournament-0.json"));
}

#[test]
fn the_page_knows_which_routes_answer_at_once() {
    let page = Assets::new(None).all().unwrap();
    let module = String::from_utf8(page["shell/transport/worker.js"].clone()).unwrap();
    let lanes = constant(&module, "LANES");
    let rows =
        lanes.trim_matches(['{', '}', ' ']).split(", ").map(|row| row.split_once(": ").expect("a lane"));
    let light = rows.filter(|(_, lane)| ["lanes.rules", "lanes.light"].contains(lane)).map(|(name, _)| name);
    let quick = Route::ALL.iter().filter(|(_, route)| !route.searches()).map(|&(name, _)| name);
    assert_eq!(light.collect::<BTreeSet<_>>(), quick.collect());
}
