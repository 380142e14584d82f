//! `runner expect`: what a difference is worth before there are any data, by what other campaigns were like.

mod arguments;

pub(super) use arguments::ExpectArguments;

use serde_json::{Value, json};

use super::options::Format;
use super::texts::LEVEL;
use super::{Failure, print_json, print_styled};
use crate::analyses::expect::{self, Expected, Question, Reference, Size, expected};
use crate::report;

pub(super) fn expect(arguments: &ExpectArguments) -> Result<(), Failure> {
    let question = question(arguments);
    let expected = expected(&question, Reference::all())
        .map_err(|(message, help)| Failure::refusal(message, help))?;
    let finding = expect::finding(&question, &expected);
    match arguments.format {
        Format::Text => print_styled(|is_styled| {
            report::expect::text(&finding, &expected.reference.signature, is_styled)
        }),
        Format::Json => print_json(&json!({
            "verdict": finding.headline,
            "sentences": finding.sentences,
            "notes": finding.notes,
            "expected": finding.rows,
            "campaigns": campaigns(&expected),
        })),
    }
}

fn question(arguments: &ExpectArguments) -> Question {
    let ExpectArguments { segments, documents, words, .. } = arguments;
    let size = match (segments, documents, words) {
        (Some(segments), ..) => Size::Segments(f64::from(*segments)),
        (_, Some(documents), _) => Size::Documents(f64::from(*documents)),
        (.., words) => Size::Words(f64::from(words.expect("the parser wants one of the three"))),
    };
    Question {
        metric: arguments.metric.clone(),
        signature: arguments.signature.clone(),
        difference: arguments.difference,
        size,
        words_per_segment: arguments.words_per_segment,
        level: arguments.level.unwrap_or(LEVEL),
        power: arguments.power,
        family: arguments.pairs,
        target: arguments.target_language.clone(),
    }
}

/// What the campaigns were, each with the share of its near pairs that the range of the others holds.
fn campaigns(expected: &Expected) -> Vec<Value> {
    let campaigns = expected.reference.campaigns.iter().zip(&expected.left_out);
    let objects = campaigns.map(|(campaign, left_out)| {
        json!({
            "campaign": campaign.name,
            "languages": campaign.languages,
            "year": campaign.year,
            "domain": campaign.domain,
            "source": campaign.source,
            "segments": campaign.segments,
            "words": campaign.words,
            "documents": campaign.documents,
            "near_pairs": left_out.pairs,
            "inside": left_out.share(),
        })
    });
    objects.collect()
}
