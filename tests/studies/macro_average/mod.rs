//! Macro-averages as whole runs, from a spec to rows: against `SciPy`, closed forms, enumeration of all joint resamples, the
//! table of replicates, and the truth of generated data.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod errors;

use std::collections::BTreeMap;

use runner::analyses::{
    self, MacroAverageRow, MacroAverages, MacroDifferenceRow, MarginRow, RankRow, ReplicateRow,
    Results, ScoreRow,
};
use runner::corpus::model::Corpus;
use runner::stats::direction::Direction;
use runner::stats::macro_average::{NewMacroAverages, OneOfSeveral};
use runner::stats::random::{Purpose, StreamKey};
use runner::stats::special::normal_quantile;

use crate::support::study::{self, all, documents};

/// A corpus with scores of segments, each a document: by system.
fn corpus(name: &str, lengths: &[usize], systems: &[(&str, &[f64])]) -> Corpus {
    let scores = systems.iter().map(|(system, scores)| ((*system).to_owned(), all(scores)));
    Corpus {
        name: name.to_owned(),
        documents: documents(lengths),
        systems_without_text: systems.iter().map(|(system, _)| (*system).to_owned()).collect(),
        external: BTreeMap::from([("a".to_owned(), scores.collect())]),
        ..Corpus::default()
    }
}

const HEAD: &str = "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.one.plain]\nsystems = [\"none\"]\n\
    [corpora.two.plain]\nsystems = [\"none\"]\n[metrics.a.external]\nscore = \"a\"\n\
    [metrics.error.external]\nscore = \"a\"\nhigher-is-better = false\n\
    [studies.s]\ncorpora = [\"one\", \"two\"]\ntest-sizes = { fractions = [1.0] }\n";

fn spec(study: &str) -> String {
    format!("{HEAD}{study}")
}

fn run(study: &str, corpora: [Corpus; 2]) -> MacroAverages {
    study::run(&spec(study), Some(corpora.into()), analyses::macro_averages).1
}

/// The row over all corpora, or on one.
fn find<'a>(
    found: &'a MacroAverages,
    (metric, quantity, system): (&str, &str, &str),
    corpus: Option<&str>,
) -> &'a MacroAverageRow {
    let is_it = |row: &&MacroAverageRow| {
        (&*row.metric, row.quantity.name(), &*row.system) == (metric, quantity, system)
            && row.corpus.as_deref() == corpus
    };
    found.averages.iter().find(is_it).unwrap()
}

fn difference<'a>(
    found: &'a MacroAverages,
    (metric, quantity, a, b): (&str, &str, &str, &str),
) -> &'a MacroDifferenceRow {
    let is_it = |row: &&MacroDifferenceRow| {
        (&*row.metric, row.quantity.name()) == (metric, quantity)
            && (&*row.system_a, &*row.system_b) == (a, b)
    };
    found.differences.iter().find(is_it).unwrap()
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
}

const A_ON_ONE: [f64; 6] = [5.0, 1.0, 4.0, 2.0, 6.0, 3.5];
const B_ON_ONE: [f64; 6] = [3.0, 1.5, 3.0, 2.0, 4.0, 1.0];
const A_ON_TWO: [f64; 7] = [60.0, 72.0, 55.0, 80.0, 66.0, 71.0, 64.0];
const B_ON_TWO: [f64; 7] = [61.0, 70.0, 52.0, 79.0, 60.0, 69.0, 66.0];

fn two_corpora() -> [Corpus; 2] {
    let one = corpus("one", &[1; 6], &[("A", &A_ON_ONE), ("B", &B_ON_ONE)]);
    // The other has its systems in another order.
    [one, corpus("two", &[1; 7], &[("B", &B_ON_TWO), ("A", &A_ON_TWO)])]
}

