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
//! judges their exact and near agreement (of TIDES both together the width of human scores), the spread between
//! documents and segments one half-width, the difficulty of the first document BLEU on it.
//! All parameters take a damped secant step at once until the figures stand. Every figure is a median over
//! twenty seeds. With `--write` the fits are written to the
//! presets; without, they are only printed beside their targets, with their spread over seeds. With
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

use measure::{
    Figures, Quantity, SEEDS, figures, mean_and_deviation, measure_preset, measure_seeds, medians,
};
use parameter::fitted;
use runner::corpus::synthetic::{Fit, Preset, presets};

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
            std::fs::write(path, format!("{}{}", heading(&preset), fit_text(&preset)))?;
        }
    }
    Ok(())
}

/// What is fitted of a preset, as its file has it.
fn fit_text(preset: &Preset) -> String {
    if preset.before().is_empty() {
        return own_fit(preset).to_toml();
    }
    let systems = &preset.fit().systems;
    let lines = preset.before().iter().map(|(system, after)| {
        let factor = systems[system].meaning_errors / systems[after].meaning_errors;
        format!("{system} = {factor:.5}\n")
    });
    format!("[factors]\n{}", lines.collect::<String>())
}

/// The fit without judges that were fitted with another preset.
fn own_fit(preset: &Preset) -> Fit {
    let mut fit = preset.fit().clone();
    if preset.pool().is_some() && preset.targets().human_half_width.is_none() {
        fit.judges.clear();
    }
    fit
}

fn heading(preset: &Preset) -> String {
    let name = preset.name();
    let (first, last) = (SEEDS.start, SEEDS.end - 1);
    format!(
        "# Fitted to the targets of {name}.toml, as medians over the seeds {first} to {last}:\n\
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

/// What a preset gives with each seed.
pub(crate) struct Achieved {
    pub(crate) medians: Figures,
    by_seed: Vec<Figures>,
}

impl Achieved {
    /// Mean and standard deviation of a figure over seeds.
    pub(crate) fn spread(&self, quantity: &Quantity) -> (f64, f64) {
        let values: Vec<f64> = self.by_seed.iter().map(|figures| figures[quantity]).collect();
        mean_and_deviation(&values)
    }

    /// How far the figures of each seed are from the targets: root of the mean squared distance in standard
    /// deviations. What is nearest is typical.
    fn distances(&self, targets: &Figures) -> impl Iterator<Item = (u64, f64)> {
        let distance = |figures: &Figures| {
            let squares = targets.iter().map(|(quantity, target)| {
                let standard = (figures[quantity] - target) / self.spread(quantity).1;
                standard * standard
            });
            (squares.sum::<f64>() / targets.len() as f64).sqrt()
        };
        SEEDS.zip(self.by_seed.iter().map(distance))
    }
}

pub(crate) fn achieve(preset: &Preset) -> Achieved {
    let by_seed = measure_seeds(preset);
    Achieved { medians: medians(&by_seed), by_seed }
}

/// Achieved beside printed, as a Markdown table.
fn table(preset: &Preset) -> String {
    let targets = figures(preset.targets());
    let achieved = achieve(preset);
    let (first, last) = (SEEDS.start, SEEDS.end - 1);
    let mut text = format!(
        "\n### {}\n\n| figure | target | median, seeds {first} to {last} | sd | seed {first} |\n|---|---|---|---|---|\n",
        preset.name()
    );
    for (quantity, &value) in &achieved.medians {
        let (_, sd) = achieved.spread(quantity);
        let target = targets.get(quantity);
        let missed = target.is_some_and(|target| (value - target).abs() > quantity.tolerance());
        let mark = if missed { " (missed)" } else { "" };
        let target = target.map_or_else(|| "-".to_owned(), |target| format!("{target:.2}"));
        let of_first = achieved.by_seed[0][quantity];
        let line =
            format!("| {quantity} | {target} | {value:.2}{mark} | {sd:.2} | {of_first:.2} |\n");
        text.push_str(&line);
    }
    let distances = achieved.distances(&targets);
    let distances = distances.map(|(seed, distance)| format!("{seed}: {distance:.2}"));
    let distances = distances.collect::<Vec<_>>().join(", ");
    text + &format!("\nStandard deviations from the targets, by seed: {distances}.\n")
}
