//! From a difference and a size to what it is worth, at three quantiles of what pairs of systems varied by elsewhere.

use super::reference::{FEWEST_CAMPAIGNS, RANGE};
use super::{Campaign, ExpectedStatus, Reference, script};
use crate::stats::expected::{Deviations, LeftOut, Outlook, PlannedTest};

/// Quantiles of deviations.
const QUANTILES: [f64; 3] = [RANGE.0, 0.5, RANGE.1];

/// Size of a test set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Segments of [`Question::words_per_segment`] words.
    Segments(f64),
    /// Documents, as long as those of the campaigns.
    Documents(f64),
    /// Words of the reference.
    Words(f64),
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The metric, as in a spec or in print.
    pub metric: String,
    /// The signature of the scores, if it is named.
    pub signature: Option<String>,
    /// Difference of two scores.
    pub difference: f64,
    /// Size of the test set.
    pub size: Size,
    /// Words of a segment of the reference.
    pub words_per_segment: f64,
    /// Confidence level of the test.
    pub level: f64,
    /// Wanted probability that the test finds a true difference.
    pub power: f64,
    /// Pairs of systems that are tested, of which this is one.
    pub family: u32,
    /// Language into which is translated, if it is named.
    pub target: Option<String>,
}

impl Question {
    /// Probability of error of the test of this pair: divided by the number of pairs.
    pub(super) fn alpha(&self) -> f64 {
        (1.0 - self.level) / f64::from(self.family)
    }
}

/// The answer, by quantile of what pairs vary by.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The quantiles, each with its deviation and what follows from it.
    pub outlooks: Vec<(f64, f64, Outlook)>,
    /// Words of the test set.
    pub words: f64,
    /// Words of a document (median of the campaigns).
    pub words_per_document: f64,
    /// Near pairs of all campaigns.
    pub pairs: usize,
    /// Of each campaign left out in turn, in the order of the campaigns.
    pub left_out: Vec<LeftOut>,
    /// How far the answer can be trusted.
    pub status: ExpectedStatus,
    /// The table that it is made of.
    pub reference: Reference,
}

/// What a difference is worth by one of the metrics of `references`.
///
/// # Errors
///
/// Why there is no answer, and the way out: no such metric, no difference, another signature, an unknown language.
pub fn expected(
    question: &Question,
    references: Vec<Reference>,
) -> Result<Expected, (String, String)> {
    let reference = reference_of(question, references)?;
    let Question { difference, power, .. } = *question;
    if difference == 0.0 {
        let message = "a difference of 0 is none: no test set shows it".to_owned();
        return Err((message, "name one that matters, such as `--difference 0.4`".to_owned()));
    }
    let is_other_script = is_other_script(question, &reference)?;
    let words_per_document = reference.median(|campaign| campaign.words / campaign.documents);
    let words = match question.size {
        Size::Segments(segments) => segments * question.words_per_segment,
        Size::Documents(documents) => documents * words_per_document,
        Size::Words(words) => words,
    };
    let near = reference.near(difference);
    let deviations = Deviations::new(&near);
    let test = PlannedTest { difference, words, alpha: question.alpha(), power };
    let outlooks = QUANTILES.iter().filter_map(|quantile| {
        let deviation = deviations.quantile(*quantile)?;
        Some((*quantile, deviation, test.outlook(deviation)?))
    });
    let status = match deviations.campaigns() {
        _ if is_other_script => ExpectedStatus::OtherLanguage,
        ..FEWEST_CAMPAIGNS => ExpectedStatus::FewCampaigns,
        _ => ExpectedStatus::Ok,
    };
    Ok(Expected {
        outlooks: outlooks.collect(),
        words,
        words_per_document,
        pairs: deviations.pairs(),
        left_out: reference.left_out(difference),
        status,
        reference,
    })
}

/// What is known of the metric.
fn reference_of(
    question: &Question,
    references: Vec<Reference>,
) -> Result<Reference, (String, String)> {
    let name = question.metric.to_lowercase();
    let offered = references.iter().filter(|reference| reference.is_offered());
    let offered: Vec<String> = offered.map(|reference| format!("`{}`", reference.metric)).collect();
    let help = format!(
        "there are {}; your own outputs answer for any metric: `runner compare`",
        offered.join(" and ")
    );
    let Some(reference) = references.into_iter().find(|reference| reference.metric == name) else {
        let message = format!("no campaigns are known by `{}`", question.metric);
        return Err((message, help));
    };
    if !reference.is_offered() {
        let message = format!(
            "`{name}` has no answer: of a campaign left out, the range of the others holds only {:.0} % of the pairs",
            100.0 * reference.held()
        );
        return Err((message, help));
    }
    let Some(other) = question
        .signature
        .as_deref()
        .and_then(|signature| other_part(signature, &reference.signature))
    else {
        return Ok(reference);
    };
    let message = format!("--signature: {other}, so that scores vary otherwise than in the table");
    Err((message, format!("the table has {}; `runner compare` takes any", reference.signature)))
}

/// The first part of a signature in the table that a signature has otherwise, or lacks; nothing where all are the same.
/// What else it has, such as a version, changes no score.
fn other_part(signature: &str, table: &str) -> Option<String> {
    let parts: Vec<&str> = signature.split('|').map(str::trim).collect();
    let different =
        table.split('|').filter(|part| part.contains(':')).find(|part| !parts.contains(part))?;
    let (key, _) = different.split_once(':')?;
    let written = parts.iter().find(|part| part.split(':').next() == Some(key));
    Some(match written {
        Some(written) => format!("it has `{written}`, the table `{different}`"),
        None => format!("it lacks `{different}`"),
    })
}