/// Welch's interval and p-value of a weighted sum of two means: with x and y as arrays of numpy,
/// `vx, vy = wx**2 * x.var(ddof=1) / len(x), wy**2 * y.var(ddof=1) / len(y)`,
/// `df = (vx + vy)**2 / (vx**2 / (len(x) - 1) + vy**2 / (len(y) - 1))`, `stats.t.ppf(.975, df)`, `2 * stats.t.sf(...)`;
/// for equal weights the differences are `stats.ttest_ind(dx, -dy, equal_var=False)`.
#[test]
fn means_of_two_corpora_are_those_of_scipy() {
    let study = "metrics = [\"a\"]\nresample = \"segments\"\nB = 50\n[studies.s.macro-average]\n";
    let equal = run(study, two_corpora());
    let weighted = run(&format!("{study}weights = {{ one = 1.5, two = 0.5 }}\n"), two_corpora());
    // Mean, standard error, degrees of freedom, ends; of A, of B, and of their difference with its p.
    let of_equal = [
        [
            35.220_238_095_238_095,
            1.612_726_192_189_814,
            6.693_323_026_294_105,
            31.371_038_601_287_438,
            39.069_437_589_188_75,
        ],
        [
            33.851_190_476_190_48,
            1.647_726_135_385_841_2,
            6.232_551_691_481_186,
            29.855_537_134_348_566,
            37.846_843_818_032_4,
        ],
        [
            1.369_047_619_047_619,
            0.556_246_735_576_041_2,
            8.685_526_293_999_143,
            0.103_750_839_814_833_46,
            2.634_344_398_280_404_7,
        ],
    ];
    let of_weighted = [
        [
            19.401_785_714_285_715,
            0.968_001_548_707_087_3,
            10.486_322_700_832_439,
            17.258_425_867_667_23,
            21.545_145_560_904_2,
        ],
        [
            18.133_928_571_428_573,
            0.884_433_477_730_582_2,
            7.988_375_976_392_477_5,
            16.093_904_627_105_037,
            20.173_952_515_752_11,
        ],
        [
            1.267_857_142_857_142_8,
            0.446_737_988_010_839_3,
            9.004_280_802_417_789,
            0.257_338_836_893_203_25,
            2.278_375_448_821_082,
        ],
    ];
    let ps = [0.036_994_450_661_751_3, 0.019_456_550_971_847_467];
    for (found, (expected, p)) in
        [&equal, &weighted].into_iter().zip([of_equal, of_weighted].iter().zip(ps))
    {
        for (system, [value, error, freedom, lower, upper]) in ["A", "B"].iter().zip(expected) {
            let row = find(found, ("a", "score", system), None);
            close(row.value, *value);
            close(row.standard_error, *error);
            close(row.degrees_of_freedom, *freedom);
            close(row.lower, *lower);
            close(row.upper, *upper);
            assert_eq!(row.status.name(), "ok");
        }
        let row = difference(found, ("a", "score", "A", "B"));
        let [delta, error, freedom, lower, upper] = expected[2];
        close(row.delta, delta);
        close(row.standard_error, error);
        close(row.degrees_of_freedom, freedom);
        close(row.ci_lower, lower);
        close(row.ci_upper, upper);
        close(row.p_value, p);
        close(row.p_adjusted, p);
        assert_eq!((row.family, row.verdict.map(|verdict| verdict.name())), (1, Some(">")));
    }
    let on_one = find(&weighted, ("a", "score", "A"), Some("one"));
    close(on_one.weight, 0.75);
    close(on_one.value, A_ON_ONE.iter().sum::<f64>() / 6.0);
    // B is best nowhere: ranks 2 and 2.
    let row = find(&equal, ("a", "rank", "B"), None);
    assert_eq!(
        (row.value, row.observed_rank, row.corpora, row.systems),
        (Some(2.0), Some(2), 2, 2)
    );
    assert_eq!(find(&equal, ("a", "share-beaten", "B"), None).value, Some(0.0));
}

const THREE: [(&str, [[f64; 3]; 2]); 3] = [
    ("A", [[5.0, 1.0, 4.0], [10.0, 30.0, 25.0]]),
    ("B", [[3.0, 3.0, 3.0], [20.0, 22.0, 18.0]]),
    ("C", [[1.0, 4.0, 2.5], [12.0, 31.0, 20.0]]),
];

fn three_systems(number: usize, name: &str) -> Corpus {
    let systems = THREE.map(|(system, scores)| (system, scores[number]));
    let systems: Vec<(&str, &[f64])> =
        systems.iter().map(|(name, own)| (*name, &own[..])).collect();
    corpus(name, &[1; 3], &systems)
}

/// Means of the scores of three systems in all 27 resamples of a corpus of three segments.
fn all_resamples(number: usize) -> Vec<[f64; 3]> {
    let picks = (0..27_usize).map(|code| [code % 3, code / 3 % 3, code / 9]);
    let mean = |picks: [usize; 3]| {
        THREE.map(|(_, scores)| picks.iter().map(|pick| scores[number][*pick]).sum::<f64>() / 3.0)
    };
    picks.map(mean).collect()
}

