//! Fits the parameters of the presets of synthetic corpora to the printed figures that they name.
//!
//! ```text
//! cargo run --release --example calibrate -- [--write] [--iterations N] [PRESET ...]
//! cargo run --release --example calibrate -- --figures
//! ```
//!
//! Every parameter has one figure (or a mean of figures) that it moves most: a translator's liberty
//! the BLEU of that translator with the others, the share of chunks in which one follows another
//! the BLEU of that pair, a system's liberty its BLEU, its errors of meaning and of form the means
//! of adequacy and fluency (both together its BLEU where no means are printed), noise and lapses of
//! judges their exact and near agreement, the spread between documents and segments one half-width.
//! All parameters take a damped secant step at once, on the
//! corpus of one seed, until the figures stand; half-widths, and all figures of a preset that says so,
//! are medians over twenty seeds. With `--write` the fits are written to the
//! presets; without, they are only printed beside their targets, with what other seeds give. With
//! `--figures`, nothing is fitted, and the pictures of `docs/synthetic.md` are drawn anew.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

#[path = "figure.rs"]
mod figure;
#[path = "figures.rs"]
mod figures;
#[path = "measure.rs"]
mod measure;
#[path = "parameter.rs"]
mod parameter;

use std::error::Error;
use std::path::Path;

use measure::{Figures, Quantity, SEED, SEEDS, figures, measure, measure_preset};
use parameter::fitted;
use runner::corpus::synthetic::{Fit, Preset, presets};

/// Other seeds that show how much of a figure is chance.
const OTHER_SEEDS: std::ops::Range<u64> = 1..11;
/// Share of a secant step that is taken, since parameters move each other's figures.
const DAMPING: f64 = 0.6;

fn main() -> Result<(), Box<dyn Error>> {
    let mut names = Vec::new();
    let (mut write, mut iterations) = (false, 40);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--write" => write = true,
            "--figures" => {
                let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/images");
                return Ok(figures::write(Path::new(folder))?);
            }
            "--iterations" => {
                iterations = arguments.next().ok_or("how many iterations?")?.parse()?;
            }
            _ => names.push(argument),
        }
    }
    if names.is_empty() {
        names = presets().into_iter().map(str::to_owned).collect();
    }
    for name in names {
        let preset = Preset::find(&name).ok_or(format!("there is no preset {name}"))?;
        let preset = calibrate(preset, iterations)?;
        print!("{}", table(&preset));
        if write {
            let folder =
                concat!(env!("CARGO_MANIFEST_DIR"), "/crates/corpus/src/corpus/synthetic/presets");
            let path = Path::new(folder).join(format!("{name}.fit.toml"));
            std::fs::write(path, format!("{}{}", heading(&preset), own_fit(&preset).to_toml()))?;
        }
    }
    Ok(())
}

/// The fit without judges that belong to another preset.
fn own_fit(preset: &Preset) -> Fit {
    let mut fit = preset.fit().clone();
    if preset.pool().is_some() {
        fit.judges.clear();
    }
    fit
}

fn heading(preset: &Preset) -> String {
    let name = preset.name();
    let corpora = if preset.targets().over_seeds {
        format!(", as medians over the seeds {} to {}", SEEDS.start, SEEDS.end - 1)
    } else {
        format!(" on the corpus of seed {SEED}")
    };
    format!(
        "# Fitted to the targets of {name}.toml{corpora}:\n\
         # cargo run --release --example calibrate -- --write {name}\n\n"
    )
}

/// Damped secant steps of all parameters at once.
fn calibrate(mut preset: Preset, iterations: usize) -> Result<Preset, String> {
    let targets = figures(preset.targets());
    let mut parameters = fitted(&preset);
    let mut last: Vec<Option<(f64, f64)>> = vec![None; parameters.len()];
    for _ in 0..iterations {
        let measured = measure_preset(&preset);
        let mut fit = preset.fit().clone();
        let mut largest: f64 = 0.0;
        for (fitted, last) in parameters.iter_mut().zip(&mut last) {
            let residual = fitted.residual(&measured, &targets);
            let tolerance = fitted.quantities[0].tolerance();
            largest = largest.max(residual.abs() / tolerance);
            let at = fitted.parameter.coordinate(&fit);
            if let Some((before, residual_before)) = *last
                && (at - before).abs() > 1e-3
            {
                // A slope that other parameters have bent out of shape is not trusted.
                let slope = (residual - residual_before) / (at - before);
                if (0.3..3.0).contains(&(slope / fitted.guess)) {
                    fitted.slope = slope;
                }
            }
            *last = Some((at, residual));
            let step = (-DAMPING * residual / fitted.slope).clamp(-0.4, 0.4);
            fitted.parameter.set(&mut fit, at + step);
        }
        if largest < 0.01 {
            break;
        }
        preset = preset.with_fit(fit)?;
    }
    Ok(preset)
}

/// What a preset gives, on the corpus that was fitted and on others.
pub(crate) struct Achieved {
    pub(crate) fitted: Figures,
    others: Vec<Figures>,
}

impl Achieved {
    /// Mean and standard deviation of a figure over other seeds.
    pub(crate) fn spread(&self, quantity: &Quantity) -> (f64, f64) {
        let values: Vec<f64> = self.others.iter().map(|figures| figures[quantity]).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        (mean, (squares / (values.len() - 1) as f64).sqrt())
    }
}

pub(crate) fn achieve(preset: &Preset) -> Achieved {
    let targets = figures(preset.targets());
    let of = |seed| measure(&preset.generate(seed, preset.name()), &targets);
    Achieved { fitted: measure_preset(preset), others: OTHER_SEEDS.map(of).collect() }
}

/// Achieved beside printed, as a Markdown table.
fn table(preset: &Preset) -> String {
    let targets = figures(preset.targets());
    let achieved = achieve(preset);
    let mut text = format!(
        "\n### {}\n\n| figure | target | seed {SEED} | other seeds: mean | sd |\n|---|---|---|---|---|\n",
        preset.name()
    );
    for (quantity, &value) in &achieved.fitted {
        let (mean, sd) = achieved.spread(quantity);
        let target = targets.get(quantity);
        let missed = target.is_some_and(|target| (value - target).abs() > quantity.tolerance());
        let mark = if missed { " (missed)" } else { "" };
        let target = target.map_or_else(|| "-".to_owned(), |target| format!("{target:.2}"));
        let line = format!("| {quantity} | {target} | {value:.2}{mark} | {mean:.2} | {sd:.2} |\n");
        text.push_str(&line);
    }
    text
}
