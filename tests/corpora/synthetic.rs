//! Synthetic corpora seen from outside: shape, determinism, plausibility, calibration.

mod measure;

use std::collections::{BTreeMap, BTreeSet};

use measure::{Quantity, figures, key, measure, measure_preset, measure_seed};
use runner::corpus::model::{Corpus, Texts};
use runner::corpus::synthetic::{Preset, campaigns, generate, presets, version};
use runner::formats::source::SyntheticSource;
use runner::metric::config::{BleuConfig, BleuValue};
use runner::metric::{Metric, StatisticsRows};

const SEED: u64 = 2007;

fn corpus(preset: &str) -> Corpus {
    generate(preset, SEED, "c").expect("the preset exists")
}

fn mean_words(texts: &Texts) -> f64 {
    let words: usize = texts.iter().flatten().map(|text| text.split(' ').count()).sum();
    words as f64 / texts.len() as f64
}

#[test]
fn presets_have_their_printed_shapes() {
    let near = |value: f64, printed: f64| (value / printed - 1.0).abs() < 0.06;
    // Documents, segments, references, systems, words of a source and of a reference segment
    // (0 where none are printed): Estrella et al. 2007, Hamon et al. 2007, Zhang & Vogel 2004.
    for (preset, documents, segments, references, systems, source, reference) in [
        ("cesta-enfr-1", 15, 790, 4, 5, 25.4, 28.5),
        ("cesta-arfr-1", 16, 298, 4, 2, 78.0, 109.0),
        ("cesta-enfr-2", 16, 917, 4, 5, 20.6, 25.1),
        ("cesta-arfr-2", 30, 824, 4, 1, 21.0, 26.7),
        ("cesta-enfr-2ab", 16, 917, 4, 10, 20.6, 25.1),
        ("tides-2002", 100, 878, 4, 7, 0.0, 0.0),
    ] {
        let corpus = corpus(preset);
        assert!(corpus.synthetic && corpus.name == "c");
        assert_eq!((corpus.documents.len(), corpus.segment_count()), (documents, segments));
        assert_eq!(corpus.references.len(), references);
        assert_eq!(corpus.machine_systems().count(), systems);
        let mut end = 0;
        for document in &corpus.documents {
            assert_eq!(document.segments.start, end);
            assert!(!document.segments.is_empty());
            end = document.segments.end;
        }
        let sources = corpus.source.as_ref().expect("there is a source");
        let columns = corpus.references.iter().chain(&corpus.systems).map(|column| &column.texts);
        for texts in columns.chain([sources]) {
            assert_eq!(texts.len(), segments);
            assert!(texts.iter().all(|text| text.is_some_and(|text| !text.is_empty())));
        }
        if source > 0.0 {
            let words = mean_words(sources);
            assert!(near(words, source), "{preset}: {words} source words");
            let words: f64 =
                corpus.references.iter().map(|known| mean_words(&known.texts)).sum::<f64>() / 4.0;
            assert!(near(words, reference), "{preset}: {words} reference words");
        }
    }
}

#[test]
fn judgments_are_whole_scores_of_two_judges() {
    for (preset, judged) in
        [("cesta-enfr-1", 790), ("cesta-arfr-1", 298), ("cesta-enfr-2", 288), ("cesta-arfr-2", 288)]
    {
        let corpus = corpus(preset);
        assert_eq!(corpus.judgments.keys().collect::<Vec<_>>(), ["adequacy", "fluency"]);
        let mut masks = BTreeSet::new();
        for by_system in corpus.judgments.values() {
            assert_eq!(by_system.len(), corpus.systems.len());
            for judgments in by_system.values() {
                assert_eq!(judgments.judges.len(), 2);
                for judge in &judgments.judges {
                    assert_eq!(judge.len(), corpus.segment_count());
                    assert_eq!(judge.iter().flatten().count(), judged);
                    let whole = |score: &f64| (1.0..=5.0).contains(score) && score.fract() == 0.0;
                    assert!(judge.iter().flatten().all(whole));
                    masks.insert(judge.iter().map(Option::is_some).collect::<Vec<_>>());
                }
            }
        }
        assert_eq!(masks.len(), 1, "{preset}: all systems are judged on the same segments");
    }
}

