//! Numbers as they stand in files: whole, decimal, with an exponent, or a fraction.

use hinterhand_engine::games::tree::efg::{number_text, read_number};

#[test]
fn what_is_written_is_read_back() {
    let fractions =
        (1..200).flat_map(|below| (0..below).map(move |above| f64::from(above) / f64::from(below)));
    let others = [1e300, 5e-324, 0.1 + 0.2, 123_456.789, 1e9, 1e15 + 0.5, 9_007_199_254_740_993.0, 0.0];
    for number in fractions.chain(others).flat_map(|number| [number, -number]) {
        let text = number_text(number);
        assert_eq!(read_number(&text), Some(number), "{text}");
    }
}

#[test]
fn fractions_are_in_lowest_terms() {
    for below in 2..=500u32 {
        assert_eq!(number_text(1.0 / f64::from(below)), format!("1/{below}"));
    }
    assert_eq!(number_text(2.0 / 6.0), "1/3");
    assert_eq!(number_text(-1.5), "-3/2");
}

#[test]
fn other_text_is_no_number() {
    for text in ["", "-", ".", "e5", "1e", "1e+", "inf", "nan", "1/0", "1/-2", "1//2", "0x1", "1,5", "1e999"]
    {
        assert_eq!(read_number(text), None, "{text}");
    }
    assert_eq!(["+1", "-.5", "1.", "2E3", "1.5/3"].map(read_number), [1.0, -0.5, 1.0, 2e3, 0.5].map(Some));
}