/// Twice the number of the others that each beats, ties counting one.
fn beaten(scores: [f64; 3]) -> [i32; 3] {
    let points = |own: f64, other: f64| {
        let difference = own - other;
        if difference.abs() < 1e-9 {
            1
        } else if difference > 0.0 {
            2
        } else {
            0
        }
    };
    scores.map(|own| scores.iter().map(|other| points(own, *other)).sum::<i32>() - 1)
}

/// Who is best, ties shared out.
fn best(values: [f64; 3]) -> [f64; 3] {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let tied = values.map(|value| f64::from(u8::from((value - most).abs() < 1e-9)));
    tied.map(|own| own / tied.iter().sum::<f64>())
}

/// All 27 x 27 joint resamples of two corpora of three segments: how probably one system is better than another by mean
/// score and by the mean share of the others that it beats.
#[test]
fn probabilities_are_those_of_all_joint_resamples() {
    let study = "metrics = [\"a\"]\nresample = \"segments\"\nB = 40000\n[studies.s.macro-average]\nweights = { one = 4 }\n";
    let found = run(study, [three_systems(0, "one"), three_systems(1, "two")]);
    let mut a_over_c = [0.0; 2];
    let (of_one, of_two) = (all_resamples(0), all_resamples(1));
    for one in &of_one {
        for two in &of_two {
            let mean = [0, 1, 2].map(|system| 0.8 * one[system] + 0.2 * two[system]);
            let (own, other) = (beaten(*one), beaten(*two));
            let share = [0, 1, 2].map(|system| f64::from(4 * own[system] + other[system]));
            for (values, pair) in [(mean, 0), (share, 1)] {
                let difference = values[0] - values[2];
                let wins = if difference.abs() < 1e-9 {
                    0.5
                } else {
                    f64::from(u8::from(difference > 0.0))
                };
                a_over_c[pair] += wins / 729.0;
            }
        }
    }
    for (quantity, expected) in [("score", a_over_c[0]), ("share-beaten", a_over_c[1])] {
        let row = difference(&found, ("a", quantity, "A", "C"));
        assert!(
            (row.a_better.unwrap() - expected).abs() <= 5.0 * 0.5 / 200.0,
            "{row:?}: {expected}"
        );
    }
}