#[test]
fn unknown_presets_are_refused_with_the_known_ones() {
    let error = generate("cesta", SEED, "c").expect_err("there is none of this name");
    let known = [presets(), campaigns()].concat();
    assert_eq!((error.name.as_str(), &error.known), ("cesta", &known));
    assert_eq!(
        error.to_string(),
        "there is no preset `cesta`; known presets: cesta-enfr-1, cesta-arfr-1, cesta-enfr-2, \
         cesta-arfr-2, tides-2002, europarl-2004, cesta-enfr-2ab, esa-campaign, \
         running-campaign"
    );
}

/// Other names change nothing else.
#[test]
fn systems_can_have_other_names() {
    let source = |systems: &[(&str, &str)]| SyntheticSource {
        preset: "cesta-enfr-1".to_owned(),
        seed: SEED,
        systems: systems.iter().map(|(own, here)| ((*own).into(), (*here).into())).collect(),
    };
    let plain = corpus("cesta-enfr-1");
    let renamed = source(&[("S1", "S3"), ("S3", "S1")]).generate(SEED, "c").expect("all are known");
    let names: Vec<&str> = renamed.machine_systems().collect();
    assert_eq!(names, ["S3", "S2", "S1", "S4", "S5"]);
    for (own, here) in [("S1", "S3"), ("S3", "S1"), ("S2", "S2")] {
        assert_eq!(renamed.system(here), plain.system(own));
        for criterion in ["adequacy", "fluency"] {
            let of = |corpus: &Corpus, name: &str| {
                (
                    corpus.judgments[criterion][name].clone(),
                    corpus.judge_names[criterion][name].clone(),
                )
            };
            assert_eq!(of(&renamed, here), of(&plain, own));
        }
    }
    for (systems, cause) in [
        (&[("S9", "S1")], "there is no system `S9` in the preset cesta-enfr-1"),
        (&[("S1", "S2")], "two systems would have the same name in the preset cesta-enfr-1"),
    ] {
        let error = source(systems).generate(SEED, "c").expect_err("it is refused").to_string();
        assert!(error.starts_with(&format!("corpus `c`: {cause}; ")), "{error}");
    }
}

