//! What Python gives: texts of any characters, whole numbers of any size, places in a sequence.

use std::fmt::Display;
use std::ops::{Deref, RangeInclusive};

use plyground_core::quote;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyString};

/// A text. Python's may hold halves of characters (lone surrogates), which Rust's cannot: each is replaced by one mark, so
/// that every place in the text stays what it is.
pub(crate) struct Text(String);

impl Text {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = given.cast::<PyString>()?;
        if let Ok(text) = text.to_str() {
            return Ok(Self(text.to_owned()));
        }
        let encoded = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?.cast_into::<PyBytes>()?;
        let character = |bytes: &[u8]| {
            let number = bytes.try_into().map_or(u32::MAX, u32::from_le_bytes);
            char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        Ok(Self(encoded.as_bytes().chunks_exact(4).map(character).collect()))
    }
}

/// The whole number that an object is, or None. What its `__index__` raises comes out as it is.
pub(crate) fn index<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    if let Ok(number) = given.cast::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    if !given.hasattr("__index__")? {
        return Ok(None);
    }
    let number = given.py().import("operator")?.call_method1("index", (given,))?;
    Ok(Some(number.cast_into()?))
}

/// A whole number in words: very long ones are not written out.
pub(crate) fn number_words(number: &Bound<'_, PyInt>) -> String {
    const MOST: usize = 40;
    let text = number.str().map(|text| text.to_string()).ok().filter(|text| text.len() <= MOST);
    text.unwrap_or_else(|| format!("a number of more than {MOST} digits"))
}

/// A whole number within bounds. Fails if it is no whole number, or beyond the bounds.
pub(crate) fn whole<'py, T>(what: &str, given: &Bound<'py, PyAny>, bounds: RangeInclusive<T>) -> PyResult<T>
where
    T: FromPyObjectOwned<'py> + PartialOrd + Display,
{
    let number = index(given)?.ok_or_else(|| {
        PyTypeError::new_err(format!("{what}: found {}; expected a whole number", quote(&given.to_string())))
    })?;
    let found = number.extract::<T>().ok().filter(|found| bounds.contains(found));
    found.ok_or_else(|| {
        let (least, most) = bounds.into_inner();
        PyValueError::new_err(format!("{what}: found {}; expected {least} to {most}", number_words(&number)))
    })
}

/// A place in a sequence, from 0 on, or from -1 on backwards from its end. Fails if it is no whole number, or there is
/// no such place.
pub(crate) fn place(what: &str, given: &Bound<'_, PyAny>, length: usize) -> PyResult<usize> {
    let number = index(given)?.ok_or_else(|| {
        PyTypeError::new_err(format!("{what}: found {}; expected a number", quote(&given.to_string())))
    })?;
    let from_start = |place: isize| {
        if place < 0 { length.checked_sub(place.unsigned_abs()) } else { usize::try_from(place).ok() }
    };
    let found = number.extract().ok().and_then(from_start).filter(|&place| place < length);
    found.ok_or_else(|| {
        let expected = match length {
            0 => "no number, for it is empty".to_owned(),
            _ => format!("-{length} to {}", length - 1),
        };
        PyIndexError::new_err(format!("{what}: found {}; expected {expected}", number_words(&number)))
    })
}
