//! The findings for scripts, unrounded.

use serde_json::{Value, json};

use super::views::{MetricView, PairView};
use super::{Answer, Conclusion};
use crate::analyses::{MarginRow, PowerRow};
use crate::report::warnings::to_json;
use crate::warning::Warning;

impl Answer<'_> {
    /// What the margins come to, warnings, notes, and an object for each finding: comparison, margin, power.
    pub fn json(&self) -> Value {
        let mut findings = vec![self.comparison_json()];
        if self.setting.reproduced.is_none() {
            let worst = [self.worst_note()];
            let margins = self.metrics.iter().flat_map(|metric| &metric.margins);
            let rows: Vec<Value> = margins.map(|row| margin_json(row)).collect();
            findings.push(self.finding("margin", &self.precision_headline(), &rows, &worst));
            let power = self.metrics.iter().flat_map(|metric| &metric.power_rows);
            let rows: Vec<Value> = power.map(|row| power_json(row)).collect();
            findings.push(self.finding("power", &self.power_headline(), &rows, &worst));
        }
        document(self.conclusion().map(Conclusion::name), self.warnings, &findings)
    }

    fn finding(&self, analysis: &str, headline: &str, rows: &[Value], notes: &[String]) -> Value {
        let cell = self.first().map(|row| &row.cell);
        json!({
            "analysis": analysis,
            "study": cell.map(|cell| &*cell.study),
            "corpus": cell.map(|cell| &*cell.corpus),
            "headline": headline,
            "rows": rows,
            "notes": notes,
        })
    }

    fn comparison_json(&self) -> Value {
        let headline = match self.margin_headline() {
            Some(margins) => format!("{margins} {}", self.headline()),
            None => self.headline(),
        };
        let of_metric = |metric: &MetricView<'_>| -> Vec<Value> {
            metric.pairs.iter().map(|pair| self.pair_json(metric, pair)).collect()
        };
        let rows: Vec<Value> = self.metrics.iter().flat_map(of_metric).collect();
        let own =
            if self.setting.reproduced.is_some() { self.reproduced_notes() } else { self.notes() };
        let notes: Vec<String> = self.missing().into_iter().chain(own).collect();
        self.finding("comparison", &headline, &rows, &notes)
    }

    fn pair_json(&self, metric: &MetricView<'_>, pair: &PairView) -> Value {
        let row = &pair.row;
        let mut value = json!({
            "metric": metric.title,
            "higher_is_better": self.higher_is_better(metric.title),
            "system": &*row.system_a,
            "baseline": &*row.system_b,
            "score": metric.score(&row.system_a),
            "baseline_score": metric.score(&row.system_b),
            "difference": row.delta,
            "difference_lower": row.ci_lower,
            "difference_upper": row.ci_upper,
            "interval_level": row.interval_level,
            "degrees_of_freedom": row.degrees_of_freedom,
            "level": row.level,
            "p_value": row.p_value,
            "p_adjusted": row.p_adjusted,
            "adjustment": row.adjustment,
            "role": &*row.role,
            "adjusted_comparisons": row.family,
            "adjusted_metrics": row.family_metrics,
            "p_all_metrics": row.p_all_metrics,
            "verdict": pair.verdict.key(),
            "method": &*row.method,
            "trials": row.trials,
            "seed": if self.setting.reproduced.is_some() { 12345 } else { self.setting.seed },
            "resample": row.resample,
            "documents": self.setting.has_documents.then(|| row.cell.judged_documents.unwrap_or(row.cell.documents)),
            "segments": row.cell.judged_segments.or(row.cell.segments),
            "references": row.cell.reference_count,
            "design_effect": metric.margin.and_then(|row| row.design_effect),
            "margin": row.margin,
            "margin_p_value": row.margin_p_value,
            "margin_p_adjusted": row.margin_p_adjusted,
            "margin_verdict": pair.margin_verdict(),
            "margin_required_units": row.margin_required_units,
            "margin_status": row.margin_status.name(),
            "status": row.cell.status.name(),
            "signature": &*row.signature,
        });
        if self.setting.reproduced.is_some() {
            for (key, system) in [("", &row.system_a), ("baseline_", &row.system_b)] {
                let interval = metric.intervals.get(&**system);
                value[format!("{key}replicate_mean")] =
                    json!(interval.and_then(|row| row.replicate_mean));
                value[format!("{key}half_width")] = json!(interval.and_then(|row| row.half_width));
            }
        }
        value
    }
}

/// The same of inputs that are refused: without findings.
pub fn refused_json(warnings: &[Warning]) -> Value {
    document(Some("refused"), warnings, &[])
}

fn document(conclusion: Option<&str>, warnings: &[Warning], findings: &[Value]) -> Value {
    let (notes, warnings): (Vec<&Warning>, Vec<&Warning>) =
        warnings.iter().partition(|warning| warning.is_note());
    json!({
        "conclusion": conclusion,
        "warnings": to_json(warnings),
        "notes": to_json(notes),
        "findings": findings,
    })
}

fn margin_json(row: &MarginRow) -> Value {
    json!({
        "metric": &*row.cell.metric,
        "system": row.cell.system(),
        "score": row.score,
        "level": row.level,
        "margin": row.margin,
        "standard_error": row.standard_error,
        "design_effect": row.design_effect,
        "other_unit_margin": row.other_unit_margin,
        "unit": row.unit.name(),
        "available_units": row.available_units,
        "wanted": row.wanted,
        "required_units": row.required_units,
        "required_units_lower": row.required_units_lower,
        "required_units_upper": row.required_units_upper,
        "required_documents": row.required_documents,
        "required_segments": row.required_segments,
        "assured_units": row.assured_units,
        "status": row.cell.status.name(),
        "required_status": row.required_status.name(),
    })
}

fn power_json(row: &PowerRow) -> Value {
    json!({
        "metric": &*row.cell.metric,
        "system_a": &*row.system_a,
        "system_b": &*row.system_b,
        "effect": row.effect,
        "level": row.level,
        "power": row.power,
        "adjusted_comparisons": row.pairs,
        "unit": row.resample.texts(),
        "available_units": row.units,
        "smallest_detectable_effect": row.smallest_detectable_effect,
        "smallest_detectable_effect_any_pair": row.smallest_detectable_effect_any_pair,
        "required_units": row.required_units,
        "required_units_lower": row.required_units_lower,
        "required_units_upper": row.required_units_upper,
        "required_units_any_pair": row.required_units_any_pair,
        "required_units_any_pair_lower": row.required_units_any_pair_lower,
        "required_units_any_pair_upper": row.required_units_any_pair_upper,
        "required_documents": row.required_documents,
        "required_segments": row.required_segments,
        "power_at_this_size": row.power_at_this_size,
        "status": row.cell.status.name(),
    })
}
