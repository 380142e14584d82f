//! What can only be seen from inside: identity of streams, follows, errors against judgments.

use super::error_injection::Tally;
use super::preset::Preset;
use super::*;

const SEED: u64 = 5;

fn first_run() -> Preset {
    Preset::find("cesta-enfr-1").unwrap()
}

fn design(change: impl FnOnce(&mut design::Design)) -> Preset {
    let mut preset = first_run();
    change(&mut preset.design);
    preset
}

#[test]
fn every_embedded_preset_is_complete() {
    for name in presets() {
        let preset = Preset::find(name).unwrap();
        assert_eq!(preset.name(), name);
        assert!(!preset.title().is_empty());
        let errors = &preset.design.errors;
        let meaning = errors.meaning;
        let form = errors.form;
        for sum in [
            meaning.wrong_word + meaning.untranslated + meaning.omission,
            form.order + form.insertion + form.agreement + form.function_word,
        ] {
            assert!((sum - 1.0).abs() < 1e-9, "{name}: shares add up to {sum}");
        }
    }
}

#[test]
fn incomplete_fits_are_refused() {
    let preset = first_run();
    let refusal = |change: fn(&mut Fit)| {
        let mut fit = preset.fit().clone();
        change(&mut fit);
        preset.with_fit(fit).unwrap_err()
    };
    assert_eq!(refusal(|fit| fit.systems.clear()), "no fit for S1");
    assert_eq!(refusal(|fit| fit.judges.clear()), "no fit for judges of adequacy");
    let refused = refusal(|fit| {
        fit.references.get_mut("ref1").unwrap().follows.insert("ref2".to_owned(), 0.1);
    });
    assert_eq!(refused, "ref1 follows ref2, which does not stand before it");
    let refused = refusal(|fit| {
        fit.references.get_mut("ref2").unwrap().follows.insert("ref1".to_owned(), 1.1);
    });
    assert!(refused.starts_with("ref2: shares"));
}

#[test]
fn the_first_document_alone_is_as_hard_as_the_fit_says() {
    let before = first_run().generate(SEED, "c");
    let mut preset = first_run();
    preset.fit.first_document *= 2.0;
    let after = preset.generate(SEED, "c");
    assert_eq!(after.references, before.references);
    let first = before.documents[0].segments.clone();
    for (after, before) in after.systems.iter().zip(&before.systems) {
        let (one, other) = (&before.texts, &after.texts);
        let segments = (0..one.len()).filter(|segment| other.get(*segment) != one.get(*segment));
        let segments: Vec<usize> = segments.collect();
        assert!(segments.len() > first.len() / 2, "{}", before.name);
        assert!(segments.iter().all(|segment| first.contains(segment)), "{}", before.name);
    }
    preset.fit.first_document = 0.0;
    let refusal = preset.with_fit(preset.fit.clone()).unwrap_err();
    assert_eq!(refusal, "a first document 0 times as hard");
}

#[test]
fn a_new_system_or_reference_leaves_the_others_as_they_are() {
    let before = first_run().generate(SEED, "c");
    let mut preset = design(|design| {
        design.systems.insert(0, "S0".to_owned());
        design.references.push("ref5".to_owned());
    });
    let like = preset.fit.systems["S3"].clone();
    preset.fit.systems.insert("S0".to_owned(), like);
    let like = preset.fit.references["ref1"].clone();
    preset.fit.references.insert("ref5".to_owned(), like);
    let after = preset.generate(SEED, "c");
    assert_eq!(after.systems[1..], before.systems[..]);
    assert_eq!(after.references[..4], before.references[..]);
    assert_eq!((&after.source, &after.documents), (&before.source, &before.documents));
    for (criterion, by_system) in &before.judgments {
        for (system, judgments) in by_system {
            assert_eq!(&after.judgments[criterion][system], judgments);
        }
    }
    // The same parameters under another name are another system.
    assert_ne!(after.system("S0"), after.system("S3"));
    assert_ne!(after.reference("ref5"), after.reference("ref1"));
}

