//! Judges that are models: a golden value of a second program.

use std::collections::BTreeMap;

use runner::analyses::{self, Results};
use runner::corpus::model::Corpus;
use runner::formats::judges_from;
use runner::stats::reason::Reason;

use crate::support::{close, study};

/// Scores of four documents of one segment by three judges.
const SCORES: [(&str, [[f64; 4]; 2]); 3] = [
    ("one", [[80.0, 70.0, 90.0, 60.0], [74.0, 71.0, 85.0, 50.0]]),
    ("three", [[-2.0, -4.0, -1.0, -6.0], [-3.0, -4.0, -2.0, -9.0]]),
    ("two", [[0.82, 0.79, 0.88, 0.70], [0.84, 0.80, 0.86, 0.74]]),
];

fn corpus() -> Corpus {
    let external = SCORES.map(|(name, [a, b])| {
        let columns = [("a", a), ("b", b)];
        let columns = columns.map(|(system, scores)| {
            let twice = scores.into_iter().flat_map(|score| [Some(score); 2]);
            (system.to_owned(), twice.collect::<Vec<_>>())
        });
        (name.to_owned(), BTreeMap::from(columns))
    });
    let mut corpus = Corpus {
        name: "c".to_owned(),
        documents: study::documents(&[2; 4]),
        systems_without_text: vec!["a".to_owned(), "b".to_owned()],
        external: external.into(),
        ..Corpus::default()
    };
    let judges = ["one", "two", "three"].map(str::to_owned).to_vec();
    let stated = ["one", "two", "three"].map(|name| (name, true)).into();
    judges_from::add(&mut corpus, &[("jury".to_owned(), judges)].into(), &stated)
        .expect("complete");
    corpus
}

fn spec(study: &str) -> String {
    format!(
        "[experiment]\nname = 'x'\nseed = 1\ndf = 'units'\n[corpora.c]\njudges-from = {{ jury = ['one', 'two', 'three'] }}\n\
         [corpora.c.plain]\nsystems = ['n']\n[metrics.jury.human]\ncriterion = 'jury'\njudge-scores = 'z'\n\
         [studies.s]\ncorpora = ['c']\nmetrics = ['jury']\n{study}\n"
    )
}

/// Judges are resampled as people are: of the variance of judges, documents and both, that of judges counts.
#[test]
fn model_judges_are_crossed_with_documents() {
    let study = "resample = { texts = 'documents', judges = true }\nB = 2\ntest-sizes = { fractions = [1.0] }\ncomparison = {}";
    let (plan, store) = study::computed(&spec(study), Some(vec![corpus()]));
    let row = analyses::each_comparison(&Results::new(&plan, &store)).next().expect("one pair");
    // Each score stands twice, so that the variance behind z-scores has the divisor 15 for 16 ratings, not 7 for 8.
    close(row.delta, 0.219_818_911 * f64::sqrt(15.0 / 14.0), 1e-8);
    assert_eq!(row.cell.status, Reason::JudgesOnly.into());
    // Student's t with two degrees of freedom has a closed form.
    let t = 0.219_818_911 / f64::sqrt(0.046_321_639);
    close(row.degrees_of_freedom, 2.0, 1e-8);
    close(row.p_value, 1.0 - t / (t * t + 2.0).sqrt(), 1e-8);
}
