//! What judges say against each other, by each metric.

use super::row::{ContradictionRow, JuryRow};
use crate::analyses::common::phrases::MOST_LINES;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, chance, whole, words,
};
use crate::stats::reason::Reason;
use crate::words::{capitalised, counted, grouped_count, in_a_row};

/// One finding by each metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let pairs = section.rows::<JuryRow>();
    pairs.by_metric().iter().map(|metric| of_metric(section, metric)).collect()
}

fn of_metric(section: &StudySection<'_>, metric: &MetricRows<'_, JuryRow>) -> Finding {
    let judges = section.rows_of_metric::<ContradictionRow>(metric.key);
    let judges = judges.map_or_else(Vec::new, |rows| rows.iter().collect::<Vec<_>>());
    let pairs: Vec<&JuryRow> = metric.rows.iter().collect();
    let finding = match &pairs[..] {
        [pair] => Finding::new(section, "contradictions", verdict(pair)).sentences(another(pair)),
        _ => Finding::new(section, "contradictions", contradictions(&judges, &metric.title))
            .sentences(worst(&judges))
            .sentences(on_average(&pairs)),
    };
    let table = match &pairs[..] {
        [_] => None,
        _ => judge_table(section, &judges, &metric.title),
    };
    finding.table(table).notes(notes(&pairs)).rows(pairs).rows(judges)
}

/// What the judges say of one pair of systems.
fn verdict(pair: &JuryRow) -> String {
    let JuryRow { system_a, system_b, judges_for, judges_against, .. } = pair;
    let (more, fewer, [better, worse], significant) = if judges_for >= judges_against {
        (judges_for, judges_against, [system_a, system_b], pair.significant_against)
    } else {
        (judges_against, judges_for, [system_b, system_a], pair.significant_for)
    };
    let all = judges_for + judges_against;
    if all == 0 {
        return format!("No judge distinguishes {system_a} and {system_b}.");
    }
    let significantly = if significant > 0 {
        format!(", of which {significant} significantly")
    } else if *fewer > 0 {
        ", none significantly".to_owned()
    } else {
        String::new()
    };
    format!(
        "{more} of {} prefer {better} to {worse}, {fewer} {worse}{significantly}.",
        counted(all as usize, "judge")
    )
}

fn another(pair: &JuryRow) -> Option<String> {
    let better = if pair.difference? > 0.0 { &pair.system_a } else { &pair.system_b };
    let here = chance(pair.new_judge_agrees?);
    let elsewhere = pair.new_judge_agrees_new_texts.map(chance);
    let elsewhere =
        elsewhere.map_or_else(String::new, |chance| format!(", {chance} on other texts"));
    Some(format!("At most {here} that another judge like these prefers {better}{elsewhere}."))
}

fn contradictions(judges: &[&ContradictionRow], metric: &str) -> String {
    let both: u64 = judges.iter().map(|row| row.both_significant).sum();
    let contradict: u64 = judges.iter().map(|row| row.contradict).sum();
    let title = capitalised(metric);
    if contradict == 0 {
        return format!(
            "{title}: no two judges contradict each other significantly, in {} that both decide.",
            grouped_count(both, "case")
        );
    }
    format!(
        "{title}: two judges contradict each other significantly in {contradict} of {} that both decide.",
        grouped_count(both, "case")
    )
}

/// The judges who contradict each other most often.
fn worst(judges: &[&ContradictionRow]) -> Option<String> {
    let most = judges.iter().map(|row| row.contradict).max().filter(|most| *most > 0)?;
    let worst = judges.iter().find(|row| row.contradict == most)?;
    Some(format!(
        "Most often {} and {}: in {most} of {} of systems.",
        worst.judge_a,
        worst.judge_b,
        grouped_count(worst.both_significant, "pair")
    ))
}

fn on_average(pairs: &[&JuryRow]) -> Option<String> {
    let chances: Vec<f64> = pairs.iter().filter_map(|pair| pair.new_judge_agrees).collect();
    let count = chances.len();
    let mean = crate::stats::moments::mean(chances.into_iter())?;
    Some(format!(
        "Over {}, another judge like these agrees with their mean in at most {}.",
        counted(count, "pair"),
        chance(mean)
    ))
}

fn notes(pairs: &[&JuryRow]) -> Vec<String> {
    let mut notes = Vec::new();
    let few: Vec<&str> = pairs
        .iter()
        .filter(|pair| pair.status == Reason::TooFewJudges.into())
        .map(|pair| &*pair.system_a)
        .take(1)
        .collect();
    if !few.is_empty() {
        notes.push(
            "Fewer than three judges (or families) do not show what another one would say."
                .to_owned(),
        );
    }
    notes.push(
        "Judges trained on the same data are not independent, which no number here shows: name them as `families`."
            .to_owned(),
    );
    notes
}

fn judge_table(
    section: &StudySection<'_>,
    judges: &[&ContradictionRow],
    metric: &str,
) -> Option<TextTable> {
    let mut judges = judges.to_vec();
    judges.sort_by_key(|row| std::cmp::Reverse((row.contradict, row.both_significant)));
    let lines = judges.into_iter().take(MOST_LINES).map(|row: &ContradictionRow| {
        vec![
            words(&in_a_row(&[&*row.judge_a, &*row.judge_b], "and")),
            whole(Some(row.pairs as f64)),
            whole(Some(row.both_significant as f64)),
            whole(Some(row.contradict as f64)),
            TextCell::optional(row.share, chance),
        ]
    });
    let caption = format!("{metric}: judges who contradict each other on systems.");
    let header = ["judges", "pairs", "both significant", "contradict", "share"];
    short_table(section, ("contradictions", &caption), &header, lines.collect(), "contradictions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::findings_of;

    fn pair(against: u32) -> JuryRow {
        JuryRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "jury".into(),
            system_a: "A".into(),
            system_b: "B".into(),
            difference: Some(-0.2),
            judges: 5,
            judges_for: 5 - against,
            judges_against: against,
            significant_for: 1,
            new_judge_agrees: Some(0.83),
            new_judge_agrees_new_texts: Some(0.8),
            ..JuryRow::default()
        }
    }

    #[test]
    fn the_majority_leads() {
        let finding = findings_of(vec![pair(4)], findings).remove(0);
        assert_eq!(finding.headline, "4 of 5 judges prefer B to A, 1 A, of which 1 significantly.");
        assert_eq!(
            finding.sentences,
            ["At most 83 % that another judge like these prefers B, 80 % on other texts."]
        );
        let all = findings_of(vec![JuryRow { significant_for: 0, ..pair(5) }], findings).remove(0);
        assert_eq!(all.headline, "5 of 5 judges prefer B to A, 0 A.");
    }

    #[test]
    fn many_pairs_are_counted() {
        let other = JuryRow { system_b: "C".into(), ..pair(3) };
        let finding = findings_of(vec![pair(4), other], findings).remove(0);
        assert_eq!(
            finding.headline,
            "Jury: no two judges contradict each other significantly, in 0 cases that both decide."
        );
        assert_eq!(
            finding.sentences,
            ["Over 2 pairs, another judge like these agrees with their mean in at most 83 %."]
        );
    }
}
