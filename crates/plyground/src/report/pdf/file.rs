//! The file: pages, type, outline and structure as objects of PDF 1.7.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{
    CidFontType, FontFlags, OutlineItemFlags, StructRole, SystemInfo, TabOrder, TableHeaderScope, UnicodeCmap,
};
use pdf_writer::writers::StructTreeRoot;
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::PAGE;
use super::flow::{Part, Structure};
use super::ink::{self, Letters, single};
use super::layout::PageLayout;
use crate::plots::font;
use plyground_drawing::Ink;

const ROMAN: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The file of a report that is laid out.
pub(super) fn write(title: &str, laid: &PageLayout) -> Vec<u8> {
    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    let mut next = Ref::new(1);
    let [catalog, tree, info, root, outline, faint, solid] = [(); 7].map(|()| next.bump());
    let faces = [(); 2].map(|()| next.bump());
    let mut several = |count: usize| -> Vec<Ref> { (0..count).map(|_| next.bump()).collect() };
    let pages = several(laid.pages.len());
    let contents = several(laid.pages.len());
    let nodes = several(laid.structure.nodes.len());
    // For each page, what its marked pieces belong to.
    let lists = several(laid.pages.len());
    let items = several(laid.outline.len());

    let mut letters = Letters::default();
    for (number, pieces) in laid.pages.iter().enumerate() {
        let content = packed(&ink::page(pieces, &mut letters));
        pdf.stream(contents[number], &content).filter(Filter::FlateDecode);
        let mut page = pdf.page(pages[number]);
        page.parent(tree)
            .media_box(Rect::new(0.0, 0.0, single(PAGE.0), single(PAGE.1)))
            .contents(contents[number]);
        page.struct_parents(small(number)).tab_order(TabOrder::StructureOrder);
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        for (name, face) in ink::FACES.into_iter().zip(faces) {
            fonts.pair(name, face);
        }
        fonts.finish();
        resources.ext_g_states().pair(ink::FAINT, faint).pair(ink::SOLID, solid);
    }
    for (state, opacity) in [(faint, Ink::Sign.opacity()), (solid, 1.0)] {
        pdf.ext_graphics(state).stroking_alpha(opacity);
    }
    for (number, &face) in faces.iter().enumerate() {
        write_face(&mut pdf, &mut next, face, number == 1, &letters);
    }
    write_structure(&mut pdf, root, [&nodes, &pages, &lists], laid);
    write_outline(&mut pdf, outline, &items, &pages, laid);

    pdf.pages(tree).kids(pages.iter().copied()).count(small(pages.len()));
    let mut head = pdf.catalog(catalog);
    head.pages(tree).lang(TextStr("en")).outlines(outline);
    head.mark_info().marked(true);
    head.viewer_preferences().display_doc_title(true);
    head.pair(Name(b"StructTreeRoot"), root);
    head.finish();
    pdf.document_info(info)
        .title(TextStr(title))
        .creator(TextStr("Plyground"))
        .producer(TextStr("Plyground"));
    pdf.finish()
}

