//! The parameters that are fitted, each with the figure that it moves.

use runner::corpus::synthetic::{Fit, Preset, SystemFit};

use crate::measure::{Figures, Quantity, figures};

/// A fitted parameter.
#[derive(Clone, Debug)]
pub(crate) enum Parameter {
    /// Liberty of one translator.
    Liberty(String),
    /// Liberty of all translators alike.
    LibertyOfAll,
    /// Share of chunks in which the first translator follows the second.
    Follows(String, String),
    /// Liberty of a system.
    SystemLiberty(String),
    /// Both error rates of a system.
    SystemErrors(String),
    /// Errors of meaning of a system.
    Meaning(String),
    /// Errors of form of a system.
    Form(String),
    /// Noise of the judgments on a criterion.
    Noise(String),
    /// Lapses of the judges on a criterion.
    Lapse(String),
    /// Noise and lapses of the judgments on all criteria together.
    JudgeErrors,
    /// Spread between documents and between segments.
    Spread,
    /// Difficulty of the first document.
    FirstDocument,
}

/// A parameter, what it is fitted to, and how fast it moves that.
pub(crate) struct Fitted {
    pub(crate) parameter: Parameter,
    /// Quantities whose mean residual is brought to 0.
    pub(crate) quantities: Vec<Quantity>,
    /// First guess of the derivative of the mean by the coordinate, and what it is taken to be.
    pub(crate) guess: f64,
    pub(crate) slope: f64,
}

/// The parameters of a preset that its targets determine.
pub(crate) fn fitted(preset: &Preset) -> Vec<Fitted> {
    let targets = figures(preset.targets());
    let mut all = Vec::new();
    let mut add = |parameter, quantities: Vec<Quantity>, guess| {
        all.push(Fitted { parameter, quantities, guess, slope: guess });
    };
    let fit = preset.fit();
    for (name, translator) in &fit.references {
        let touches = |quantity: &&Quantity| matches!(quantity, Quantity::CrossBleu(a, b) if a == name || b == name);
        let pairs: Vec<Quantity> = targets.keys().filter(touches).cloned().collect();
        if !pairs.is_empty() {
            add(Parameter::Liberty(name.clone()), pairs, -12.0);
        }
        for other in translator.follows.keys() {
            let pair = |a: &String, b: &String| Quantity::CrossBleu(a.clone(), b.clone());
            let both = vec![pair(name, other), pair(other, name)];
            if !both.iter().all(|quantity| targets.contains_key(quantity)) {
                continue;
            }
            add(Parameter::Follows(name.clone(), other.clone()), both, 50.0);
        }
    }
    for quantity in targets.keys() {
        match quantity {
            Quantity::Bleu(system) => {
                let judged = !preset.targets().human.is_empty();
                let parameter =
                    if judged { Parameter::SystemLiberty } else { Parameter::SystemErrors };
                add(parameter(system.clone()), vec![quantity.clone()], -10.0);
            }
            Quantity::BleuFirstReference(_) => {
                add(Parameter::LibertyOfAll, vec![quantity.clone()], -6.0);
            }
            // Those of references are dealt with above; differences follow from scores.
            // No length is a target.
            Quantity::CrossBleu(..) | Quantity::BleuDifference(..) | Quantity::Words(_) => {}
            Quantity::Human(criterion, system) => {
                let parameter =
                    if criterion == "adequacy" { Parameter::Meaning } else { Parameter::Form };
                add(parameter(system.clone()), vec![quantity.clone()], -1.0);
            }
            Quantity::AgreementExact(criterion) => {
                add(Parameter::Noise(criterion.clone()), vec![quantity.clone()], -25.0);
            }
            Quantity::BleuHalfWidth(_) | Quantity::NistDocumentHalfWidth(_) => {
                add(Parameter::Spread, vec![quantity.clone()], 1.0);
            }
            Quantity::HumanHalfWidth(_) => {
                add(Parameter::JudgeErrors, vec![quantity.clone()], 0.5);
            }
            Quantity::BleuFirstDocument(_) => {
                add(Parameter::FirstDocument, vec![quantity.clone()], -15.0);
            }
            Quantity::AgreementWithinOne(criterion) => {
                add(Parameter::Lapse(criterion.clone()), vec![quantity.clone()], -40.0);
            }
        }
    }
    all
}

