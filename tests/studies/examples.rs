//! Where systems differ: contributions against scores of corpora whose outputs are left out, scores of single
//! segments against sacreBLEU, and what is shown of judged corpora.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::analyses::examples::{
    ErrorSpan, Example, ExampleRequest, Examples, SegmentScores, examples,
};
use runner::corpus::model::Corpus;
use runner::plan::Plan;

use crate::support::study::{self, all, documents, judged, named};

/// A study of the whole corpus with these metrics and systems.
fn plan(corpus: Corpus, metrics: &str, systems: &str) -> Plan {
    let spec = format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"tides-2002\"\n\
         [studies.s]\ncorpora = [\"c\"]\nsystems = [{systems}]\nmetrics = [{metrics}]\n\
         test-sizes = {{ fractions = [1.0] }}\nB = 10\n"
    );
    study::plan(&spec, Some(vec![corpus])).unwrap()
}

fn request(count: usize) -> ExampleRequest {
    ExampleRequest { baseline: "B".to_owned(), primary: None, count, has_texts: true }
}

fn computed(plan: &Plan, request: &ExampleRequest) -> Examples {
    examples(plan, &plan.grids[0], request).unwrap()
}

const METRICS: &str = "\"bleu\", \"chrf\", \"ter\", \"nist\"";

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// Of a mean, a contribution is what leaving the segment out of both shows: `D - (1 - 1/n) D(without it)`.
#[test]
fn contributions_to_means_are_those_of_segments_left_out() {
    let a = [3.5, 4.0, 2.5, 4.5, 3.0, 4.0];
    let b = [3.1, 3.7, 2.9, 4.5, 2.2, 4.4];
    let without = |left_out: Option<usize>| {
        let kept = |values: &[f64]| -> Vec<f64> {
            let values = values.iter().enumerate().filter(|(index, _)| Some(*index) != left_out);
            values.map(|(_, value)| *value).collect()
        };
        let (a, b) = (kept(&a), kept(&b));
        let corpus = judged(&[a.len()], &[("A", all(&a)), ("B", all(&b))]);
        let plan = plan(corpus, "\"adequacy\"", "\"A\", \"B\"");
        computed(&plan, &request(9)).systems.remove(0)
    };
    let whole = without(None);
    let all_of_it = whole.metrics[0].difference;
    assert!(close(all_of_it, 0.7 / 6.0), "{all_of_it}");
    for example in whole.in_favour.iter().chain(&whole.against) {
        let rest = without(Some(example.segment - 1)).metrics[0].difference;
        let expected = all_of_it - (1.0 - 1.0 / 6.0) * rest;
        let SegmentScores { contribution, .. } = example.scores[0];
        assert!(close(contribution.unwrap(), expected), "{example:?} {expected}");
    }
    // The fourth is equal, and of equal contributions (3 and 6) the first segment comes first.
    let numbers = |side: &[Example]| side.iter().map(|example| example.segment).collect::<Vec<_>>();
    assert_eq!(numbers(&whole.in_favour), [5, 1, 2]);
    assert_eq!(numbers(&whole.against), [3, 6]);
    assert!(
        whole.in_favour[0].texts.as_ref().unwrap().system.is_none(),
        "known by judgments alone"
    );
    let spread = whole.metrics[0].segments.unwrap();
    assert_eq!((spread.units, spread.favour_system, spread.favour_baseline), (6, 3, 2));
    assert_eq!(spread.half, Some(1));
    assert!(close(spread.sum, all_of_it));
}

