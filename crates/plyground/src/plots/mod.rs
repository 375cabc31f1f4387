//! Plots as drawings, and drawings as pixels.

pub(crate) mod chart;
pub(crate) mod font;
pub(crate) mod raster;
pub(crate) mod small;