#[test]
fn who_follows_always_writes_the_same() {
    let mut preset = first_run();
    let fit = preset.fit.references.get_mut("ref4").unwrap();
    fit.follows = [("ref2".to_owned(), 1.0)].into();
    let corpus = preset.generate(SEED, "c");
    assert_eq!(corpus.reference("ref4"), corpus.reference("ref2"));
    assert_ne!(corpus.reference("ref3"), corpus.reference("ref2"));
}

#[test]
fn without_liberty_and_errors_all_write_the_same() {
    let mut preset = first_run();
    for fit in preset.fit.references.values_mut() {
        *fit = TranslatorFit { liberty: 0.0, follows: [].into() };
    }
    for fit in preset.fit.systems.values_mut() {
        *fit = SystemFit { liberty: 0.0, meaning_errors: 0.0, form_errors: 0.0 };
    }
    let corpus = preset.generate(SEED, "c");
    for column in corpus.references.iter().chain(&corpus.systems) {
        assert_eq!(column.texts, corpus.references[0].texts, "{}", column.name);
    }
}

#[test]
fn extreme_rates_still_give_texts_and_scores() {
    let mut preset = first_run();
    for fit in preset.fit.systems.values_mut() {
        *fit = SystemFit { liberty: 1e9, meaning_errors: 1e9, form_errors: 1e9 };
    }
    let corpus = preset.generate(SEED, "c");
    assert!(corpus.systems.iter().flat_map(|system| system.texts.iter()).all(|text| {
        let text = text.unwrap();
        !text.is_empty() && !text.contains("  ") && !text.contains(" .") && !text.contains(",,")
    }));
    let fluency = corpus.judgments["fluency"]["S1"].judges[0].iter().flatten();
    assert!(fluency.sum::<f64>() / 790.0 < 1.2);
}

#[test]
fn judges_lower_their_scores_with_every_error() {
    let judging = first_run().design.judging.unwrap();
    let clean = Tally { content_words: 12, ..Tally::default() };
    let wrong = Tally { wrong_word: 2, ..clean };
    let shuffled = Tally { order: 2, ..clean };
    let (fluency, adequacy) = (&judging.criteria["fluency"], &judging.criteria["adequacy"]);
    for criterion in [fluency, adequacy] {
        assert!((criterion.quality(&clean) - 5.0).abs() < 1e-12);
        assert!(criterion.quality(&wrong) < 5.0 && criterion.quality(&shuffled) < 5.0);
    }
    assert!(adequacy.quality(&wrong) < adequacy.quality(&shuffled));
    assert!(fluency.quality(&shuffled) < fluency.quality(&wrong));
    // A longer segment with as many errors is better.
    let longer = Tally { content_words: 24, ..wrong };
    assert!(adequacy.quality(&longer) > adequacy.quality(&wrong));
    assert!(adequacy.quality(&Tally::default()) >= 5.0);
}

#[test]
fn judges_see_the_errors_of_the_segment() {
    let preset = first_run();
    let population = Population::new(&preset);
    let message = {
        let stretches = &mut preset.stream(SEED, &[Part::Name("stretches")]);
        Message::new(&preset, &population.lexicon, 400, &mut preset.stream(SEED, &[]), stretches)
    };
    let stream =
        |purpose: &str, name: &str| preset.stream(SEED, &[Part::Name(purpose), Part::Name(name)]);
    let (_, tallies) = population.translate("S1", &population.systems[0], &message, &stream);
    let mut draws = stream("judges", "S1");
    let scores = population.pool.as_ref().unwrap().score(&tallies, &[true; 400], &mut draws);
    let densities = tallies.iter().map(|tally| {
        let errors = tally.wrong_word + tally.untranslated + tally.omission;
        f64::from(errors) / f64::from(tally.content_words.max(1))
    });
    let densities: Vec<f64> = densities.collect();
    let scores: Vec<f64> =
        scores.by_criterion["adequacy"][0].iter().map(|score| score.unwrap()).collect();
    let correlation = correlation(&densities, &scores);
    assert!(correlation < -0.4, "{correlation}");
}

fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let [x, y] = [x, y].map(|values| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| value - mean).collect::<Vec<_>>()
    });
    let [products, of_x, of_y] = [(&x, &y), (&x, &x), (&y, &y)]
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>());
    products / (of_x * of_y).sqrt()
}
