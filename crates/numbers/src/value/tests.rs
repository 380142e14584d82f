//! What kinds of values accept, and what they refuse in which words.

use serde::de::IntoDeserializer;
use serde::de::value::{Error, SeqDeserializer};

use super::*;

/// The value, or the problem and the help of its refusal.
fn read<K: Kind, T>(written: T) -> Result<K::Value, (String, String)>
where
    T: for<'de> IntoDeserializer<'de, Error>,
{
    K::deserialize(written.into_deserializer()).map_err(|error| {
        let refusal = Refusal::parse(&error.to_string()).expect("a refusal");
        (refusal.problem, refusal.help)
    })
}

fn refused(problem: &str, help: &str) -> (String, String) {
    (problem.to_owned(), help.to_owned())
}

#[test]
fn counts_have_both_ends() {
    let help = "write a whole number from 2 to 9";
    assert_eq!(read::<Count<2, 9>, _>(2_i64), Ok(2_u32));
    assert_eq!(read::<Count<2, 9>, _>(9_i64), Ok(9_u32));
    assert_eq!(read::<Count<2, 9>, _>(1_i64), Err(refused("{value} is below 2", help)));
    assert_eq!(read::<Count<2, 9>, _>(10_i64), Err(refused("{value} is above 9", help)));
}

/// A number that its type cannot hold is refused, not cut.
#[test]
fn counts_fit_their_type() {
    assert_eq!(read::<Count<0, 1000, u8>, _>(255_i64), Ok(255_u8));
    assert!(read::<Count<0, 1000, u8>, _>(256_i64).is_err());
    assert!(read::<Seed, _>(-1_i64).is_err());
}

#[test]
fn shares_are_not_percentages() {
    assert_eq!(read::<Share, _>(0.95), Ok(0.95));
    let percent = refused("{value} is not between 0 and 1", "for 95 percent write 0.95");
    assert_eq!(read::<Share, _>(95.0), Err(percent));
    for value in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert!(read::<Share, _>(value).is_err(), "{value}");
    }
}

#[test]
fn ends_of_ranges_are_in_or_out() {
    assert_eq!(read::<Fraction, _>(1.0), Ok(1.0));
    assert!(read::<Fraction, _>(0.0).is_err());
    assert_eq!(read::<Threshold, _>(1.0), Ok(1.0));
    assert!(read::<Threshold, _>(1.1).is_err());
    assert_eq!(read::<FromZero, _>(0.0), Ok(0.0));
    assert!(read::<FromZero, _>(-0.1).is_err());
    assert_eq!(read::<FromOne, _>(1.0), Ok(1.0));
    assert!(read::<FromOne, _>(0.9).is_err());
    assert!(read::<Positive, _>(0.0).is_err());
    for check in [read::<FromZero, _>, read::<FromOne, _>, read::<Positive, _>, read::<Cutoff, _>] {
        assert!(check(f64::INFINITY).is_err());
        assert!(check(f64::NAN).is_err());
    }
}

fn list(list: &[i64]) -> Result<Vec<u32>, Refusal> {
    let source = SeqDeserializer::<_, Error>::new(list.iter().copied());
    Ascending::<Count<1, 9>>::deserialize(source)
        .map_err(|error| Refusal::parse(&error.to_string()).expect("a refusal"))
}

#[test]
fn lists_are_sets() {
    assert_eq!(list(&[3, 1, 2]), Ok(vec![1, 2, 3]));
    assert_eq!(list(&[]).map_err(|refusal| refusal.help), Err(Refusal::NAME_ONE.to_owned()));
    let twice = list(&[3, 1, 2, 3]).expect_err("3 is there twice");
    assert_eq!((&*twice.at, &*twice.beside), ("[3]", "[0]"));
    assert_eq!(read::<Ascending<Count<1, 9>>, _>(4_i64), Ok(vec![4_u32]));
}

#[test]
fn refusals_survive_as_text() {
    let refusal = Refusal::new("a", "b").at("c").beside("d", "e").lacking(["f", "g"]);
    assert_eq!(Refusal::parse(&refusal.to_string()), Some(refusal));
    assert_eq!(Refusal::parse("invalid type"), None);
}
