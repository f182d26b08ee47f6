//! Arrays of the caller, read and written in place: checked here and nowhere else.
//!
//! That no array is written while another call reads or writes its memory is the affair of the crate `numpy`, which keeps
//! count of what is borrowed.

use std::ops::Deref;

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArrayDescrMethods as _, PyArrayMethods as _, PyReadonlyArray, PyReadonlyArray1,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::error::message;

/// An array with one dimension to read from. Anything else is refused with what is needed.
pub(crate) struct Vector<'py, T: Element>(PyReadonlyArray1<'py, T>);

impl<'py, T: Element> FromPyObject<'_, 'py> for Vector<'py, T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Vector<'py, T>> {
        let wanted = T::get_dtype(given.py());
        let refused = |what: String| {
            PyTypeError::new_err(format!("an array of {wanted} with one dimension is needed, not {what}"))
        };
        let Ok(array) = given.cast::<PyUntypedArray>() else {
            return Err(refused(format!("a value of type {}", given.get_type().name()?)));
        };
        if !array.dtype().is_equiv_to(&wanted) || array.ndim() != 1 {
            return Err(refused(format!("one of {} with {}", array.dtype(), array.ndim())));
        }
        Ok(Vector(given.extract()?))
    }
}

impl<'py, T: Element> Deref for Vector<'py, T> {
    type Target = PyReadonlyArray1<'py, T>;

    fn deref(&self) -> &PyReadonlyArray1<'py, T> {
        &self.0
    }
}

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
