//! Each sentence of the finding, for one pair, several, and none.

use super::super::options::Adjustment;
use super::super::vocabulary::MarginVerdict::{self, Fail, Inconclusive, Pass};
use super::PairVerdict::{Better, Identical, NotSignificant, Worse};
use super::*;
use crate::analyses::ScoreRow;
use crate::analyses::common::one_study::assert_no_codes;
use crate::presentation::About;
use crate::stats::reason::{Reason, Status};
use crate::table::{Cell, Tables};

fn cell(metric: &str) -> Cell {
    Cell {
        study: "s".into(),
        corpus: "c".into(),
        metric: metric.into(),
        test_set: Some("t".into()),
        documents: 160,
        segments: Some(1420),
        judged_segments: Some(1420),
        judged_documents: Some(160),
        replicates: 1000,
        status: Status::OK,
        ..Cell::default()
    }
}

/// A row of a metric: A, B, difference, verdict; half the width of its interval is 0.6.
fn row(metric: &str, a: &str, b: &str, delta: f64, verdict: Option<PairVerdict>) -> ComparisonRow {
    ComparisonRow {
        cell: cell(metric),
        level: 0.95,
        adjustment: Adjustment::Holm,
        system_a: a.into(),
        system_b: b.into(),
        delta: Some(delta),
        degrees_of_freedom: Some(19.0),
        ci_lower: Some(delta - 0.6),
        ci_upper: Some(delta + 0.6),
        p_value: Some(0.009),
        p_adjusted: Some(0.009),
        family: 1,
        margin_status: Reason::NoMargin.into(),
        verdict,
        resample: crate::table::Resampled::Documents,
        ..ComparisonRow::default()
    }
}

fn score(metric: &str, system: &str, score: f64) -> ScoreRow {
    ScoreRow {
        cell: Cell { system: Some(system.into()), ..cell(metric) },
        score: Some(score),
        ci_lower: Some(score - 1.8),
        ci_upper: Some(score + 1.8),
        design_effect: Some(2.1),
        resample: crate::table::Resampled::Documents,
        ..ScoreRow::default()
    }
}

fn finding_with(rows: &[ComparisonRow], scores: &[ScoreRow]) -> Finding {
    let mut tables = Tables::default();
    tables.insert(rows.to_vec());
    tables.insert(scores.to_vec());
    let about = About::of_studies(&["s"]);
    let mut findings = findings(&StudySection::all(&tables, &about)[0]);
    assert_eq!(findings.len(), 1);
    let finding = findings.remove(0);
    for line in finding
        .table
        .iter()
        .flat_map(|table| table.markdown().lines().map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(!line.starts_with('|') || line.chars().count() <= 100, "{line}");
    }
    finding
}

fn headline(rows: &[ComparisonRow]) -> String {
    finding_with(rows, &[]).headline
}

#[test]
fn two_systems_by_one_metric() {
    for (delta, verdict, expected) in [
        (0.8, Better, "mine is better than base (BLEU): +0.80 [+0.20, +1.40], p = 0.009."),
        (-0.8, Worse, "mine is worse than base (BLEU): -0.80 [-1.40, -0.20], p = 0.009."),
        // An error rate: lower is better, and the verdict knows.
        (-0.8, Better, "mine is better than base (BLEU): -0.80 [-1.40, -0.20], p = 0.009."),
        (
            0.0,
            NotSignificant,
            "mine and base are not significantly different (BLEU): 0.00 [-0.60, +0.60], p = 0.009.",
        ),
        (0.0, Identical, "mine and base are identical: the same BLEU in every document."),
    ] {
        assert_eq!(headline(&[row("BLEU", "mine", "base", delta, Some(verdict))]), expected);
    }
}

