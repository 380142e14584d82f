//! Scores of sums that another program counted: METEOR, ratios such as HTER, and weighted terms such as the X-score.
//!
//! Rows are what was counted. METEOR counts whole numbers; other columns are in millionths, so that numbers of up to six
//! decimals are exact, and others are rounded at the sixth.
//!
//! This module knows nothing of corpora; it reads plain slices.

use std::sync::Arc;

use super::config::{GivenConfig, GivenFormula, MeteorFormula, ScoreLevel};
use super::external::{ScoreError, word};
use super::fixed_point::round;
use super::{Rows, Scorer, Statistics, StatisticsRows};

/// Parts of one in the columns of ratios and terms.
const PARTS: f64 = 1e6;

/// Largest magnitude of a number: sums over eight million segments stay within `i64`.
const LARGEST: f64 = 1e6;

/// Statistics of one system from the columns of [`GivenConfig::columns`], in that order. A segment (or document) that has
/// no number in one of them is absent.
///
/// # Errors
///
/// See [`ScoreError`].
pub fn statistics(
    columns: &[Vec<Option<f64>>],
    config: &GivenConfig,
) -> Result<Statistics, ScoreError> {
    let names = config.columns();
    for (column, name) in columns.iter().zip(&names) {
        check(column, name, config)?;
    }
    let count = columns.first().map_or(0, Vec::len);
    let scorer = scorer(config);
    let mut rows = Rows::with_capacity(scorer.columns(), count);
    for at in 0..count {
        let numbers: Option<Vec<f64>> = columns.iter().map(|column| column[at]).collect();
        match (numbers, &config.formula) {
            (None, _) => rows.push_absent(),
            (Some(numbers), GivenFormula::Meteor(_)) => {
                let row = meteor_row(&numbers).ok_or_else(|| ScoreError::NotOfMeteor {
                    first: names[0].clone(),
                    last: names[names.len() - 1].clone(),
                    level: word(config.level),
                    place: at + 1,
                })?;
                rows.push(&row);
            }
            (Some(numbers), formula) => {
                let mut row: Vec<i64> =
                    numbers.iter().map(|number| round(number * PARTS)).collect();
                row.extend(matches!(formula, GivenFormula::Terms(_)).then_some(1));
                rows.push(&row);
            }
        }
    }
    Ok(Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer })
}

/// Whether all numbers of a column are what the formula reads.
fn check(column: &[Option<f64>], name: &str, config: &GivenConfig) -> Result<(), ScoreError> {
    let (least, needed) = match config.formula {
        GivenFormula::Meteor(_) => (0.0, "a whole number from 0 to 1,000,000"),
        GivenFormula::Ratio(_) => (0.0, "a number from 0 to 1,000,000"),
        GivenFormula::Terms(_) => (-LARGEST, "a number from -1,000,000 to 1,000,000"),
    };
    let is_whole = matches!(config.formula, GivenFormula::Meteor(_));
    for (at, number) in column.iter().enumerate() {
        let Some(value) = *number else { continue };
        let is_in_range = (least..=LARGEST).contains(&value);
        if !is_in_range || (is_whole && value.fract() != 0.0) {
            let (score, level) = (name.to_owned(), word(config.level));
            return Err(ScoreError::Unfit { score, level, place: at + 1, value, needed });
        }
    }
    Ok(())
}

fn scorer(config: &GivenConfig) -> Arc<dyn Scorer> {
    match &config.formula {
        GivenFormula::Meteor(formula) => Arc::new(MeteorScorer(formula.clone())),
        GivenFormula::Ratio(ratio) => Arc::new(RatioScorer { scale: ratio.scale }),
        GivenFormula::Terms(terms) => {
            Arc::new(TermsScorer { weights: terms.values().copied().collect() })
        }
    }
}

