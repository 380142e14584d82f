//! Verdicts on real text, read and joined.

use super::ClaimVerdict::{DoesNotHold, Holds, HoldsInPart};
use super::*;

fn real() -> RealText {
    let claim = |id: &str, here: &str, verdict: ClaimVerdict| RealClaim {
        source: "paper".to_owned(),
        id: id.to_owned(),
        here: here.to_owned(),
        verdict,
    };
    let set = |name: &str, claims| RealSet {
        name: name.to_owned(),
        experiment: "laws-a".to_owned(),
        systems: 2,
        references: 1,
        documents: 3,
        segments: 40,
        runner: "0.2.0".to_owned(),
        numbers: 8,
        data: "00".to_owned(),
        claims,
    };
    RealText {
        sets: vec![
            set("A \"quoted\" \\ set", vec![claim("one", "1 | 2", Holds)]),
            set("B", vec![claim("one", "3\t4", HoldsInPart), claim("other", "5", Holds)]),
        ],
    }
}

const FILE: &str = r#"
[[sets]]
name = "A \"quoted\" \\ set"
experiment = "laws-a"
systems = 2
references = 1
documents = 3
segments = 40
runner = "0.2.0"
numbers = 8
data = "00"
claims = [{ source = "paper", id = "one", here = "1 | 2", verdict = "holds" }]
[[sets]]
name = "B"
experiment = "laws-a"
systems = 2
references = 1
documents = 3
segments = 40
runner = "0.2.0"
numbers = 8
data = "00"
claims = [
    { source = "paper", id = "one", here = "3\t4", verdict = "holds-in-part" },
    { source = "paper", id = "other", here = "5", verdict = "holds" },
]
"#;

#[test]
fn verdicts_are_read() {
    let read = read_real(&SourceText::new("real.toml", FILE));
    assert_eq!(read.unwrap_or_else(|problems| panic!("{problems}")), real());
}

#[test]
fn a_missing_key_is_named_with_an_example() {
    let text = FILE.replacen("systems = 2\n", "", 1);
    let problems = read_real(&SourceText::new("real.toml", &text)).expect_err("a key is missing");
    let message = problems.to_string();
    assert!(message.contains("systems"), "{message}");
}

#[test]
fn several_sets_have_one_verdict() {
    for (verdicts, words) in [
        (&[Holds, Holds][..], "holds: on 2 of 2 sets"),
        (&[Holds], "holds: on 1 of 1 set"),
        (&[DoesNotHold, DoesNotHold], "does not hold: on 0 of 2 sets"),
        (&[Holds, DoesNotHold], "holds in part: on 1 of 2 sets"),
        (&[HoldsInPart, DoesNotHold], "holds in part: on 0 of 2 sets, on 1 in part"),
    ] {
        let real = real();
        let set = &real.sets[0];
        let claim =
            |verdict: &ClaimVerdict| RealClaim { verdict: *verdict, ..set.claims[0].clone() };
        let claims: Vec<RealClaim> = verdicts.iter().map(claim).collect();
        let tested: Vec<_> = claims.iter().map(|claim| (set, claim)).collect();
        assert_eq!(together(&tested), words);
    }
}

/// Claims are joined by source and name.
#[test]
fn claims_are_joined_with_sets() {
    let told = lines("paper", "one", &real()).expect("two sets");
    let expected = "holds in part: on 1 of 2 sets, on 1 in part\n\
                    A \"quoted\" \\ set, holds: 1 | 2\nB, holds in part: 3\t4";
    assert_eq!(told, expected);
    assert_eq!(lines("paper", "none", &real()), None);
    assert_eq!(lines("another", "one", &real()), None);
}