fn small(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// A face with its file, the widths of its letters, and what they mean.
fn write_face(pdf: &mut Pdf, next: &mut Ref, face: Ref, is_bold: bool, letters: &Letters) {
    let [cid, descriptor, file, meaning] = [(); 4].map(|()| next.bump());
    let letters = &letters[usize::from(is_bold)];
    let (name, stem): (&[u8], f32) =
        if is_bold { (b"NotoSans-Bold", 140.0) } else { (b"NotoSans-Regular", 80.0) };
    let name = Name(name);
    let font = font::face(is_bold).font();
    let scale = 1000.0 / f32::from(font.units_per_em());
    let scaled = |value: i16| scale * f32::from(value);

    let mut composite = pdf.type0_font(face);
    composite
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(meaning);
    composite.finish();
    let mut simple = pdf.cid_font(cid);
    simple.subtype(CidFontType::Type2).base_font(name).system_info(ROMAN).font_descriptor(descriptor);
    simple.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = simple.widths();
    for (&glyph, &(_, advance)) in letters {
        widths.consecutive(glyph, [1000.0 * advance]);
    }
    widths.finish();
    simple.finish();
    let bounds = font.global_bounding_box();
    let bounds =
        Rect::new(scaled(bounds.x_min), scaled(bounds.y_min), scaled(bounds.x_max), scaled(bounds.y_max));
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::SYMBOLIC)
        .bbox(bounds)
        .italic_angle(0.0)
        .ascent(scaled(font.ascender()))
        .descent(scaled(font.descender()))
        .cap_height(scaled(font.capital_height().unwrap_or_default()))
        .stem_v(stem)
        .font_file2(file);
    let bytes = font::face(is_bold).bytes;
    let compressed = packed(bytes);
    let mut stream = pdf.stream(file, &compressed);
    stream.filter(Filter::FlateDecode);
    stream.pair(Name(b"Length1"), small(bytes.len()));
    stream.finish();
    let mut cmap = UnicodeCmap::new(Name(b"Letters"), ROMAN);
    for (&glyph, &(letter, _)) in letters {
        cmap.pair(glyph, letter);
    }
    let cmap = cmap.finish();
    pdf.cmap(meaning, &cmap);
}

fn write_structure(pdf: &mut Pdf, root: Ref, [nodes, pages, lists]: [&[Ref]; 3], laid: &PageLayout) {
    let Structure { nodes: all } = &laid.structure;
    // For every page and each of its marked pieces, the node.
    let mut owners: BTreeMap<(usize, usize), Ref> = BTreeMap::new();
    for (node, &own) in all.iter().zip(nodes) {
        for part in &node.parts {
            if let Part::Piece { page, mark } = *part {
                owners.insert((page, mark), own);
            }
        }
    }
    for (page, &list) in lists.iter().enumerate() {
        pdf.indirect(list).array().items(owners.range((page, 0)..(page + 1, 0)).map(|(_, &own)| own));
    }
    let mut tree: StructTreeRoot<'_> = pdf.indirect(root).start();
    tree.child(nodes[Structure::ROOT]).parent_tree_next_key(small(pages.len()));
    let mut parents = tree.parent_tree();
    let mut entries = parents.nums();
    for (page, &list) in lists.iter().enumerate() {
        entries.insert(small(page), list);
    }
    entries.finish();
    parents.finish();
    tree.finish();
    for (number, node) in all.iter().enumerate() {
        let mut element = pdf.struct_element(nodes[number]);
        element.kind(node.role);
        element.parent(if number == Structure::ROOT { root } else { nodes[node.parent] });
        if let Some(words) = &node.words {
            element.alt(TextStr(words));
        }
        if let Some(is_column) = node.heads_column {
            let scope = if is_column { TableHeaderScope::Column } else { TableHeaderScope::Row };
            element.attributes().push().table().scope(scope);
        }
        if node.role == StructRole::L {
            element.attributes().push().list().list_numbering(pdf_writer::types::ListNumbering::None);
        }
        let mut parts = element.children();
        for part in &node.parts {
            match *part {
                Part::Node(child) => {
                    parts.struct_element(nodes[child]);
                }
                Part::Piece { page, mark } => {
                    parts.marked_content_ref().page(pages[page]).marked_content_id(small(mark));
                }
            }
        }
    }
}

fn write_outline(pdf: &mut Pdf, outline: Ref, items: &[Ref], pages: &[Ref], laid: &PageLayout) {
    let mut list = pdf.outline(outline);
    if let (Some(&first), Some(&last)) = (items.first(), items.last()) {
        list.first(first).last(last).count(small(items.len()));
    }
    list.finish();
    for (number, (heading, page, y)) in laid.outline.iter().enumerate() {
        let mut item = pdf.outline_item(items[number]);
        item.title(TextStr(heading)).parent(outline).flags(OutlineItemFlags::empty());
        if let Some(&before) = number.checked_sub(1).and_then(|before| items.get(before)) {
            item.prev(before);
        }
        if let Some(&next) = items.get(number + 1) {
            item.next(next);
        }
        item.dest().page(pages[*page]).xyz(0.0, single(PAGE.1 - y), None);
    }
}