/// Places and the intervals of ranks and shares are those of new test sets, whose noise is in the table of replicates: three
/// segments deviate by sqrt(3/2) more than their resamples.
#[test]
fn places_follow_from_the_table_of_replicates() {
    let study = "metrics = [\"a\", \"error\"]\nresample = \"segments\"\nB = 401\nrepeats = 2\n\
        [studies.s.macro-average]\n[studies.s.replicates]\n";
    let corpora = vec![three_systems(0, "one"), three_systems(1, "two")];
    let read = |results: &Results<'_>| {
        let replicates: Vec<ReplicateRow> = analyses::each_replicate(results).collect();
        (replicates, analyses::macro_averages(results))
    };
    let (_, (replicates, found)) = study::run(&spec(study), Some(corpora), read);
    for (metric, direction) in
        [("a", Direction::HigherIsBetter), ("error", Direction::LowerIsBetter)]
    {
        for repeat in [1, 2] {
            let of = |corpus: &str, system: &str| -> Vec<f64> {
                let own = replicates.iter().filter(|row| {
                    (&*row.cell.corpus, &*row.cell.metric, row.cell.repeat)
                        == (corpus, metric, repeat)
                        && row.cell.system() == system
                });
                own.map(|row| row.score.unwrap()).collect()
            };
            let replicates =
                ["one", "two"].map(|corpus| THREE.map(|(system, _)| of(corpus, system)));
            let replicates = replicates.each_ref().map(|own| own.each_ref().map(Vec::as_slice));
            let scores =
                [0, 1].map(|at: usize| THREE.map(|(_, own)| own[at].iter().sum::<f64>() / 3.0));
            let factor = 1.5_f64.sqrt();
            let test_sets = [0, 1].map(|at: usize| OneOfSeveral {
                scores: &scores[at],
                replicates: &replicates[at],
                factor,
            });
            let new = NewMacroAverages::new(&[1.0, 1.0], &test_sets, direction).unwrap();
            assert_eq!((new.trials, new.ranks[0].len()), (401, 1203));
            let firsts = |draws: &[Vec<f64>], sign: f64| -> [f64; 3] {
                let of_draw =
                    |draw: usize| best([0, 1, 2].map(|system: usize| sign * draws[system][draw]));
                let sum = |sums: [f64; 3], draw| {
                    let own = of_draw(draw);
                    [0, 1, 2].map(|system: usize| sums[system] + own[system] / 1203.0)
                };
                (0..1203).fold([0.0; 3], sum)
            };
            let by_score = firsts(&new.scores, direction.orient(1.0));
            let by_rank = firsts(&new.ranks, -1.0);
            for (system, drawn) in new.ranks.iter().enumerate() {
                let mut own = drawn.clone();
                own.sort_by(f64::total_cmp);
                let rows = found
                    .averages
                    .iter()
                    .filter(|row| row.repeat == repeat && row.corpus.is_none());
                let of_system: Vec<_> = rows
                    .filter(|row| (&*row.metric, &*row.system) == (metric, THREE[system].0))
                    .collect();
                let [score, rank, share] = of_system[..] else { panic!("three quantities") };
                close(score.best_probability, by_score[system]);
                close(rank.best_probability, by_rank[system]);
                close(share.best_probability, by_rank[system]);
                // Of 1,203 values, the quantiles of type 7 at 2.5 and 97.5 % are between the 31st and 32nd from each end.
                let (low, high) =
                    (0.95 * own[30] + 0.05 * own[31], 0.95 * own[1172] + 0.05 * own[1171]);
                close(rank.lower, low);
                close(rank.upper, high);
                close(share.lower, (3.0 - high) / 2.0);
                close(share.upper, (3.0 - low) / 2.0);
                for row in of_system {
                    assert_eq!(row.basis.map(|basis| basis.name()), Some("new-test-sets"));
                    let p = row.best_probability.unwrap();
                    let error = (p * (1.0 - p) / 401.0).sqrt();
                    assert!((row.best_probability_error.unwrap() - error).abs() < 0.002);
                }
                assert_eq!(
                    (score.method.name(), rank.method.name()),
                    ("student-t", "new-test-sets")
                );
            }
        }
    }
}

/// Of two equal corpora that are resampled independently, the mean is that of one, with half of its variance; ranks are the
/// same, and less uncertain.
#[test]
fn equal_corpora_halve_the_variance() {
    let lengths = [2, 3, 1, 4, 2, 3, 2, 3];
    let scores = |shift: f64| -> Vec<f64> {
        (0..20_u16)
            .map(|index| shift + f64::from(index * index % 7) + f64::from(index % 3))
            .collect()
    };
    let (a, b, c) =
        (scores(0.5), scores(0.0), [scores(0.1), scores(0.2)].concat()[10..30].to_vec());
    let systems: [(&str, &[f64]); 3] = [("A", &a), ("B", &b), ("C", &c)];
    let corpora = ["one", "two"].map(|name| corpus(name, &lengths, &systems));
    let study = "metrics = [\"a\"]\nresample = \"documents\"\nB = 200\n[studies.s.macro-average]\n\
        [studies.s.margin]\n[studies.s.ranking]\n";
    let read = |results: &Results<'_>| {
        let margins: Vec<MarginRow> = analyses::each_margin(results).collect();
        let ranks: Vec<RankRow> = analyses::each_rank(results).collect();
        (margins, ranks, analyses::scores(results), analyses::macro_averages(results))
    };
    let (_, (margins, ranks, scores, found)) = study::run(&spec(study), Some(corpora.into()), read);
    for (system, _) in systems {
        let row = find(&found, ("a", "score", system), None);
        let score: &ScoreRow = scores.iter().find(|row| row.cell.system() == system).unwrap();
        let margin = margins.iter().find(|row| row.cell.system() == system).unwrap();
        close(row.value, score.score.unwrap());
        close(row.standard_error, margin.standard_error.unwrap() / 2.0_f64.sqrt());
        close(row.degrees_of_freedom, 14.0);
        let rank = ranks.iter().find(|row| row.cell.system() == system).unwrap();
        let own = find(&found, ("a", "rank", system), None);
        assert_eq!(own.observed_rank, rank.observed_rank);
        close(own.value, f64::from(rank.observed_rank.unwrap()));
        for corpus in ["one", "two"] {
            let on_corpus = find(&found, ("a", "score", system), Some(corpus));
            close(on_corpus.standard_error, margin.standard_error.unwrap());
            assert_eq!(on_corpus.observed_rank, rank.observed_rank);
        }
    }
    // What differs by the same amount everywhere does not vary.
    let row = difference(&found, ("a", "score", "A", "B"));
    close(row.delta, 0.5);
    assert_eq!(
        (row.status.name(), row.p_value, row.verdict.map(|verdict| verdict.name())),
        ("no-variation", None, None)
    );
}