#[test]
fn two_systems_without_a_verdict() {
    let cases = [
        (
            Reason::OneUnit,
            ReportedTest::JackknifeT,
            "one document does not show how the difference varies.",
        ),
        (
            Reason::TooFewUnits,
            ReportedTest::DifferenceInterval,
            "there are too few documents for a bootstrap test at 95 %, which takes 6 at least.",
        ),
        (
            Reason::TooFewReplicates,
            ReportedTest::DifferenceInterval,
            "B = 30 is too small for any p-value to be significant at 95 %; `B = 40` or more, or the \
             method `jackknife-t`, would give one.",
        ),
        (
            Reason::TooFewReplicates,
            ReportedTest::ApproximateRandomization,
            "trials = 30 is too small for any p-value to be significant at 95 %; `trials = 20` or more, \
             or the method `jackknife-t`, would give one.",
        ),
        (
            Reason::NoVariation,
            ReportedTest::JackknifeT,
            "the difference is the same in every document.",
        ),
        (Reason::NoData, ReportedTest::JackknifeT, "a system has no scores."),
    ];
    for (status, method, reason) in cases {
        let mut row = row("BLEU", "mine", "base", 0.8, None);
        row.cell.status = status.into();
        row.method = method;
        row.trials = Some(30);
        assert_eq!(headline(&[row]), format!("No verdict on mine and base (BLEU): {reason}"));
    }
}

/// Whether one system is better than another, by the verdicts of the first metrics.
fn answer(verdicts: &[Option<PairVerdict>]) -> String {
    let rows: Vec<ComparisonRow> = ["BLEU", "chrF", "COMET"]
        .iter()
        .zip(verdicts)
        .map(|(name, verdict)| row(name, "mine", "base", 0.8, *verdict))
        .collect();
    let text = headline(&rows);
    text.strip_prefix("Is mine better than base? ").unwrap().to_owned()
}

#[test]
fn two_systems_by_several_metrics() {
    let (up, down, same) = (Some(Better), Some(Worse), Some(NotSignificant));
    assert_eq!(answer(&[up, up, up]), "Yes, by all 3 metrics.");
    assert_eq!(answer(&[up, up]), "Yes, by both metrics.");
    assert_eq!(answer(&[up, up, same]), "Yes, by BLEU and chrF; COMET: not significant.");
    assert_eq!(answer(&[up, same, same]), "Yes, by BLEU; chrF and COMET: not significant.");
    assert_eq!(answer(&[down, down]), "No, it is worse by both metrics.");
    assert_eq!(
        answer(&[down, same, None]),
        "No, it is worse by BLEU; chrF: not significant; COMET: no verdict."
    );
    assert_eq!(
        answer(&[up, down, same]),
        "It depends on the metric: better by BLEU, worse by chrF; COMET: not significant."
    );
    assert_eq!(answer(&[same, same]), "Not shown: no difference is significant.");
    assert_eq!(answer(&[None, None]), "No metric has a verdict.");
    let identical = Some(Identical);
    assert_eq!(answer(&[identical, identical]), "No, they are identical by both metrics.");
    assert_eq!(
        answer(&[same, identical]),
        "Not shown: no difference is significant; chrF: identical."
    );
}

#[test]
fn two_systems_in_a_table() {
    let rows = [
        row("BLEU", "mine", "base", 0.8, Some(Better)),
        row("COMET", "mine", "base", 0.1, Some(NotSignificant)),
    ];
    let scores = [score("BLEU", "mine", 33.7), score("BLEU", "base", 32.9)];
    let finding = finding_with(&rows, &scores);
    assert_eq!(
        finding.sentences,
        [
            "1,420 segments in 160 documents. Whole documents left out in turn (jackknife-t, level 95 %)."
        ]
    );
    assert_eq!(
        finding.notes,
        [
            "The intervals of the two scores overlap (BLEU): both are scored on the same texts, and only \
             the difference decides."
        ]
    );
    let table = finding.table.unwrap().markdown();
    let lines: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(lines[0], "| metric | mine | base | difference | p | verdict |");
    assert_eq!(lines[2], "| BLEU | 33.70 | 32.90 | +0.80 \\[+0.20, +1.40\\] | 0.009 | better |");
    assert_eq!(lines[3], "| COMET | – | – | +0.10 \\[-0.50, +0.70\\] | 0.009 | n.s. |");
    let data = &finding.rows[0];
    assert_eq!((&data["verdict"], &data["score_a"]), (&">".into(), &33.7.into()));
    assert_eq!(data["ci_upper"], 1.4);
    assert_eq!(finding.rows[1]["verdict"], "~");
}

