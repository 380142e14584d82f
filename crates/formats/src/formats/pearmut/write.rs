//! Logs as Pearmut writes them, of ratings whose order is known.

use serde_json::{Map, Value, json};

use crate::corpus::model::LoggedRating;

/// Seconds between the first action of a submission and its end.
const TAKES: f64 = 240.0;

/// A log of `ratings`, a line for each submission. The names of segments stand for texts, which ratings have none of.
pub fn log_of_pearmut(ratings: &[LoggedRating]) -> String {
    let submissions = ratings.chunk_by(|one, other| one.place == other.place);
    submissions.map(|submission| line(submission).to_string() + "\n").collect()
}

fn line(submission: &[LoggedRating]) -> Value {
    let (mut items, mut annotations) = (Vec::new(), Vec::new());
    for segment in submission.chunk_by(|one, other| one.segment == other.segment) {
        let name = &*segment[0].segment;
        let (mut shown, mut said) = (Map::new(), Map::new());
        for LoggedRating { system, score, .. } in segment {
            shown.insert(system.to_string(), json!(format!("{system} {name}")));
            said.insert(system.to_string(), json!({ "score": score }));
        }
        items.push(json!({ "item_id": name, "src": name, "tgt": shown }));
        annotations.push(Value::Object(said));
    }
    let LoggedRating { place, time, judge, .. } = &submission[0];
    let actions: Vec<Value> = time
        .iter()
        .flat_map(|end| [end - TAKES, *end])
        .map(|time| json!({ "time": time }))
        .collect();
    json!({
        "user_id": &**judge,
        "item_i": place,
        "item": items,
        "annotation": annotations,
        "actions": actions,
    })
}