/// Values of sacreBLEU 2.6.0: `BLEU(effective_order=True)`, `CHRF()` and `TER()`, `.sentence_score(line, [reference])`, of the
/// first, the fourth, the eleventh and the last line of `golden/sacrebleu`.
#[test]
fn segments_have_the_scores_of_sacrebleu() {
    const EXPECTED: [(usize, [[f64; 2]; 3]); 4] = [
        (
            1,
            [
                [41.113_361_690_051_96, 14.535_768_424_205_482],
                [74.600_277_245_401_09, 41.276_414_074_401_69],
                [14.285_714_285_714_285, 57.142_857_142_857_14],
            ],
        ),
        (
            4,
            [
                [49.616_830_003_403_614, 28.266_577_466_223_42],
                [67.612_130_060_336_41, 57.027_166_537_970_64],
                [27.272_727_272_727_27, 45.454_545_454_545_45],
            ],
        ),
        (
            11,
            [
                [16.102_307_266_026_75, 19.130_147_081_392_227],
                [53.061_748_342_494_72, 65.958_250_369_005_51],
                [50.0, 25.0],
            ],
        ),
        (
            50,
            [
                [55.334_095_985_016_04, 76.703_872_484_676_61],
                [76.090_139_413_047_8, 85.552_880_706_323_89],
                [18.75, 12.5],
            ],
        ),
    ];
    let plan = plan(study::texts(), METRICS, "\"A\", \"B\"");
    let system = computed(&plan, &request(100)).systems.remove(0);
    for (segment, expected) in EXPECTED {
        let mut shown = system.in_favour.iter().chain(&system.against);
        let example = shown.find(|example| example.segment == segment).unwrap();
        for (scores, [a, b]) in example.scores.iter().zip(expected) {
            assert!(close(scores.score.unwrap(), a), "{segment}: {scores:?} {a}");
            assert!(close(scores.baseline_score.unwrap(), b), "{segment}: {scores:?} {b}");
        }
    }
}

/// Two domains with judged texts: marked errors come along, domains are parts, and the primary metric selects.
#[test]
fn judged_corpora_have_marked_errors_and_domains() {
    let mut corpus =
        judged(&[2, 2], &[("A", all(&[5.0, 4.0, 3.0, 5.0])), ("B", all(&[1.0, 4.0, 4.0, 4.0]))]);
    corpus.documents = documents(&[2, 2]);
    for (document, domain) in corpus.documents.iter_mut().zip(["news", "talk"]) {
        document.domain = Some(domain.to_owned());
    }
    corpus.systems_without_text.clear();
    corpus.systems = vec![named("A", "one\ntwo\nthree\nfour"), named("B", "1\ntwo\n3\n4")];
    corpus.references = vec![named("r", "one\ntwo\nthree of them\nfour")];
    corpus.source = Some(["eins", "zwei", "drei", "vier"].into_iter().collect());
    let major = ErrorSpan { start: 0, end: 1, severity: "major".to_owned(), category: None };
    let minor = ErrorSpan { start: 0, end: 0, severity: "minor".to_owned(), category: None };
    // What is behind the end of the output is at its end.
    let beyond = ErrorSpan { start: 0, end: 70, ..major.clone() };
    let marked = vec![vec![beyond, minor.clone(), major.clone()]];
    corpus.error_spans = [("B".to_owned(), marked)].into();
    let plan = plan(corpus, "\"bleu\", \"adequacy\"", "\"A\", \"B\"");
    let mut request = ExampleRequest { primary: Some("adequacy".to_owned()), ..request(1) };
    let with_texts = examples(&plan, &plan.grids[0], &request).unwrap();
    let system = &with_texts.systems[0];
    assert_eq!(system.selected_by.as_deref(), Some("adequacy"));
    let [example] = &system.in_favour[..] else { panic!("one segment of each side") };
    assert_eq!((example.segment, example.document.as_deref()), (1, Some("d0")));
    let texts = example.texts.as_ref().unwrap();
    assert_eq!(texts.source.as_deref(), Some("eins"));
    assert_eq!(texts.reference.as_deref(), Some("one"));
    let baseline = texts.baseline.as_ref().unwrap();
    assert_eq!((&*baseline.text, &baseline.errors[..]), ("1", &[minor, major][..]));
    let adequacy = &system.metrics[1];
    let parts: Vec<(&str, usize, f64)> = adequacy
        .by_domain
        .iter()
        .map(|part| (&*part.name, part.segments, part.contribution.unwrap()))
        .collect();
    assert_eq!(parts, [("news", 2, 1.0), ("talk", 2, 0.0)]);
    assert_eq!(adequacy.by_document.len(), 2);
    assert_eq!(adequacy.by_document[1].share, Some(0.0));
    // Without texts none is anywhere.
    request.has_texts = false;
    let without_texts = examples(&plan, &plan.grids[0], &request).unwrap();
    let json = serde_json::to_string(&without_texts).unwrap();
    for text in ["eins", "three", "\"one\"", "major"] {
        assert!(!json.contains(text), "{text}: {json}");
    }
}