/// All pairs of `names`, of which the earlier is better by as many as they stand apart if that is at least
/// `enough`.
fn all_pairs(names: &[String], metric: &str, enough: usize) -> Vec<ComparisonRow> {
    let mut rows = Vec::new();
    for (i, a) in names.iter().enumerate() {
        for (j, b) in names.iter().enumerate().skip(i + 1) {
            let verdict = if j - i >= enough { Better } else { NotSignificant };
            rows.push(row(metric, a, b, (j - i) as f64, Some(verdict)));
        }
    }
    let family = u32::try_from(rows.len()).unwrap();
    for row in &mut rows {
        row.family = family;
    }
    rows
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("System-of-20-char-{index:02}")).collect()
}

#[test]
fn all_pairs_of_fifteen_systems_with_long_names() {
    let names = names(15);
    let scores: Vec<ScoreRow> =
        names.iter().enumerate().map(|(i, name)| score("BLEU", name, 40.0 - i as f64)).collect();
    let finding = finding_with(&all_pairs(&names, "BLEU", 3), &scores);
    assert_eq!(
        finding.headline,
        "78 of 105 pairs of systems are significantly different (BLEU, Holm over 105 pairs)."
    );
    assert_eq!(
        finding.sentences[1],
        "Best: System-of-20-char-00, significantly better than 12 of 14 others (not than \
         System-of-20-char-01 and System-of-20-char-02)."
    );
    assert_eq!(
        finding.notes,
        ["Holm's adjustment over 105 pairs: the probability that any significant difference of a \
             metric is false is at most 5 %. Intervals stand at the level of their test, and exclude 0 where the pair is significant."]
    );
    let table = finding.table.unwrap();
    assert_eq!(table.rows.len(), 15);
    let line: Vec<&str> = table.rows[2].iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(line, ["System-of-20-char-02", "38.00", "10", "0", "-2.00 [-2.60, -1.40]"]);
    // Two spaces between columns, as on a terminal.
    let widths = (0..table.header.len()).map(|column| {
        let cells = table.rows.iter().map(|row| &row[column]).chain([&table.header[column]]);
        cells.map(|cell| cell.text.chars().count()).max().unwrap() + 2
    });
    assert!(widths.sum::<usize>() <= 80, "{}", table.markdown());
    assert_eq!(finding.rows.len(), 105);
}

#[test]
fn all_pairs_by_several_metrics() {
    let names = names(4);
    let mut rows = all_pairs(&names, "BLEU", 1);
    rows.extend(all_pairs(&names, "chrF", 9));
    let finding = finding_with(&rows, &[]);
    assert_eq!(
        finding.headline,
        "Significantly different pairs of systems: 6 of 6 by BLEU, 0 of 6 by chrF (Holm over 6 pairs)."
    );
    // No system is best by a metric that finds no difference.
    assert_eq!(
        finding.sentences[1..],
        ["Best by BLEU: System-of-20-char-00, significantly better than all 3 others."]
    );
}

