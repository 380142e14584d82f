//! Forged corpora: each kind of mistake in a share of a sound corpus, and the smallest share that is caught.
//!
//! A kind is a row of a table: a name, a function that forges and reads, and what must come of it. Sound corpora
//! are generated, with three presets and seeds; where real ones are, they are forged as well.

mod scores;
mod texts;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use runner::corpus::model::Corpus;
use runner::corpus::{plausibility_warnings, synthetic};
use runner::formats::read;
use runner::formats::source::{CorpusFormat, EvalsetSource};
use runner::warning::{Grade, Warning};

use crate::support::needs::data;

/// Shares of what is forged.
const RATES: [f64; 4] = [0.01, 0.05, 0.2, 1.0];

/// What is said of a forged corpus: warnings, or the error that it is refused with.
pub(super) type Said = Result<Vec<Warning>, String>;

/// A kind of mistake.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The corpus with a share of it forged, which follows from the seed, as the program takes it.
    pub(super) forge: fn(&Corpus, f64, u64) -> Said,
    /// What comes of each of [`RATES`] at least, in all corpora.
    pub(super) caught: [Caught; 4],
}

/// What comes of a mistake, the mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Caught {
    /// Nothing is said.
    Missed,
    /// A note.
    Noted,
    /// A warning.
    Warned,
    /// No verdict.
    Refused,
    /// It is an error.
    Failed,
}

use Caught::{Missed, Noted, Refused, Warned};

pub(super) use crate::support::write_file;

impl Caught {
    fn of(said: &Said) -> Self {
        let Ok(warnings) = said else { return Self::Failed };
        match warnings.iter().map(|warning| warning.grade).min() {
            None => Missed,
            Some(Grade::Note | Grade::BesideNumbers) => Noted,
            Some(Grade::Warning) => Warned,
            Some(Grade::Refused) => Refused,
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Missed => "-",
            Noted => "noted",
            Warned => "warned",
            Refused => "refused",
            Self::Failed => "error",
        }
    }
}

/// Pseudo-random numbers, the same in every run.
pub(super) struct Numbers(u64);

impl Numbers {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A share of `count` places, at least one, in order.
    pub(super) fn places(&mut self, count: usize, rate: f64) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        let wanted = share(count, rate);
        for at in 0..wanted {
            let other = at + self.below(count - at);
            all.swap(at, other);
        }
        all.truncate(wanted);
        all.sort_unstable();
        all
    }
}

/// How many of `count` are forged: one at least, unless the rate is 0.
pub(super) fn share(count: usize, rate: f64) -> usize {
    if rate <= 0.0 {
        return 0;
    }
    (1..=count).rev().find(|part| *part as f64 <= count as f64 * rate + 0.5).unwrap_or(1)
}

/// Where a share of `count` lines in a row is.
pub(super) fn range(count: usize, rate: f64, seed: u64) -> std::ops::Range<usize> {
    let length = share(count, rate);
    let first = Numbers::new(seed).below(count - length + 1);
    first..first + length
}

/// Kinds of mistakes in files that are made for them.
fn kinds_of_files() -> impl Iterator<Item = &'static Kind> {
    scores::KINDS.iter()
}

/// Every kind of mistake.
fn kinds() -> Vec<&'static Kind> {
    texts::KINDS.iter().chain(kinds_of_files()).collect()
}

/// A sound corpus with the seed of what is forged in it.
struct Base {
    corpus: Corpus,
    seed: u64,
}

/// Generated corpora, with three of their systems.
fn generated() -> Vec<Base> {
    let base = |(preset, seed): (&str, u64)| {
        let mut corpus = synthetic::generate(preset, seed, preset).expect("the preset exists");
        keep_systems(&mut corpus, 3);
        Base { corpus, seed }
    };
    [("cesta-enfr-1", 11), ("tides-2002", 12), ("cesta-enfr-2", 13)].map(base).into()
}

/// Leaves the first systems in a corpus.
fn keep_systems(corpus: &mut Corpus, count: usize) {
    corpus.systems.truncate(count);
    corpus.systems_without_text.clear();
    let names: BTreeSet<String> = corpus.systems.iter().map(|own| own.name.clone()).collect();
    let is_kept = |system: &String| names.contains(system);
    corpus.judgments.values_mut().for_each(|of| of.retain(|system, _| is_kept(system)));
    corpus.judge_names.values_mut().for_each(|of| of.retain(|system, _| is_kept(system)));
    corpus.external.values_mut().for_each(|of| of.retain(|system, _| is_kept(system)));
}

/// Real corpora with independent references: the first of these, and three systems.
fn real(data: &Path) -> Vec<Base> {
    let sets = [("wmt21.news", "en-de"), ("wmt21.news", "de-fr"), ("wmt21.tedtalks", "en-de")];
    let base = |(seed, (set, pair)): (usize, (&str, &str))| {
        let format = CorpusFormat::Evalset(EvalsetSource {
            path: Path::new("evalsets").join(set),
            language_pair: pair.to_owned(),
            references: Some(vec!["refA".to_owned()]),
            ..EvalsetSource::default()
        });
        let mut corpus = read(set, &format, data).expect("it reads").corpus;
        let human = corpus.human_systems.clone();
        corpus.systems.retain(|system| !human.contains(&system.name));
        keep_systems(&mut corpus, 3);
        Base { corpus, seed: seed as u64 }
    };
    sets.into_iter().enumerate().map(base).collect()
}