#[test]
fn identical_systems_are_identical_over_corpora() {
    let [one, two] = two_corpora();
    let with_twin = |corpus: Corpus| {
        let mut corpus = corpus;
        let scores = corpus.external.get_mut("a").unwrap();
        let twin = scores["A"].clone();
        scores.insert("C".to_owned(), twin);
        corpus.systems_without_text.push("C".to_owned());
        corpus
    };
    let study =
        "metrics = [\"a\"]\nresample = \"segments\"\nB = 10000\n[studies.s.macro-average]\n";
    let found = run(study, [with_twin(one), with_twin(two)]);
    for quantity in ["score", "share-beaten"] {
        let row = difference(&found, ("a", quantity, "A", "C"));
        assert_eq!(
            (row.delta, row.verdict.map(|verdict| verdict.name())),
            (Some(0.0), Some("identical")),
            "{row:?}"
        );
        assert_eq!((row.a_better, row.family, row.status.name()), (Some(0.5), 2, "ok"));
        let twins = ["A", "C"].map(|system| find(&found, ("a", quantity, system), None));
        assert_eq!(twins[0].cluster, twins[1].cluster);
        assert_eq!(twins.map(|row| row.observed_rank), [Some(1), Some(1)]);
    }
}

#[test]
fn what_lacks_a_corpus_is_named_and_left_out() {
    let [mut one, mut two] = two_corpora();
    let add = |corpus: &mut Corpus, name: &str, scores: Vec<Option<f64>>| {
        corpus.systems_without_text.push(name.to_owned());
        corpus.external.get_mut("a").unwrap().insert(name.to_owned(), scores);
    };
    add(&mut one, "only-one", all(&[9.0; 6]));
    add(&mut two, "only-two", all(&[99.0; 7]));
    let study = "metrics = [\"a\"]\nresample = \"segments\"\nB = 200\n[studies.s.macro-average]\n";
    let found = run(study, [one, two]);
    for (system, lacks) in [("only-one", "two"), ("only-two", "one")] {
        for quantity in ["score", "rank", "share-beaten"] {
            let row = find(&found, ("a", quantity, system), None);
            assert_eq!(
                (row.status.name(), row.lacks.as_deref()),
                ("not-in-all-corpora", Some(lacks))
            );
            assert_eq!((row.value, row.observed_rank, row.systems), (None, None, 2));
        }
    }
    // Ranks are among those that are compared.
    assert_eq!(find(&found, ("a", "rank", "A"), Some("one")).value, Some(1.0));
    assert_eq!(found.differences.len(), 2);
}

#[test]
fn too_little_says_why() {
    let study = |more: &str| {
        format!(
            "metrics = [\"a\"]\nresample = \"segments\"\nB = 200\n{more}[studies.s.macro-average]\n"
        )
    };
    // One segment is no sample: scores, and no interval.
    let [one, _] = two_corpora();
    let single = corpus("two", &[1], &[("A", &[3.0]), ("B", &[4.0])]);
    let found = run(&study(""), [one.clone(), single]);
    let row = find(&found, ("a", "score", "A"), None);
    assert_eq!(
        (row.status.name(), row.standard_error, row.best_probability),
        ("one-unit", None, None)
    );
    assert!(row.value.is_some() && row.observed_rank.is_some(), "{row:?}");
    assert_eq!(difference(&found, ("a", "score", "A", "B")).status.name(), "one-unit");
    // A bootstrap of five segments has no p-value.
    let five = corpus("two", &[1; 5], &[("A", &A_ON_TWO[..5]), ("B", &B_ON_TWO[..5])]);
    let found = run(&study(""), [one.clone(), five]);
    let row = difference(&found, ("a", "share-beaten", "A", "B"));
    assert_eq!((row.status.name(), row.p_value), ("too-few-units", None));
    assert!(row.ci_lower.is_some() && row.a_better.is_some(), "{row:?}");
    assert!(difference(&found, ("a", "score", "A", "B")).p_value.is_some());
    // Different segments have no ranks.
    let mut partial = two_corpora()[1].clone();
    partial.external.get_mut("a").unwrap().get_mut("A").unwrap()[2] = None;
    let found = run(&study("mask = \"own\"\n"), [one.clone(), partial.clone()]);
    let row = find(&found, ("a", "rank", "A"), None);
    assert_eq!((row.status.name(), row.value), ("different-segments", None));
    assert!(find(&found, ("a", "score", "A"), None).lower.is_some());
    // A system without a score at run time is left out.
    let found = run(&study("mask = \"all\"\n"), [one, partial]);
    let row = find(&found, ("a", "score", "A"), None);
    assert_eq!((row.status.name(), row.lacks.as_deref()), ("missing-judgments", Some("two")));
    assert_eq!(find(&found, ("a", "rank", "B"), None).status.name(), "too-few-units");
}