/// A digest of all texts and judgments.
fn digest(corpus: &Corpus) -> String {
    let mut hasher = blake3::Hasher::new();
    let columns = corpus.references.iter().chain(&corpus.systems).map(|column| &column.texts);
    for text in corpus.source.iter().chain(columns).flat_map(Texts::iter).flatten() {
        hasher.update(text.as_bytes());
        hasher.update(b"\n");
    }
    for judgments in corpus.judgments.values().flat_map(BTreeMap::values) {
        for score in judgments.judges.iter().flatten() {
            hasher.update(&score.unwrap_or(0.0).to_le_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

#[test]
fn a_corpus_depends_on_preset_and_seed_alone() {
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads start").install(|| corpus("cesta-enfr-1"))
    };
    let one = with_threads(1);
    assert_eq!(one, with_threads(2));
    // Another name changes nothing but the name, another seed everything.
    let mut renamed = generate("cesta-enfr-1", SEED, "other").expect("the preset exists");
    assert_ne!(one, renamed);
    renamed.name = "c".to_owned();
    assert_eq!(one, renamed);
    let other = generate("cesta-enfr-1", SEED + 1, "c").expect("the preset exists");
    assert_ne!(digest(&one), digest(&other));
    assert_ne!(one.documents, other.documents);
}

/// A change of the generator or of a preset changes every number computed on synthetic corpora:
/// it belongs into the changelog.
#[test]
fn corpora_are_what_they_were() {
    let digests: Vec<String> =
        ["cesta-enfr-1", "cesta-arfr-1", "cesta-enfr-2", "cesta-arfr-2", "tides-2002"]
            .map(|preset| digest(&corpus(preset)))
            .into();
    assert_eq!(
        digests,
        [
            "6683ec0cdb4a01d6",
            "5e8b8d63460c8f53",
            "0e05896eaa636519",
            "5127427eb321eea8",
            "72f5ee44ddb2ca25"
        ]
    );
}

#[test]
fn word_frequencies_follow_a_power_law() {
    let corpus = corpus("tides-2002");
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for text in corpus.references.iter().flat_map(|known| known.texts.iter()).flatten() {
        for word in text.split(' ') {
            *counts.entry(word.trim_end_matches(['.', ',', '?', ';'])).or_default() += 1;
        }
    }
    let mut counts: Vec<f64> = counts.into_values().map(f64::from).collect();
    counts.sort_by(|a, b| b.total_cmp(a));
    // Slope of log frequency by log rank, from rank 10 to 1000.
    let slope = libm::log(counts[999] / counts[9]) / libm::log(100.0);
    assert!((-1.3..-0.7).contains(&slope), "{slope}");
    // Half of the vocabulary or so occurs in one segment alone.
    let rare = counts.iter().filter(|&&count| count <= 4.0).count() as f64 / counts.len() as f64;
    assert!((0.3..0.8).contains(&rare), "{rare}");
}

#[test]
fn documents_have_topics() {
    let corpus = corpus("cesta-enfr-1");
    let texts = &corpus.references[0].texts;
    let vocabulary = |segments: std::ops::Range<usize>| -> BTreeSet<&str> {
        let texts = segments.filter_map(|segment| texts.get(segment));
        // Function words are short.
        texts.flat_map(|text| text.split(' ')).filter(|word| word.len() > 5).collect()
    };
    let (mut within, mut across, mut pairs) = (0.0, 0.0, 0.0);
    let halves = |document: usize| {
        let range = corpus.documents[document].segments.clone();
        let middle = range.start + 12;
        (vocabulary(range.start..middle), vocabulary(middle..middle + 12))
    };
    let long: Vec<usize> =
        (0..15).filter(|&document| corpus.documents[document].segments.len() >= 24).collect();
    for pair in long.windows(2) {
        let (here, there) = (halves(pair[0]), halves(pair[1]));
        within += here.0.intersection(&here.1).count() as f64;
        across += here.0.intersection(&there.1).count() as f64;
        pairs += 1.0;
    }
    assert!(pairs > 5.0 && within > 1.3 * across, "{within} within, {across} across documents");
}

#[test]
fn judges_agree_more_than_chance() {
    let corpus = corpus("cesta-enfr-1");
    for (criterion, by_system) in &corpus.judgments {
        let (mut equal, mut shifted, mut count) = (0.0, 0.0, 0.0);
        for judgments in by_system.values() {
            let (first, second) = (&judgments.judges[0], &judgments.judges[1]);
            for segment in 0..first.len() {
                equal += f64::from(first[segment] == second[segment]);
                shifted += f64::from(first[segment] == second[(segment + 1) % second.len()]);
                count += 1.0;
            }
        }
        assert!(equal / count > 1.3 * shifted / count, "{criterion}: {equal}, by chance {shifted}");
    }
}

/// The median of every target over twenty corpora is where it is printed.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn medians_over_seeds_are_calibrated() {
    for name in presets() {
        let preset = Preset::find(name).expect("the preset exists");
        let (achieved, targets) = (measure_preset(&preset), figures(preset.targets()));
        for (quantity, target) in targets {
            let value = achieved[&quantity];
            let tolerance = quantity.0.tolerance();
            assert!(
                (value - target).abs() <= tolerance,
                "{name}: {quantity:?} {value}, not {target}"
            );
        }
    }
}

/// Standard deviation of a figure of one corpus over seeds, as large as any preset has it (docs/synthetic.md).
fn deviation(quantity: Quantity) -> f64 {
    match quantity {
        Quantity::BleuFirstDocument => 4.1,
        Quantity::Bleu
        | Quantity::BleuFirstReference
        | Quantity::CrossBleu
        | Quantity::AgreementExact
        | Quantity::AgreementWithinOne => 1.3,
        Quantity::Human | Quantity::HumanHalfWidth => 0.1,
        Quantity::BleuDifference => 0.14,
        Quantity::BleuHalfWidth => 0.12,
        Quantity::NistDocumentHalfWidth => 2.3,
        Quantity::Words => 1.0,
    }
}

/// Every target is the median of twenty corpora, so that one corpus lies within three standard deviations of it.
fn assert_near_medians(name: &str) {
    let preset = Preset::find(name).expect("the preset exists");
    let targets = figures(preset.targets());
    assert!(!targets.is_empty());
    let achieved = measure_seed(&preset, SEED);
    for (quantity, target) in targets {
        let value = achieved[&quantity];
        let most = 3.0 * deviation(quantity.0);
        assert!((value - target).abs() <= most, "{name}: {quantity:?} {value}, not {target}");
    }
}

#[test]
fn cesta_first_run_is_near_its_medians() {
    assert_near_medians("cesta-enfr-1");
    assert_near_medians("cesta-arfr-1");
}

#[test]
fn cesta_second_run_is_near_its_medians() {
    assert_near_medians("cesta-enfr-2");
    assert_near_medians("cesta-arfr-2");
    assert_near_medians("cesta-enfr-2ab");
}

/// Systems before adaptation stand beside a corpus that is the same to the last byte.
#[test]
fn systems_before_adaptation_are_added() {
    let (after, both) = (corpus("cesta-enfr-2"), corpus("cesta-enfr-2ab"));
    assert_eq!((&both.documents, &both.source), (&after.documents, &after.source));
    assert_eq!(both.references, after.references);
    assert_eq!(both.systems[..5], after.systems);
    assert_eq!((&both.judgments, &both.judge_names), (&after.judgments, &after.judge_names));
    let names: BTreeSet<&str> = both.systems[5..].iter().map(|system| &*system.name).collect();
    assert_eq!(names, ["S8-2a", "S9-2a", "S10-2a", "S11-2a", "S12-2a"].into());
    // With more errors where scores are lower: S9 hardly changes, S12 in nearly every segment.
    let changed = |name: &str| {
        let texts = |name: &str| both.system(name).expect("a system").iter().collect::<Vec<_>>();
        let (before, after) = (texts(&format!("{name}-2a")), texts(name));
        before.iter().zip(&after).filter(|(before, after)| before != after).count()
    };
    assert!(changed("S9") < 200 && changed("S12") > 800, "{}, {}", changed("S9"), changed("S12"));
}

#[test]
fn tides_is_near_its_medians() {
    assert_near_medians("tides-2002");
}

#[test]
fn europarl_is_near_its_medians() {
    assert_near_medians("europarl-2004");
}

/// In a corpus like Koehn's, "around 60" percent of single words and 14.7 and 7.8 % of the 4-grams of Spanish
/// and Finnish match; without stretches it would be 72, 12.9 and 7.3 %. None of these was fitted.
#[test]
fn errors_come_in_stretches() {
    let corpus = corpus("europarl-2004");
    let references: Vec<Option<&str>> = corpus.references[0].texts.iter().collect();
    let precision = |system: &str, order| {
        let bleu = BleuConfig { order, value: BleuValue::Precision, ..BleuConfig::default() };
        let texts: Vec<Option<&str>> = corpus.system(system).expect("a system").iter().collect();
        let statistics = bleu.prepare(&[&references], &[]).extract(&texts);
        let StatisticsRows::Fixed(rows) = statistics.rows else { panic!("fixed rows") };
        statistics.scorer.score(&rows.sums()).expect("there are words")
    };
    let (spanish, finnish) = (precision("Spanish", 4), precision("Finnish", 4));
    assert!((spanish - 14.7).abs() < 1.0 && (finnish - 7.8).abs() < 1.0, "{spanish}, {finnish}");
    let unigrams = f64::midpoint(precision("Spanish", 1), precision("Finnish", 1));
    assert!((55.0..65.0).contains(&unigrams), "{unigrams}");
}

/// The printed agreement is that of a run as a whole: of the first, 790 segments of five systems and 298 of two; of
/// the second, 288 of six.
#[test]
fn agreement_is_that_of_a_run() {
    let preset = Preset::find("cesta-enfr-1").expect("the preset exists");
    let pooled = measure_seed(&preset, SEED);
    let alone = |name: &str| measure(&corpus(name), &BTreeMap::new());
    let (english, arabic) = (alone("cesta-enfr-1"), alone("cesta-arfr-1"));
    for criterion in ["fluency", "adequacy"] {
        let quantity = key(Quantity::AgreementExact, criterion);
        let share = (3950.0 * english[&quantity] + 596.0 * arabic[&quantity]) / 4546.0;
        assert!((share - pooled[&quantity]).abs() < 1e-9, "{criterion}: {share}");
        // Judges of S6 and S7, whose means are low, agree more often.
        assert!(arabic[&quantity] > english[&quantity] + 5.0, "{criterion}");
    }
}

/// The parameters of a preset belong to its version: whoever changes them raises it.
#[test]
fn versions_stand_for_parameters() {
    let versions = [presets(), campaigns()].concat().into_iter().map(|name| {
        let version = version(name).expect("the preset exists");
        format!("{name} {} {}", version.number, &version.digest[..8])
    });
    assert_eq!(
        versions.collect::<Vec<_>>(),
        [
            "cesta-enfr-1 2 728b0d75",
            "cesta-arfr-1 2 95e1f5ab",
            "cesta-enfr-2 2 f291a456",
            "cesta-arfr-2 2 143f7354",
            "tides-2002 2 6e22b266",
            "europarl-2004 1 d547dc55",
            "cesta-enfr-2ab 1 2494d807",
            "esa-campaign 1 2272fe60",
            "running-campaign 1 bfdc075a",
        ]
    );
    assert_eq!(version("no-such-preset"), None);
}