/// Everything that changes the number.
pub fn signature(config: &GivenConfig) -> String {
    let formula = match &config.formula {
        GivenFormula::Meteor(MeteorFormula { columns, alpha, beta, gamma, delta, weights }) => {
            let weights = weights.map(|weight| weight.to_string()).join(",");
            format!(
                "meteor:{columns}|alpha:{alpha}|beta:{beta}|gamma:{gamma}|delta:{delta}|weights:{weights}"
            )
        }
        GivenFormula::Ratio(ratio) => {
            format!("ratio:{}/{}|scale:{}", ratio.numerator, ratio.denominator, ratio.scale)
        }
        GivenFormula::Terms(terms) => {
            let terms: Vec<String> =
                terms.iter().map(|(name, weight)| format!("{weight}*{name}")).collect();
            format!("terms:{}", terms.join("+"))
        }
    };
    let level = match config.level {
        ScoreLevel::Segment => "",
        ScoreLevel::Document => "|level:document",
    };
    let better = if config.higher_is_better() { "higher" } else { "lower" };
    format!("given|{formula}{level}|better:{better}")
}

/// Modules of METEOR: words, stems, synonyms, paraphrases.
const MODULES: usize = 4;

/// Columns of a row of METEOR, in the order of the program. All but the chunks are of the output and, behind it, of the
/// reference.
const LENGTH: usize = 0;
const FUNCTION_WORDS: usize = 2;
const MATCHES: usize = 4;
const CHUNKS: usize = MATCHES + 4 * MODULES;
const MATCHED: usize = CHUNKS + 1;

/// The row of a segment; `None` where the numbers contradict each other, as they do in another order.
///
/// A segment that is matched whole on both sides in one chunk adds none, as in the program.
fn meteor_row(numbers: &[f64]) -> Option<Vec<i64>> {
    let mut row: Vec<i64> = numbers.iter().map(|number| round(*number)).collect();
    let mut is_whole = row[CHUNKS] == 1;
    for side in 0..2 {
        let matched: i64 = (0..2 * MODULES).map(|at| row[MATCHES + 2 * at + side]).sum();
        let length = row[LENGTH + side];
        if matched != row[MATCHED + side] || matched > length || row[FUNCTION_WORDS + side] > length
        {
            return None;
        }
        is_whole &= matched == length;
    }
    if is_whole {
        row[CHUNKS] = 0;
    }
    Some(row)
}

struct MeteorScorer(MeteorFormula);

impl MeteorScorer {
    /// Weighted matches of a side over its weighted words; 0 where it has none.
    fn matched_share(&self, sums: &[i64], side: usize) -> f64 {
        let MeteorFormula { delta, weights, .. } = &self.0;
        let functions = sums[FUNCTION_WORDS + side];
        let words =
            delta * (sums[LENGTH + side] - functions) as f64 + (1.0 - delta) * functions as f64;
        let mut matches = 0.0;
        for (module, weight) in weights.iter().enumerate() {
            let at = MATCHES + 4 * module + side;
            matches += weight * (delta * sums[at] as f64 + (1.0 - delta) * sums[at + 2] as f64);
        }
        if words > 0.0 { matches / words } else { 0.0 }
    }
}

impl Scorer for MeteorScorer {
    fn columns(&self) -> usize {
        MATCHED + 2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        let MeteorFormula { alpha, beta, gamma, .. } = &self.0;
        let (precision, recall) = (self.matched_share(sums, 0), self.matched_share(sums, 1));
        if precision <= 0.0 || recall <= 0.0 {
            return Some(0.0);
        }
        let mean = 1.0 / ((1.0 - alpha) / precision + alpha / recall);
        // Over the mean of both sides: a paraphrase may match phrases of different lengths.
        let chunks = 2.0 * sums[CHUNKS] as f64 / (sums[MATCHED] + sums[MATCHED + 1]) as f64;
        Some(mean * (1.0 - gamma * libm::pow(chunks, *beta)))
    }
}

struct RatioScorer {
    scale: f64,
}

impl Scorer for RatioScorer {
    fn columns(&self) -> usize {
        2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        // Both columns are in the same parts of one, which cancel.
        (sums[1] > 0).then(|| self.scale * sums[0] as f64 / sums[1] as f64)
    }
}