#[test]
fn problems_name_systems_and_corpora() {
    let [one, two] = two_corpora();
    let renamed = |names: [&str; 2]| {
        let mut corpus = two.clone();
        let scores = corpus.external.get_mut("a").unwrap();
        for (old, new) in ["A", "B"].into_iter().zip(names) {
            let own = scores.remove(old).unwrap();
            scores.insert(new.to_owned(), own);
        }
        corpus.systems_without_text = names.map(str::to_owned).into();
        corpus
    };
    let study = "metrics = [\"a\"]\nB = 50\n[studies.s.macro-average]\n";
    let problem = |corpora: [Corpus; 2]| {
        let problems = study::plan(&spec(study), Some(corpora.into())).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].path.to_string(), "studies.s.macro-average");
        problems[0].message.clone()
    };
    assert_eq!(
        problem([one.clone(), renamed(["X", "Y"])]),
        "no system has a score by `a` on all corpora of the study: `one` has A, B; `two` has X, Y"
    );
    assert_eq!(
        problem([one.clone(), renamed(["A", "Y"])]),
        "only `A` has a score by `a` on all corpora of the study: `one` has A, B; `two` has A, Y"
    );
    // Documents of the same names and lengths look like the same texts.
    let same = |corpora: [Corpus; 2]| {
        let plan = study::plan(&spec(study), Some(corpora.into())).unwrap();
        plan.warnings.iter().any(|warning| warning.message.contains("take corpora for independent"))
    };
    assert!(same([one.clone(), two.clone()]));
    let mut others = two;
    for document in &mut others.documents {
        document.id.insert_str(0, "other-");
    }
    assert!(!same([one, others]));
}

/// On new documents the interval of the mean score of whole runs holds the truth as often as it says.
#[test]
fn intervals_hold_the_truth_on_generated_corpora() {
    let mut random = StreamKey::new(1, Purpose::Sample).text("macro-average runs").generator(0);
    let mut normal = || {
        use rand::Rng;
        normal_quantile(((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64).unwrap()
    };
    // Documents have a quality of their own; the truth is 50 and 20 for A, and 2 less for B.
    let mut generated = |name: &str, count: usize, mean: f64, spread: f64| {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let document = mean + spread * normal();
            for _ in 0..3 {
                let segment = document + spread * normal();
                a.push(segment + spread * normal());
                b.push(segment + spread * normal() - 2.0);
            }
        }
        corpus(name, &vec![3; count], &[("A", &a), ("B", &b)])
    };
    let study = "metrics = [\"a\"]\nresample = \"documents\"\nB = 40\n[studies.s.macro-average]\n";
    let trials = 200;
    let (mut scores, mut differences) = (0, 0);
    for _ in 0..trials {
        let found = run(study, [generated("one", 10, 50.0, 8.0), generated("two", 25, 20.0, 3.0)]);
        let row = find(&found, ("a", "score", "A"), None);
        scores += u32::from(row.lower.unwrap() <= 35.0 && 35.0 <= row.upper.unwrap());
        let row = difference(&found, ("a", "score", "A", "B"));
        differences += u32::from(row.ci_lower.unwrap() <= 2.0 && 2.0 <= row.ci_upper.unwrap());
    }
    // Four standard errors of a share of 200.
    let slack = 4.0 * (0.95_f64 * 0.05 / f64::from(trials)).sqrt();
    for held in [scores, differences].map(|held| f64::from(held) / f64::from(trials)) {
        assert!((held - 0.95).abs() <= slack, "{held}");
    }
}
