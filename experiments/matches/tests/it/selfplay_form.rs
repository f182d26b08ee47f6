//! Rows of decisions as a file: JSON lines, or Parquet.

use std::path::Path;

use hinterhand_matches::selfplay::Form;

#[test]
fn the_end_of_a_name_says_the_form() {
    for form in [Form::Jsonl, Form::Parquet] {
        assert_eq!(Form::of(&Path::new("a.b").with_extension(form.extension())), Some(form));
    }
    assert_eq!((Form::of(Path::new("parquet")), Form::of(Path::new("x.csv"))), (None, None));
}