#[test]
fn nothing_significant_and_nothing_tested() {
    let names = names(3);
    let mut rows = all_pairs(&names, "BLEU", 9);
    assert_eq!(
        headline(&rows),
        "No pair of systems is significantly different (BLEU, Holm over 3 pairs)."
    );
    rows[1].verdict = Some(Better);
    assert_eq!(
        headline(&rows),
        "1 of 3 pairs of systems is significantly different (BLEU, Holm over 3 pairs)."
    );
    for row in &mut rows {
        row.verdict = None;
        row.cell.status = Reason::TooFewReplicates.into();
        row.method = ReportedTest::DifferenceInterval;
        row.trials = Some(100);
    }
    let finding = finding_with(&rows, &[]);
    assert_eq!(finding.headline, "No pair of systems has a verdict (BLEU, Holm over 3 pairs).");
    assert_eq!(
        finding.sentences[1],
        "No verdict on 3 pairs (BLEU): B = 100 is too small for any p-value to be significant at 95 %; \
         `B = 120` or more, or the method `jackknife-t`, would give one."
    );
}

fn adjusted_by(adjustment: Adjustment) -> Finding {
    let mut rows = all_pairs(&names(4), "BLEU", 2);
    for row in &mut rows {
        row.adjustment = adjustment;
    }
    finding_with(&rows, &[])
}

#[test]
fn adjustments_are_named() {
    let Finding { headline, notes, .. } = adjusted_by(Adjustment::None);
    assert_eq!(
        headline,
        "3 of 6 pairs of systems are significantly different (BLEU, not adjusted for the number of comparisons)."
    );
    assert_eq!(
        notes,
        [
            "P-values are not adjusted: of 6 comparisons without a difference, 0.300 would be called \
             significantly different on average."
        ]
    );
    let Finding { headline, notes, .. } = adjusted_by(Adjustment::BenjaminiHochberg);
    assert!(headline.ends_with("(BLEU, Benjamini-Hochberg over 6 pairs)."), "{headline}");
    assert!(
        notes[0].contains("of the significant differences of a metric at most 5 %"),
        "{notes:?}"
    );
}

/// A system for each of `verdicts`, which is that on it and the baseline.
fn versus_baseline(verdicts: &[PairVerdict]) -> Finding {
    let rows = verdicts.iter().enumerate().map(|(index, verdict)| {
        let delta = if *verdict == Worse { -1.0 } else { 1.0 };
        let mut row = row("BLEU", &format!("s{index}"), "base", delta, Some(*verdict));
        row.family = u32::try_from(verdicts.len()).unwrap();
        row
    });
    finding_with(&rows.collect::<Vec<_>>(), &[])
}

#[test]
fn several_systems_against_a_baseline() {
    assert_eq!(
        versus_baseline(&[Better, NotSignificant, Better, Worse]).headline,
        "2 of 4 systems are significantly better than base (BLEU, Holm over 4 pairs); 1 is worse."
    );
    assert_eq!(
        versus_baseline(&[Better, NotSignificant]).headline,
        "1 of 2 systems is significantly better than base (BLEU, Holm over 2 pairs)."
    );
    assert_eq!(
        versus_baseline(&[Worse, Worse]).headline,
        "None of 2 systems are significantly better than base (BLEU, Holm over 2 pairs); 2 are worse."
    );
    let none = versus_baseline(&[NotSignificant, NotSignificant]);
    assert_eq!(
        none.headline,
        "No system is significantly different from base (BLEU, Holm over 2 pairs)."
    );
    let table = versus_baseline(&[Worse, NotSignificant, Better]).table.unwrap();
    let systems: Vec<&str> = table.rows.iter().map(|row| row[0].text.as_str()).collect();
    assert_eq!(systems, ["s2", "s1", "s0"]);
}

#[test]
fn partial_judgments_and_single_documents() {
    let mut partial = row("MQM", "mine", "base", 0.8, Some(Better));
    partial.cell.judged_segments = Some(900);
    partial.cell.judged_documents = Some(88);
    let finding = finding_with(&[partial], &[]);
    assert!(
        finding.sentences[0].starts_with("900 of 1,420 segments in 88 of 160 documents scored. "),
        "{:?}",
        finding.sentences
    );
    let mut one = row("MQM", "mine", "base", 0.8, None);
    one.cell.documents = 1;
    one.cell.segments = Some(1);
    one.cell.judged_segments = Some(1);
    one.cell.judged_documents = Some(1);
    one.cell.status = Reason::OneUnit.into();
    let finding = finding_with(&[one], &[]);
    assert!(
        finding.sentences[0].starts_with("1 segment in 1 document. "),
        "{:?}",
        finding.sentences
    );
}