struct TermsScorer {
    weights: Vec<f64>,
}

impl Scorer for TermsScorer {
    fn columns(&self) -> usize {
        self.weights.len() + 1
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        let (count, terms) = sums.split_last()?;
        let mut sum = 0.0;
        for (weight, term) in self.weights.iter().zip(terms) {
            sum += weight * *term as f64;
        }
        (*count > 0).then(|| sum / (PARTS * *count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::RatioFormula;
    use super::*;

    fn config(formula: GivenFormula) -> GivenConfig {
        GivenConfig { formula, level: ScoreLevel::Segment, higher_is_better: None }
    }

    fn columns(rows: &[&[f64]]) -> Vec<Vec<Option<f64>>> {
        (0..rows[0].len()).map(|at| rows.iter().map(|row| Some(row[at])).collect()).collect()
    }

    fn rows(statistics: &Statistics) -> &Rows {
        match &statistics.rows {
            StatisticsRows::Fixed(rows) => rows,
            _ => panic!("what was counted does not depend on the test set"),
        }
    }

    fn score(statistics: &Statistics) -> Option<f64> {
        statistics.scorer.score(&rows(statistics).sums())
    }

    const FIRST: [f64; 23] = [
        10.0, 9.0, 4.0, 3.0, 4.0, 4.0, 2.0, 2.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 3.0, 7.0, 7.0,
    ];
    const SECOND: [f64; 23] = [
        6.0, 6.0, 2.0, 2.0, 4.0, 4.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.0, 0.0, 1.0, 6.0, 6.0,
    ];

    /// Values worked out from the formulas in numpy.
    #[test]
    fn meteor_of_segments_and_of_their_sums() {
        let config = config(GivenFormula::Meteor(MeteorFormula::default()));
        let both = statistics(&columns(&[&FIRST, &SECOND]), &config).unwrap();
        let first = both.scorer.score_segment(rows(&both).row(0)).unwrap();
        assert!((first - 0.368_687).abs() < 5e-7, "{first}");
        assert_eq!(both.scorer.score_segment(rows(&both).row(1)), Some(1.0));
        let all = score(&both).unwrap();
        assert!((all - 0.468_412).abs() < 5e-7, "{all}");
        let scorer = MeteorScorer(MeteorFormula::default());
        let shares = [0, 1].map(|side| scorer.matched_share(rows(&both).row(0), side));
        assert!((shares[0] - 0.718_182).abs() < 5e-7 && (shares[1] - 0.752_381).abs() < 5e-7);
        assert_eq!(
            statistics(&columns(&[&[0.0; 23]]), &config).map(|none| score(&none)),
            Ok(Some(0.0))
        );
    }

    /// What METEOR 1.5 (`java -jar meteor-1.5.jar OUTPUT REFERENCE -l en -m exact -ssOut`, and without `-ssOut`) wrote of six
    /// lower-cased segments: their first eight and their last three numbers, and their scores.
    const PROGRAM: [([i32; 11], f64); 6] = [
        ([7, 6, 3, 2, 4, 4, 2, 2, 2, 6, 6], 0.512_860_132_947_990_3),
        ([8, 8, 3, 2, 5, 5, 2, 2, 2, 7, 7], 0.459_929_973_410_053_7),
        ([4, 3, 1, 1, 2, 2, 1, 1, 1, 3, 3], 0.487_045_025_584_836_37),
        ([9, 10, 5, 6, 4, 4, 5, 5, 3, 9, 9], 0.493_671_488_517_963_4),
        ([7, 7, 3, 3, 4, 4, 3, 3, 5, 7, 7], 0.439_048_074_310_917_97),
        ([7, 7, 3, 3, 4, 4, 3, 3, 2, 7, 7], 0.532_977_675_069_297_6),
    ];

    #[test]
    fn meteor_is_that_of_its_program() {
        let config = config(GivenFormula::Meteor(MeteorFormula::default()));
        let segments: Vec<Vec<f64>> = PROGRAM
            .iter()
            .map(|(numbers, _)| {
                let numbers = numbers.map(f64::from);
                [&numbers[..8], &[0.0; 12], &numbers[8..]].concat()
            })
            .collect();
        let segments: Vec<&[f64]> = segments.iter().map(Vec::as_slice).collect();
        let all = statistics(&columns(&segments), &config).unwrap();
        for (at, (_, expected)) in PROGRAM.iter().enumerate() {
            let score = all.scorer.score_segment(rows(&all).row(at)).unwrap();
            assert!((score - expected).abs() < 1e-15, "segment {at}: {score}");
        }
        let score = score(&all).unwrap();
        assert!((score - 0.480_892_288_302_873_9).abs() < 1e-15, "{score}");
    }

    #[test]
    fn numbers_in_another_order_are_refused() {
        let config = config(GivenFormula::Meteor(MeteorFormula::default()));
        let mut other = FIRST;
        other.swap(20, 21);
        let error = statistics(&columns(&[&SECOND, &other]), &config).err().unwrap().to_string();
        assert_eq!(
            error,
            "scores meteor-1 to meteor-23, segment 2: these are not the 23 numbers of METEOR 1.5 in its order, since \
             they contradict each other"
        );
        other = FIRST;
        other[0] = 10.5;
        let error = statistics(&columns(&[&other]), &config).err().unwrap().to_string();
        assert_eq!(
            error,
            "score meteor-1, segment 1: 10.5 is not a whole number from 0 to 1,000,000"
        );
    }

    #[test]
    fn a_ratio_is_one_of_sums() {
        let (numerator, denominator) = ("edits".to_owned(), "words".to_owned());
        let ratio = RatioFormula { numerator, denominator, scale: 100.0 };
        let config =
            GivenConfig { higher_is_better: Some(false), ..config(GivenFormula::Ratio(ratio)) };
        let hter =
            statistics(&columns(&[&[3.0, 10.5], &[0.0, 5.0], &[2.0, 4.5]]), &config).unwrap();
        assert_eq!(score(&hter), Some(25.0));
        assert_eq!(rows(&hter).row(0), [3_000_000, 10_500_000]);
        assert_eq!(hter.scorer.score(&[0, 0]), None);
        assert_eq!(signature(&config), "given|ratio:edits/words|scale:100|better:lower");
        let error = statistics(&columns(&[&[-1.0, 2.0]]), &config).err().unwrap().to_string();
        assert_eq!(error, "score edits, segment 1: -1 is not a number from 0 to 1,000,000");
    }

    /// The X-score of two documents with 3, 1, 2, 1 and 2, 0, 1, 3: 1, and -.5 in the mean.
    #[test]
    fn terms_are_a_mean_of_weighted_sums() {
        let weights = [("advadj", -1.0), ("padj", -1.0), ("relsubj", 1.0), ("relsubjpass", 1.0)];
        let terms = weights.map(|(name, weight)| (name.to_owned(), weight)).into();
        let config =
            GivenConfig { level: ScoreLevel::Document, ..config(GivenFormula::Terms(terms)) };
        assert_eq!(config.columns(), weights.map(|(name, _)| name));
        let one = columns(&[&[1.0, 2.0, 3.0, 1.0]]);
        assert_eq!(score(&statistics(&one, &config).unwrap()), Some(1.0));
        let mut two = columns(&[&[1.0, 2.0, 3.0, 1.0], &[3.0, 1.0, 2.0, 0.0], &[9.0; 4]]);
        two[2][2] = None;
        let mean = statistics(&two, &config).unwrap();
        assert_eq!(score(&mean), Some(-0.5));
        assert!(!rows(&mean).is_present(2));
        let expected =
            "given|terms:-1*advadj+-1*padj+1*relsubj+1*relsubjpass|level:document|better:higher";
        assert_eq!(signature(&config), expected);
    }
}
