//! Examples on the page: a fragment of its own, whose texts the template escapes.

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::changes::{Piece, changes_of, pieces};
use super::tables::tables;
use super::wording::{
    NOTES, headline, metrics, place, scores, sentences, side_title, sides, unscored,
};
use crate::analyses::examples::{Example, Examples, MetricParts, SystemExamples};
use crate::presentation::metric_in_print;

/// The fragment, included by the page where there are examples.
pub(in crate::report) const TEMPLATE: &str = include_str!("../page/examples.html");

/// Its style.
pub(in crate::report) const STYLE: &str = include_str!("../page/examples.css");

/// What the fragment shows.
pub(in crate::report) fn context(examples: &Examples) -> Value {
    let systems = examples.systems.iter().map(|system| of_system(examples, system));
    context! {
        baseline => examples.baseline.as_str(),
        has_texts => examples.has_texts,
        systems => systems.collect::<Vec<_>>(),
        notes => NOTES.to_vec(),
    }
}

fn of_system(examples: &Examples, system: &SystemExamples) -> Value {
    let metric = |parts: &MetricParts| {
        context! {
            name => metric_in_print(&parts.metric),
            sentences => sentences(examples, &system.system, parts),
            tables => Value::from(Serde(tables(examples, parts))),
        }
    };
    let metrics: Vec<Value> = metrics(system).map(metric).collect();
    let selected_by = system.selected_by.as_deref();
    let sides = sides(examples, system).into_iter().map(|(favoured, segments)| {
        context! {
            title => side_title(favoured, selected_by.unwrap_or_default(), segments.len()),
            segments => segments.iter().map(|example| segment(example, selected_by)).collect::<Vec<_>>(),
        }
    });
    let sides: Vec<Value> = sides.filter(|_| selected_by.is_some()).collect();
    context! {
        name => system.system.as_str(),
        headline => headline(examples, system),
        unscored => unscored(system),
        metrics => metrics,
        sides => sides,
    }
}

fn segment(example: &Example, selected_by: Option<&str>) -> Value {
    let texts = example.texts.as_ref().map(|texts| {
        let outputs = [texts.baseline.as_ref(), texts.system.as_ref()];
        let changed = changes_of(outputs);
        let [baseline, system] = [0, 1].map(|side| {
            let pieces = outputs[side].map(|output| pieces(output, &changed[side]));
            pieces.unwrap_or_default().iter().map(piece).collect::<Vec<_>>()
        });
        context! {
            source => texts.source.as_deref(),
            reference => texts.reference.as_deref(),
            baseline => baseline,
            system => system,
        }
    });
    context! {
        place => place(example),
        scores => scores(example, selected_by),
        texts => texts,
    }
}

fn piece(piece: &Piece<'_>) -> Value {
    context! {
        text => piece.text,
        is_changed => piece.is_changed,
        is_error => piece.is_error,
        labels => piece.labels.clone(),
    }
}