/// Systems that a metric has no scores of are named, and are in no count.
#[test]
fn systems_without_scores_are_left_out() {
    let names = names(4);
    let mut rows = all_pairs(&names, "BLEU", 1);
    rows.extend(all_pairs(&names, "MQM", 1));
    for row in &mut rows[6..] {
        if *row.system_b == *names[3] {
            row.cell.status = Reason::NoData.into();
            row.verdict = None;
        } else {
            row.family = 3;
        }
    }
    let finding = finding_with(&rows, &[]);
    assert_eq!(
        finding.headline,
        "Significantly different pairs of systems: 6 of 6 by BLEU, 3 of 3 by MQM (Holm)."
    );
    assert_eq!(finding.sentences.last().unwrap(), "Without scores by MQM: System-of-20-char-03.");
}

/// Single segments as units where segments of a document are alike.
#[test]
fn segments_as_units_are_warned_of() {
    let mut rows = [row("BLEU", "mine", "base", 0.8, Some(Better))];
    rows[0].resample = crate::table::Resampled::Segments;
    let finding = finding_with(&rows, &[score("BLEU", "mine", 50.0), score("BLEU", "base", 30.0)]);
    assert_eq!(
        finding.notes,
        [
            "Segments of a document are alike (design effect: BLEU 2.1): single segments as units find \
             differences that new texts do not show. Set `resample = \"documents\"`."
        ]
    );
}

#[test]
fn other_methods_are_counted() {
    let mut second = row("BLEU", "mine", "base", 0.8, Some(NotSignificant));
    second.method = ReportedTest::ApproximateRandomization;
    let finding = finding_with(&[row("BLEU", "mine", "base", 0.8, Some(Better)), second], &[]);
    assert_eq!(
        finding.sentences[1],
        "Significantly different by other methods: approximate-randomization 0 of 1 by BLEU."
    );
    assert_eq!(finding.rows.len(), 2);
}

fn with_margin(system: &str, verdict: Option<MarginVerdict>) -> ComparisonRow {
    ComparisonRow {
        margin: Some(0.3),
        margin_verdict: verdict,
        margin_required_units: Some(200.2),
        margin_status: Status::OK,
        ..row("BLEU", system, "base", 0.8, Some(NotSignificant))
    }
}

/// Headline, sentences, and the note on the margin.
fn told_of_margin(rows: &[ComparisonRow]) -> (String, Vec<String>, String) {
    let finding = finding_with(rows, &[]);
    let note = finding.notes.into_iter().find(|note| note.starts_with("The margin is 0.3 BLEU."));
    (finding.headline, finding.sentences, note.unwrap())
}

/// Margins come first: the headline says whether they are kept, a note what they are, and sentences what would decide.
#[test]
fn margins_are_told() {
    let (headline, sentences, note) = told_of_margin(&[with_margin("mine", Some(Pass))]);
    assert_eq!(
        headline,
        "Does mine lose less than the margin to base? Yes (pass on BLEU). mine and base are not significantly \
         different (BLEU): +0.80 [+0.20, +1.40], p = 0.009."
    );
    assert_eq!(sentences.len(), 1);
    assert!(note.contains("at 2.5 % each. A system passes where the whole interval"), "{note}");
    let (headline, sentences, note) = told_of_margin(&[
        with_margin("one", Some(Inconclusive)),
        with_margin("two", Some(Pass)),
        with_margin("three", Some(Fail)),
        with_margin("four", None),
        with_margin("five", Some(Pass)),
    ]);
    assert!(
        headline.starts_with(
            "Do all systems lose less than the margin to base? No (BLEU: three fail, one inconclusive, four no \
             verdict, two and five pass). "
        ),
        "{headline}"
    );
    assert_eq!(
        sentences[1],
        "BLEU, one: on about 200 documents (40 more) a system exactly as good as base passes 4 times in 5."
    );
    assert!(
        note.contains("after Holm's adjustment over the 5 pairs of a metric; the interval"),
        "{note}"
    );
    let enough = ComparisonRow {
        margin_required_units: Some(100.0 + 1e-12),
        ..with_margin("mine", Some(Inconclusive))
    };
    assert!(told_of_margin(&[enough]).1[1].ends_with("passes 4 times in 5 on 100 documents."));
    let none =
        ComparisonRow { margin_status: Reason::NoMargin.into(), ..with_margin("mine", None) };
    assert!(!finding_with(&[none], &[]).headline.contains("margin"));
}

