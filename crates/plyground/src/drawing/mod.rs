//! Plots as drawings, and drawings as pixels. Boards, trees and SVG are in `plyground-drawing`.

pub(crate) mod bars;
pub mod chart;
pub(crate) mod font;
pub(crate) mod raster;
pub(crate) mod strip;

pub(crate) use plyground_drawing::{
    Anchor, Drawing, Ink, Item, Place, Shape, Stroke, Symbol, Text, board, ink, real, svg, tree,
};