/// Returns `true` if no campaign is into the script of the target language.
fn is_other_script(question: &Question, reference: &Reference) -> Result<bool, (String, String)> {
    let Some(target) = &question.target else { return Ok(false) };
    let Some(wanted) = script(target) else {
        let message = format!("--target-language: the script of `{target}` is not known");
        return Err((
            message,
            format!("add it by ISO 15924, as in `{target}_Latn` or `{target}_Cyrl`"),
        ));
    };
    Ok(reference.campaigns.iter().all(|campaign| target_script(campaign).as_ref() != Some(&wanted)))
}

/// The script into which a campaign translates.
fn target_script(campaign: &Campaign) -> Option<String> {
    script(campaign.languages.rsplit('-').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::expect::{ExpectedRow, rows};
    use crate::stats::expected::EarlierPair;

    fn campaign(name: &str, deviations: &[f64]) -> Campaign {
        let pairs = deviations.iter();
        Campaign {
            name: name.to_owned(),
            languages: "en-de".to_owned(),
            year: 2026,
            domain: "news".to_owned(),
            source: "here".to_owned(),
            segments: 1000.0,
            words: 22_000.0,
            documents: 50.0,
            pairs: pairs.map(|&deviation| EarlierPair { difference: 0.2, deviation }).collect(),
        }
    }

    fn references() -> Vec<Reference> {
        let campaigns = vec![campaign("one", &[60.0, 72.0, 90.0]), campaign("two", &[84.0, 120.0])];
        vec![Reference {
            metric: "bleu".to_owned(),
            signature: "BLEU|nrefs:1|case:mixed|tok:13a".to_owned(),
            campaigns,
        }]
    }

    fn question() -> Question {
        Question {
            metric: "BLEU".to_owned(),
            signature: None,
            difference: 0.4,
            size: Size::Segments(2000.0),
            words_per_segment: 22.0,
            level: 0.95,
            power: 0.8,
            family: 1,
            target: None,
        }
    }

    fn answer(question: &Question) -> Vec<ExpectedRow> {
        rows(question, &expected(question, references()).unwrap_or_else(|why| panic!("{why:?}")))
    }

    fn refusal(question: &Question) -> (String, String) {
        expected(question, references()).err().unwrap_or_default()
    }

    fn with_signature(signature: &str) -> (String, String) {
        refusal(&Question { signature: Some(signature.to_owned()), ..question() })
    }

    fn status(target: &str) -> ExpectedStatus {
        answer(&Question { target: Some(target.to_owned()), ..question() })[0].status
    }

    #[test]
    fn sizes_are_segments_documents_or_words() {
        let by_segments = answer(&question());
        for size in [Size::Documents(100.0), Size::Words(44_000.0)] {
            assert_eq!(answer(&Question { size, ..question() }), by_segments);
        }
        let longer = answer(&Question { words_per_segment: 44.0, ..question() });
        assert!(
            (longer[0].required_segments - by_segments[0].required_segments / 2.0).abs() < 1e-9
        );
    }

    /// One of fifteen pairs needs a smaller p, and so more segments.
    #[test]
    fn a_pair_of_many_needs_more() {
        let (one, many) = (answer(&question()), answer(&Question { family: 15, ..question() }));
        assert!(many[1].significant < one[1].significant);
        assert!(many[1].required_segments > 1.5 * one[1].required_segments);
        assert_eq!((many[1].p_value, many[1].family), (one[1].p_value, 15));
    }

    #[test]
    fn refusals_name_the_way_out() {
        let (message, help) = refusal(&Question { metric: "comet".to_owned(), ..question() });
        assert_eq!(message, "no campaigns are known by `comet`");
        assert!(help.starts_with("there are `bleu`; your own outputs answer"), "{help}");
        let (message, _) = refusal(&Question { difference: 0.0, ..question() });
        assert_eq!(message, "a difference of 0 is none: no test set shows it");
        let (message, help) = with_signature("nrefs:1|case:mixed|tok:zh|version:2.6.0");
        assert!(message.contains("it has `tok:zh`, the table `tok:13a`"), "{message}");
        assert!(help.contains("BLEU|nrefs:1|case:mixed|tok:13a"), "{help}");
        assert!(with_signature("nrefs:1").0.contains("it lacks `case:mixed`"));
        assert_eq!(with_signature("tok:13a|case:mixed|nrefs:1|version:2.6.0").0, "");
        let (message, help) = refusal(&Question { target: Some("xx".to_owned()), ..question() });
        assert!(message.contains("`xx` is not known") && help.contains("xx_Latn"), "{message}");
    }

    #[test]
    fn another_script_has_a_status() {
        assert_eq!(
            [status("zh"), status("fr")],
            [ExpectedStatus::OtherLanguage, ExpectedStatus::FewCampaigns]
        );
    }

    /// A campaign far from the others is left out and not held: no answer by such a metric.
    #[test]
    fn a_metric_whose_range_does_not_hold_has_no_answer() {
        let mut references = references();
        let far = [1.0, 10.0, 100.0, 1000.0];
        references[0].campaigns =
            far.iter().map(|&s| campaign(&format!("c{s}"), &[s, s + 0.1, s + 0.2])).collect();
        assert!(!references[0].is_offered());
        let (message, help) = expected(&question(), references).err().unwrap_or_default();
        assert!(
            message.starts_with("`bleu` has no answer") && message.contains("only 50 %"),
            "{message}"
        );
        assert!(help.contains("your own outputs answer"), "{help}");
    }
}