impl Fitted {
    /// Mean over the quantities of what is missing to the target.
    pub(crate) fn residual(&self, measured: &Figures, targets: &Figures) -> f64 {
        let missing = |quantity: &Quantity| measured[quantity] - targets[quantity];
        self.quantities.iter().map(missing).sum::<f64>() / self.quantities.len() as f64
    }
}

impl Parameter {
    /// The coordinate in which the parameter is changed: its logarithm where it is a rate.
    pub(crate) fn coordinate(&self, fit: &Fit) -> f64 {
        let value = match self {
            Self::Liberty(name) => fit.references[name].liberty,
            Self::LibertyOfAll => fit.references.values().next().map_or(1.0, |first| first.liberty),
            Self::Follows(name, other) => return fit.references[name].follows[other],
            Self::SystemLiberty(name) => fit.systems[name].liberty,
            Self::SystemErrors(name) | Self::Meaning(name) => fit.systems[name].meaning_errors,
            Self::Form(name) => fit.systems[name].form_errors,
            Self::Noise(criterion) => return fit.judges[criterion].noise,
            Self::Lapse(criterion) => return fit.judges[criterion].lapse,
            Self::JudgeErrors => fit.judges.values().next().map_or(1.0, |first| first.noise),
            Self::Spread => fit.spread,
            Self::FirstDocument => fit.first_document,
        };
        libm::log(value)
    }

    /// Sets the parameter from its coordinate, within its range.
    pub(crate) fn set(&self, fit: &mut Fit, coordinate: f64) {
        let rate = || libm::exp(coordinate).clamp(0.001, 3.0);
        let system = |fit: &mut Fit, name: &String, change: &dyn Fn(&mut SystemFit)| {
            change(fit.systems.get_mut(name).expect("a system of the preset"));
        };
        match self {
            Self::Liberty(name) => {
                fit.references.get_mut(name).expect("a reference of the preset").liberty = rate();
            }
            Self::LibertyOfAll => {
                fit.references.values_mut().for_each(|translator| translator.liberty = rate());
            }
            Self::Follows(name, other) => {
                let translator = fit.references.get_mut(name).expect("a reference of the preset");
                let others: f64 = translator
                    .follows
                    .iter()
                    .filter(|(key, _)| *key != other)
                    .map(|(_, s)| s)
                    .sum();
                let share = coordinate.clamp(0.0, (0.98 - others).max(0.0));
                translator.follows.insert(other.clone(), share);
            }
            Self::SystemLiberty(name) => system(fit, name, &|system| system.liberty = rate()),
            Self::SystemErrors(name) => system(fit, name, &|system| {
                system.form_errors *= rate() / system.meaning_errors;
                system.meaning_errors = rate();
            }),
            Self::Meaning(name) => system(fit, name, &|system| system.meaning_errors = rate()),
            Self::Form(name) => system(fit, name, &|system| system.form_errors = rate()),
            Self::Spread => fit.spread = rate(),
            Self::FirstDocument => fit.first_document = rate(),
            Self::JudgeErrors => {
                let factor = rate() / fit.judges.values().next().map_or(1.0, |first| first.noise);
                for judges in fit.judges.values_mut() {
                    judges.noise *= factor;
                    judges.lapse = (factor * judges.lapse).min(0.6);
                }
            }
            Self::Noise(criterion) => {
                let judges = fit.judges.get_mut(criterion).expect("a criterion of the preset");
                judges.noise = coordinate.clamp(0.05, 3.0);
            }
            Self::Lapse(criterion) => {
                let judges = fit.judges.get_mut(criterion).expect("a criterion of the preset");
                judges.lapse = coordinate.clamp(0.0, 0.6);
            }
        }
    }
}