/// What comes of each kind at each of the wanted rates, in each corpus.
fn forged(bases: &[Base], wanted: &[f64]) -> Vec<(&'static Kind, [Vec<Caught>; 4])> {
    let kinds = kinds().into_iter();
    let of = |kind: &'static Kind| {
        let at = |rate| {
            let bases = bases.iter().filter(|_| wanted.contains(&rate));
            bases.map(|base| Caught::of(&(kind.forge)(&base.corpus, rate, base.seed))).collect()
        };
        (kind, RATES.map(at))
    };
    kinds.map(of).collect()
}

/// A table of what comes of every kind.
fn table(found: &[(&'static Kind, [Vec<Caught>; 4])]) -> String {
    let mut table = format!("{:40}", "kind");
    for rate in RATES {
        write!(table, "{:>10} %", 100.0 * rate).expect("memory");
    }
    table.push_str("   caught from\n");
    for (kind, by_rate) in found {
        write!(table, "{:40}", kind.name).expect("memory");
        let mut from = None;
        for (caught, rate) in by_rate.iter().zip(RATES) {
            let least = *caught.iter().min().expect("there are corpora");
            let of = caught.iter().filter(|caught| **caught >= Warned).count();
            let cell = match least {
                Missed | Noted if of > 0 => format!("{of} of {}", caught.len()),
                _ => least.in_words().to_owned(),
            };
            write!(table, "{cell:>12}").expect("memory");
            from = from.or((least >= Warned).then_some(rate));
        }
        let from = from.map_or_else(|| "never".to_owned(), |rate| format!("{} %", 100.0 * rate));
        writeln!(table, "   {from}").expect("memory");
    }
    table
}

/// Where less comes of a kind than must, at some rates.
fn late(found: &[(&'static Kind, [Vec<Caught>; 4])], rates: &[f64]) -> Vec<String> {
    let mut late = Vec::new();
    for (kind, by_rate) in found {
        for ((caught, expected), rate) in by_rate.iter().zip(kind.caught).zip(RATES) {
            let is_less = caught.iter().any(|caught| *caught < expected);
            if rates.contains(&rate) && is_less {
                late.push(format!("{}, {} %: {caught:?}", kind.name, 100.0 * rate));
            }
        }
    }
    late
}

/// What must come of every kind in a generated corpus, at a small rate and as a whole.
#[test]
fn mistakes_are_caught() {
    let wanted = [RATES[1], RATES[3]];
    let found = forged(&generated()[..1], &wanted);
    assert_eq!(late(&found, &wanted), [""; 0]);
}

/// The smallest share of each kind that is caught in all generated corpora, and in real ones.
#[test]
#[ignore = "simulation of minutes: nightly"]
#[expect(clippy::print_stdout, reason = "the tables are shown on request")]
fn mistakes_are_caught_from_a_known_share_on() {
    let found = forged(&generated(), &RATES);
    println!("{}", table(&found));
    let mut late = late(&found, &RATES);
    if let Some(data) = data() {
        let found = forged(&real(&data), &RATES);
        println!("{}", table(&found));
        // One in a hundred of their lines is five to ten of any length.
        late.extend(self::late(&found, &RATES[1..]));
    }
    assert_eq!(late, [""; 0]);
}

/// Nothing is said of the files that are made, before a share of them is forged.
#[test]
fn sound_files_are_not_complained_about() {
    let [base, ..] = &generated()[..] else { panic!("there are corpora") };
    let said = kinds_of_files().filter_map(|kind| {
        let said = (kind.forge)(&base.corpus, 0.0, base.seed);
        (Caught::of(&said) != Missed).then(|| format!("{}: {said:?}", kind.name))
    });
    assert_eq!(said.collect::<Vec<_>>(), [""; 0]);
}

/// Nothing is said of what is not forged. The ratings of generated campaigns are normal, and so leave the range of ESA:
/// of these that is said, and nothing else.
#[test]
fn sound_corpora_are_not_complained_about() {
    let campaigns = synthetic::campaigns();
    let presets = [synthetic::presets(), campaigns.clone()].concat();
    let mut said = Vec::new();
    for preset in &presets {
        let corpus = synthetic::generate(preset, 1, preset).expect("the preset exists");
        let warnings = plausibility_warnings(&corpus);
        let warnings = warnings.iter().filter(|warning| {
            let is_of_campaign = warning.message.contains("ESA is from 0 to 100");
            // Some presets have two versions of a system.
            let is_of_versions = warning.message.contains("have the same output in most segments");
            !(is_of_versions || is_of_campaign && campaigns.contains(preset))
        });
        said.extend(warnings.map(|warning| format!("{preset}: {warning}")));
    }
    assert_eq!(said, [""; 0]);
}