/// Several metrics name the systems that are better than the baseline, with a line for each of few.
#[test]
fn several_systems_by_several_metrics() {
    let mut rows = Vec::new();
    for (metric, verdicts) in
        [("BLEU", [Better, Worse]), ("chrF", [NotSignificant, NotSignificant])]
    {
        for (system, verdict) in ["one", "two"].into_iter().zip(verdicts) {
            rows.push(row(metric, system, "base", 0.8, Some(verdict)));
        }
    }
    let finding = finding_with(&rows, &[score("BLEU", "base", 30.0)]);
    assert_eq!(
        finding.headline,
        "Which systems are better than base? one, by BLEU. two is worse by BLEU."
    );
    let table = finding.table.unwrap();
    let lines: Vec<String> = table
        .rows
        .iter()
        .map(|line| format!("{} {} {}", line[0].text, line[1].text.trim(), line[2].text.trim()))
        .collect();
    // The baseline stands in its place, and scores where they are known.
    assert_eq!(lines, ["base 30.00 –", "one +0.80* +0.80", "two +0.80* +0.80"]);
    assert!(table.notes[0].starts_with("* significantly different from base ("));
    let many: Vec<ComparisonRow> = (0..7)
        .flat_map(|system| {
            ["BLEU", "chrF"]
                .map(|metric| row(metric, &format!("s{system}"), "base", 0.8, Some(Better)))
        })
        .collect();
    assert_eq!(finding_with(&many, &[]).table.unwrap().rows.len(), 8);
}

/// No code of a reason reaches people, whatever is missing.
#[test]
fn every_reason_is_in_words() {
    for method in ReportedTest::ALL {
        for reason in Reason::ALL {
            let rows = ["BLEU", "chrF"].map(|metric| {
                let mut row = row(metric, "mine", "base", 0.8, None);
                (row.cell.status, row.method) = (reason.into(), method);
                row
            });
            for rows in [&rows[..1], &rows] {
                assert_no_codes(&finding_with(rows, &[]));
            }
        }
    }
}

/// What is said of the best of two of which chance explains this much.
fn sentence_on_luck(chance: f64) -> Option<String> {
    let best = ComparisonRow {
        chance_gain: Some(chance),
        ..row("BLEU", "mine", "base", 1.2, Some(Better))
    };
    let finding = finding_with(&[best, row("BLEU", "other", "base", 0.3, None)], &[]);
    finding.sentences.into_iter().find(|sentence| sentence.contains("luckiest"))
}

#[test]
fn the_best_of_several_gains_by_chance() {
    assert_eq!(
        sentence_on_luck(0.41).as_deref(),
        Some(
            "The best of 2 is also the luckiest. Chance explains 0.41 of the +1.20 of mine by BLEU."
        )
    );
    assert_eq!(
        sentence_on_luck(1.5).as_deref(),
        Some(
            "The best of 2 is also the luckiest. Chance explains all of the +1.20 of mine by BLEU (1.50 is to be \
             expected)."
        )
    );
    // Hardly anything, and what is no gain.
    assert_eq!([sentence_on_luck(0.01), sentence_on_luck(-0.4)], [None, None]);
}
