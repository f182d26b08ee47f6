//! Arrays of the caller, read and written in place: checked here and nowhere else.
//!
//! That no array is written while another call reads or writes its memory is the affair of the crate `numpy`, which keeps
//! count of what is borrowed; an array of another type of numbers is refused by it as well.

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArrayMethods as _, PyReadonlyArray, PyReadwriteArray, PyUntypedArray,
    PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;

use crate::error::message;

/// The numbers of an array, which must have this number of them. `name` is what the caller calls it.
pub(crate) fn read<'a, T: Element, D: Dimension>(
    array: &'a PyReadonlyArray<'_, T, D>,
    name: &str,
    size: usize,
) -> PyResult<&'a [T]> {
    fits(array.as_untyped(), name, size)?;
    Ok(array.as_slice()?)
}

/// The numbers of an array to write to, which must have this number of them.
pub(crate) fn write<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
    size: usize,
) -> PyResult<&'a mut [T]> {
    fits(array.as_untyped(), name, size)?;
    Ok(array.as_slice_mut()?)
}

/// Checks that an array has this number of numbers, and the layout. The last index must change fastest: an array in the order of Fortran would be read in another order than it is meant.
pub(crate) fn fits(array: &Bound<'_, PyUntypedArray>, name: &str, size: usize) -> PyResult<()> {
    if array.len() != size {
        return Err(message(format!("`{name}` has {} numbers instead of {size}", array.len())));
    }
    if !array.is_c_contiguous() {
        let advice = "`numpy.ascontiguousarray` makes one that is";
        return Err(message(format!("`{name}` is not contiguous in the order of C; {advice}")));
    }
    Ok(())
}
