//! Decisions of the finding: reasons, the law of sizes, and the hardest pair.

use super::*;
use crate::analyses::common::one_study::{cell, each_reason};
use crate::presentation::About;
use crate::stats::reason::Status;
use crate::table::Tables;

/// A pair with its deviation among `pairs` pairs: 160 documents here. Sizes go with the square of the
/// deviation over the effect.
fn pair(metric: &str, names: [&str; 2], stdev: f64, pairs: u32) -> Vec<PowerRow> {
    let rows = [0.5, 1.0, 2.0].map(|effect| {
        let units = 1000.0 * stdev * stdev / (effect * effect);
        PowerRow {
            cell: cell(metric, None, 160),
            system_a: names[0].into(),
            system_b: names[1].into(),
            effect: Some(effect),
            level: 0.95,
            power: 0.8,
            pairs,
            units: Some(160),
            stdev: Some(stdev),
            interval_status: Status::OK,
            required_units: Some(units),
            required_units_lower: Some(units / 2.0),
            required_units_upper: Some(units * 2.0),
            required_documents: Some(units.ceil()),
            required_units_any_pair: Some(units * 2.2),
            required_units_any_pair_lower: Some(units * 1.1),
            required_units_any_pair_upper: Some(units * 4.4),
            smallest_detectable_effect: Some(2.5 * stdev),
            smallest_detectable_effect_any_pair: Some(3.7 * stdev),
            law_status: Reason::TooFewSizes.into(),
            resample: crate::table::Resampled::Documents,
            ..PowerRow::default()
        }
    });
    rows.to_vec()
}

fn finding(rows: &[PowerRow]) -> Finding {
    let mut tables = Tables::default();
    tables.insert(rows.to_vec());
    let about = About::of_studies(&["s"]);
    let mut findings = findings(&StudySection::all(&tables, &about)[0]);
    assert_eq!(findings.len(), 1);
    findings.remove(0)
}

#[test]
fn every_reason_is_in_words() {
    // Alone, and beside a pair with a size.
    for others in [Vec::new(), pair("BLEU", ["a", "c"], 0.4, 2)] {
        each_reason(
            |reason| {
                let mut row = pair("BLEU", ["a", "b"], 0.4, 1).remove(0);
                row.cell.status = reason.into();
                (row.effect, row.smallest_detectable_effect) = (None, None);
                [others.clone(), vec![row]].concat()
            },
            findings,
        );
    }
}

#[test]
fn a_law_that_does_not_hold_is_said() {
    let [slight, by_chance, small, large] = [(1.1, 0.001), (1.4, 0.2), (1.4, 0.001), (0.7, 0.001)]
        .map(|(drift, p)| {
            let mut rows = pair("BLEU", ["a", "b"], 0.4, 1);
            for row in &mut rows {
                row.law_exponent = Some(0.31);
                row.law_drift = Some(drift);
                row.law_p_value = Some(p);
            }
            finding(&rows).sentences
        });
    assert_eq!((slight.len(), by_chance.len()), (1, 1));
    assert_eq!(
        small[1],
        "Caution: by BLEU, the standard deviation of the difference goes as n^-0.31 along growing test sets, \
         not as n^-0.5; sizes beyond this test set are then too small."
    );
    assert!(large[1].ends_with("are then too large."));
}

/// The hardest pair takes most data for the leading effect, whatever the deviations are: sizes depend on the errors of these,
/// too. Generated samples of up to 12 pairs, some of them alike, and some without a size.
#[test]
fn the_hardest_pair_takes_most_data() {
    let mut state = 1_u64;
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    for sample in 0..500 {
        let count = 2 + below(11);
        let mut rows: Vec<PowerRow> = Vec::new();
        let mut taken: Vec<(f64, f64, String)> = Vec::new();
        for number in 0..count {
            // Coarse, so that pairs tie.
            let stdev = 0.2 + 0.1 * below(5) as f64;
            let factor = 1.0 + below(4) as f64;
            let name = format!("s{:02}", (7 * number + sample) % 100);
            let mut own = pair("BLEU", [&name, "t"], stdev, u32::try_from(count).unwrap());
            let is_known = below(6) > 0;
            for row in &mut own {
                let units = row.required_units_any_pair.map(|units| units * factor);
                row.required_units_any_pair = units.filter(|_| is_known);
                row.required_units = row.required_units.filter(|_| is_known);
                row.smallest_detectable_effect = Some(2.5 * stdev * factor.sqrt());
            }
            rows.extend(own);
            taken.push((
                if is_known { stdev * stdev * factor } else { f64::INFINITY },
                stdev,
                name,
            ));
        }
        taken.sort_by(|one, other| one.partial_cmp(other).unwrap());
        let mut tables = Tables::default();
        tables.insert(rows);
        let about = About::of_studies(&["s"]);
        let sections = StudySection::all(&tables, &about);
        let summaries = summaries(&sections[0]);
        let [hardest, typical] = [summaries[0].hardest(), summaries[0].typical()]
            .map(|pair| pair.unwrap().first().system_a.to_string());
        assert_eq!(hardest, taken[taken.len() - 1].2, "{taken:?}");
        assert_eq!(typical, taken[(taken.len() - 1) / 2].2, "{taken:?}");
    }
}
