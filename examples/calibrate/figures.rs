//! Which figures stand in which picture of `docs/synthetic.md`.

use std::collections::BTreeMap;
use std::path::Path;

use runner::corpus::synthetic::{Preset, presets};

use crate::figure::{Mark, Panel, picture};
use crate::measure::{Quantity, figures};
use crate::{Achieved, achieve};

/// Writes all pictures into `folder`.
pub(crate) fn write(folder: &Path) -> Result<(), std::io::Error> {
    let all: BTreeMap<&str, (Preset, Achieved)> = presets()
        .into_iter()
        .filter_map(|name| {
            let preset = Preset::find(name)?;
            let achieved = achieve(&preset);
            Some((name, (preset, achieved)))
        })
        .collect();
    let of = |name: &str, wanted: &dyn Fn(&Quantity) -> Option<String>| -> Vec<Mark> {
        let (preset, achieved) = &all[name];
        let targets = figures(preset.targets());
        let chosen = |quantity: &Quantity| {
            let chosen = preset.targets().bleu_chosen.iter().flat_map(|chosen| &chosen.values);
            matches!(quantity, Quantity::Bleu(system) if chosen.clone().any(|(name, _)| name == system))
        };
        let place = |quantity: &Quantity| {
            let (mean, deviation) = achieved.spread(quantity);
            Some(Mark {
                label: wanted(quantity)?,
                printed: targets.get(quantity).copied().filter(|_| !chosen(quantity)),
                median: achieved.medians[quantity],
                spread: (mean, deviation),
            })
        };
        let mut places: Vec<Mark> = achieved.medians.keys().filter_map(place).collect();
        // S10 after S9.
        places.sort_by_key(|place| place.label.len());
        places
    };
    let panel = |name: &str, title: &str, axis, wanted: &dyn Fn(&Quantity) -> Option<String>| {
        Panel { title: format!("{name}{title}"), places: of(name, wanted), axis }
    };

    let bleu = |quantity: &Quantity| match quantity {
        Quantity::Bleu(system) => Some(system.clone()),
        _ => None,
    };
    let axes = [
        ("cesta-enfr-1", (35.0, 60.0, 5.0)),
        ("cesta-arfr-1", (5.0, 25.0, 5.0)),
        ("cesta-enfr-2", (30.0, 45.0, 5.0)),
        ("cesta-arfr-2", (35.0, 45.0, 5.0)),
        ("tides-2002", (5.0, 30.0, 5.0)),
        ("europarl-2004", (18.0, 32.0, 2.0)),
    ];
    let panels = axes.map(|(name, axis)| panel(name, "", axis, &bleu));
    std::fs::write(folder.join("synthetic-bleu.svg"), picture("BLEU of systems", &panels))?;

    let cross = |quantity: &Quantity| match quantity {
        Quantity::CrossBleu(reference, scored) => {
            let number = |name: &String| name.trim_start_matches("ref").to_owned();
            Some(format!("{} / {}", number(scored), number(reference)))
        }
        _ => None,
    };
    let axes = [
        ("cesta-enfr-1", (20.0, 70.0, 10.0)),
        ("cesta-arfr-1", (15.0, 30.0, 5.0)),
        ("cesta-enfr-2", (20.0, 60.0, 10.0)),
        ("cesta-arfr-2", (10.0, 40.0, 10.0)),
    ];
    let panels = axes.map(|(name, axis)| panel(name, "", axis, &cross));
    let title = "BLEU of one reference (first number) against another (second)";
    std::fs::write(folder.join("synthetic-references.svg"), picture(title, &panels))?;

    let judged = ["cesta-enfr-1", "cesta-arfr-1", "cesta-enfr-2", "cesta-arfr-2"];
    let agreement = |quantity: &Quantity| match quantity {
        Quantity::AgreementExact(criterion) => Some(format!("{criterion} =")),
        Quantity::AgreementWithinOne(criterion) => Some(format!("{criterion} ±1")),
        _ => None,
    };
    let mut panels = Vec::new();
    for (criterion, name) in [("fluency", "cesta-enfr-1"), ("adequacy", "cesta-enfr-2")] {
        let mean = |quantity: &Quantity| match quantity {
            Quantity::Human(known, system) if known == criterion => Some(system.clone()),
            _ => None,
        };
        let places: Vec<Mark> = judged.iter().flat_map(|name| of(name, &mean)).collect();
        let title = format!("CESTA, mean {criterion}");
        panels.push(Panel { title, places, axis: (1.0, 4.0, 0.5) });
        panels.push(panel(name, ", %", (30.0, 90.0, 10.0), &agreement));
    }
    let title = "Mean judgments of systems, and agreement of judges";
    std::fs::write(folder.join("synthetic-judges.svg"), picture(title, &panels))
}
