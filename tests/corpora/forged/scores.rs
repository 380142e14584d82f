//! Mistakes in the scores and ratings of one system, or of one judge.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use runner::corpus::model::Corpus;
use runner::formats::source::{CorpusFormat, PlainSource};
use runner::formats::{Loaded, read};

use super::Caught::{Failed, Missed, Refused, Warned};
use super::{Kind, Numbers, Said, range, write_file};

/// Scores of a system, one per segment.
type Column = Vec<Option<f64>>;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "COMET times 100",
        forge: |corpus, rate, seed| times(corpus, "comet", rate, seed, 100.0),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "COMET times 10",
        forge: |corpus, rate, seed| times(corpus, "comet", rate, seed, 10.0),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "COMET divided by 100",
        forge: |corpus, rate, seed| times(corpus, "comet", rate, seed, 0.01),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "BLEU divided by 100",
        forge: |corpus, rate, seed| {
            let percent = |_, score: f64| Some(100.0 * score);
            let columns = qualities(corpus, seed).map(|own| changed(&own, 1.0, 0, percent));
            of_metric("bleu", forged(columns, rate, seed, |_, score| Some(score / 100.0)))
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "a score times 100",
        forge: |corpus, rate, seed| times(corpus, "own", rate, seed, 100.0),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "a score times 10",
        forge: |corpus, rate, seed| times(corpus, "own", rate, seed, 10.0),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "a score divided by 100",
        forge: |corpus, rate, seed| times(corpus, "own", rate, seed, 0.01),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "errors times 100",
        forge: |corpus, rate, seed| {
            let columns = forged(errors(corpus, seed), rate, seed, |_, score| Some(100.0 * score));
            of_metric("errors", columns)
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "COMET of the other sign",
        forge: |corpus, rate, seed| times(corpus, "comet", rate, seed, -1.0),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "a score of the other sign",
        forge: |corpus, rate, seed| times(corpus, "own", rate, seed, -1.0),
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "TER of the other sign",
        forge: |corpus, rate, seed| times(corpus, "ter", rate, seed, -1.0),
        caught: [Missed, Missed, Missed, Failed],
    },
    Kind {
        name: "MQM of the other sign",
        forge: |corpus, rate, seed| {
            let columns = forged(errors(corpus, seed), rate, seed, |_, score| Some(-score));
            of_people("mqm", &[("mqm", columns)])
        },
        caught: [Missed, Missed, Missed, Failed],
    },
    Kind {
        name: "TER is said to be better higher",
        forge: |corpus, rate, seed| {
            let higher = (rate > 0.0).then_some(true);
            of_metric_with("ter", qualities(corpus, seed), higher)
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "a score is said to be better lower",
        forge: |corpus, rate, seed| {
            let higher = (rate > 0.0).then_some(false);
            of_metric_with("own", qualities(corpus, seed), higher)
        },
        // Nothing but the author of the score knows which way it goes.
        caught: [Missed; 4],
    },
    Kind {
        name: "COMET, -999 for none",
        forge: |corpus, rate, seed| instead(corpus, "comet", rate, seed, Some(-999.0)),
        caught: [Warned, Warned, Warned, Refused],
    },
    Kind {
        name: "a score, -999 for none",
        forge: |corpus, rate, seed| instead(corpus, "own", rate, seed, Some(-999.0)),
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "COMET, -1 for none",
        forge: |corpus, rate, seed| instead(corpus, "comet", rate, seed, Some(-1.0)),
        caught: [Missed, Warned, Warned, Warned],
    },
    Kind {
        name: "a score, -1 for none",
        forge: |corpus, rate, seed| instead(corpus, "own", rate, seed, Some(-1.0)),
        caught: [Missed, Warned, Warned, Warned],
    },
    Kind {
        name: "a score, 0 for none",
        forge: |corpus, rate, seed| instead(corpus, "own", rate, seed, Some(0.0)),
        caught: [Missed; 4],
    },
    Kind {
        name: "a score, `nan` for none",
        forge: |corpus, rate, seed| instead(corpus, "own", rate, seed, None),
        caught: [Warned, Warned, Warned, Warned],
    },
    Kind {
        name: "ESA, 0 for none",
        forge: |corpus, rate, seed| {
            let columns = forged(points(corpus, seed), rate, seed, |_, _| Some(0.0));
            of_people("esa", &[("esa", columns)])
        },
        caught: [Missed; 4],
    },
    Kind {
        name: "scores in reverse",
        forge: |corpus, rate, seed| stretch(corpus, rate, seed, <[Option<f64>]>::reverse),
        caught: [Missed; 4],
    },
    Kind {
        name: "scores shifted by a line",
        forge: |corpus, rate, seed| {
            stretch(corpus, rate, seed, |scores| {
                if !scores.is_empty() {
                    scores.rotate_left(1);
                }
            })
        },
        caught: [Missed; 4],
    },
    Kind {
        name: "sorted scores",
        forge: |corpus, rate, seed| {
            let by_size = |one: &Option<f64>, other: &Option<f64>| {
                one.unwrap_or(0.0).total_cmp(&other.unwrap_or(0.0))
            };
            stretch(corpus, rate, seed, |scores| scores.sort_by(by_size))
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "the scores of another system",
        forge: |corpus, rate, seed| {
            let columns = qualities(corpus, seed);
            let other = columns[1].clone();
            of_metric("comet", forged(columns, rate, seed, |at, _| other[at]))
        },
        caught: [Missed; 4],
    },
    Kind {
        name: "the scores of two systems exchanged",
        forge: |corpus, rate, seed| {
            let mut columns = qualities(corpus, seed);
            for at in Numbers::new(seed).places(columns[0].len(), rate) {
                let [one, other, ..] = &mut columns;
                std::mem::swap(&mut one[at], &mut other[at]);
            }
            of_metric("comet", columns)
        },
        // Which of two systems is the better one is what is asked.
        caught: [Missed; 4],
    },
    Kind {
        name: "ESA above 100",
        forge: |corpus, rate, seed| {
            let columns =
                forged(points(corpus, seed), rate, seed, |_, score| Some(100.5 + score / 100.0));
            of_people("esa", &[("esa", columns)])
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "ESA below 0",
        forge: |corpus, rate, seed| {
            let columns = forged(points(corpus, seed), rate, seed, |_, _| Some(-1.0));
            of_people("esa", &[("esa", columns)])
        },
        caught: [Failed; 4],
    },
    Kind {
        name: "ESA of one system from 0 to 1",
        forge: |corpus, rate, seed| {
            let columns = forged(points(corpus, seed), rate, seed, |_, score| Some(score / 100.0));
            of_people("esa", &[("esa", columns)])
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "ESA of one system from 1 to 5",
        forge: |corpus, rate, seed| {
            let small = |_, score: f64| Some((score / 20.0).round());
            of_people("esa", &[("esa", forged(points(corpus, seed), rate, seed, small))])
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "ESA of one judge from 0 to 1",
        forge: |corpus, rate, seed| {
            let own = points(corpus, seed);
            let own = own.map(|own| changed(&own, rate, seed, |_, score| Some(score / 100.0)));
            of_people("esa", &[("esa@ann", own), ("esa@bob", points(corpus, seed + 1))])
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "a judge of the other sign",
        forge: |corpus, rate, seed| {
            let own = points(corpus, seed);
            let own = own.map(|own| changed(&own, rate, seed, |_, score| Some(-score)));
            of_people("da", &[("da@ann", own), ("da@bob", points(corpus, seed + 1))])
        },
        caught: [Missed, Missed, Missed, Refused],
    },
    Kind {
        name: "the ratings of another judge",
        forge: |corpus, rate, seed| {
            let others = points(corpus, seed + 1);
            let mut own = points(corpus, seed);
            for (own, other) in own.iter_mut().zip(&others) {
                *own = changed(own, rate, seed, |at, _| other[at]);
            }
            of_people("esa", &[("esa@ann", own), ("esa@bob", others)])
        },
        caught: [Missed; 4],
    },
    Kind {
        name: "a judge with a capital in some ratings",
        forge: |corpus, rate, seed| {
            let all = points(corpus, seed);
            let is_capital = |own: &Column| {
                let mut are = vec![false; own.len()];
                let places = Numbers::new(seed).places(own.len(), rate);
                for at in places {
                    are[at] = true;
                }
                are
            };
            let part = |of_capital: bool| {
                all.clone().map(|own| {
                    let are = is_capital(&own);
                    let scores = own.iter().zip(are);
                    scores.map(|(score, is)| score.filter(|_| is == of_capital)).collect()
                })
            };
            let others = points(corpus, seed + 1);
            of_people(
                "esa",
                &[("esa@ann", part(false)), ("esa@Ann", part(true)), ("esa@bob", others)],
            )
        },
        // In a file of nothing but it, it is a name like another.
        caught: [Warned, Warned, Warned, Missed],
    },
];

/// Scores from 0.5 to 1 of three systems on the same segments, of which some are easier than others.
fn qualities(corpus: &Corpus, seed: u64) -> [Column; 3] {
    let (mut numbers, segments) = (Numbers::new(seed), corpus.segment_count());
    let easy: Vec<usize> = (0..segments).map(|_| numbers.below(250)).collect();
    [0, 10, 20].map(|more| {
        let mut score = |easy: &usize| (520 + more + easy + numbers.below(200)) as f64 / 1000.0;
        easy.iter().map(|easy| Some(score(easy))).collect()
    })
}

/// The sums of errors of three systems, turned: those that people gave a real corpus, or else of which many are 0.
fn errors(corpus: &Corpus, seed: u64) -> [Column; 3] {
    let mut numbers = Numbers::new(seed);
    let judged = |system: usize| {
        let of_system = corpus.judgments.get("mqm")?.get(&corpus.systems[system].name)?;
        of_system.judges.first().cloned()
    };
    let mut made = || {
        let one = |_| [0, 0, 1, 1, 2, 5, 5, 6, 10, 25][numbers.below(10)];
        let sums = (0..corpus.segment_count()).map(one);
        sums.map(|sum| Some(-f64::from(sum))).collect()
    };
    [0, 1, 2].map(|system| judged(system).unwrap_or_else(&mut made))
}

/// Whole points from 40 to 100.
fn points(corpus: &Corpus, seed: u64) -> [Column; 3] {
    qualities(corpus, seed).map(|own| {
        let points = own.iter().map(|score| Some((125.0 * (score.unwrap_or(0.0) - 0.2)).round()));
        points.collect()
    })
}

/// The scores with a share of them changed.
fn changed(
    own: &Column,
    rate: f64,
    seed: u64,
    change: impl Fn(usize, f64) -> Option<f64>,
) -> Column {
    let mut own = own.clone();
    for at in Numbers::new(seed).places(own.len(), rate) {
        own[at] = own[at].and_then(|score| change(at, score));
    }
    own
}

/// The scores with a share of those of the first system changed.
fn forged(
    mut columns: [Column; 3],
    rate: f64,
    seed: u64,
    change: impl Fn(usize, f64) -> Option<f64>,
) -> [Column; 3] {
    columns[0] = changed(&columns[0], rate, seed, change);
    columns
}

/// Scores of a metric, a share of those of a system on another scale.
fn times(corpus: &Corpus, name: &str, rate: f64, seed: u64, factor: f64) -> Said {
    let scaled = |_, score: f64| Some(factor * score);
    of_metric(name, forged(qualities(corpus, seed), rate, seed, scaled))
}

/// Scores of a metric, in place of a share of those of a system another value.
fn instead(corpus: &Corpus, name: &str, rate: f64, seed: u64, value: Option<f64>) -> Said {
    of_metric(name, forged(qualities(corpus, seed), rate, seed, |_, _| value))
}

/// Scores of COMET, of which a share in a row changed together.
fn stretch(corpus: &Corpus, rate: f64, seed: u64, change: impl FnOnce(&mut [Option<f64>])) -> Said {
    let mut columns = qualities(corpus, seed);
    let range = range(columns[0].len(), rate, seed);
    change(&mut columns[0][range]);
    of_metric("comet", columns)
}

fn of_metric(name: &str, columns: [Column; 3]) -> Said {
    of_metric_with(name, columns, None)
}

/// What is said of the scores of a metric, of which the direction may be declared.
fn of_metric_with(name: &str, columns: [Column; 3], higher: Option<bool>) -> Said {
    let higher = higher.map(|higher| format!("higher-is-better = {higher}\n"));
    let metric = format!("external]\nscore = \"{name}\"\n{}", higher.unwrap_or_default());
    said("scores", &[(name, columns)], &metric)
}

/// What is said of judgments, by criterion and judge.
fn of_people(criterion: &str, judgments: &[(&str, [Column; 3])]) -> Said {
    said("judgments", judgments, &format!("human]\ncriterion = \"{criterion}\"\n"))
}

/// What is said of files of scores, where they are read and where a study takes them.
fn said(key: &str, scores: &[(&str, [Column; 3])], metric: &str) -> Said {
    let folder = tempfile::tempdir().expect("can be made");
    let segments = scores[0].1[0].len();
    let mut texts = String::new();
    for at in 1..=segments {
        writeln!(texts, "Text {at}.").expect("memory");
    }
    let systems = ["one", "two", "three"];
    let mut source = PlainSource::default();
    for system in systems {
        write_file(folder.path(), &format!("{system}.txt"), &texts);
        source.systems.push(format!("{system}.txt").into());
    }
    let mut files = String::new();
    for (index, (name, columns)) in scores.iter().enumerate() {
        let names = systems.map(|system| format!("{index}/{system}"));
        for (file, column) in names.iter().zip(columns) {
            write_file(folder.path(), file, lines(column));
        }
        write!(files, "\"{name}\" = {names:?}, ").expect("memory");
        let of_key = if key == "scores" { &mut source.scores } else { &mut source.judgments };
        of_key.insert((*name).to_owned(), names.map(PathBuf::from).into());
    }
    let format = CorpusFormat::Plain(source);
    let loaded = read("made", &format, folder.path()).map_err(|error| error.to_string())?;
    let files = format!("{key} = {{ {} }}", files.trim_end_matches(", "));
    let Loaded { corpus, warnings } = loaded;
    planned(corpus, &files, metric)?;
    Ok(warnings)
}

fn lines(column: &Column) -> String {
    let line = |score: &Option<f64>| {
        score.map_or_else(|| "nan\n".to_owned(), |score| format!("{score:.6}\n"))
    };
    column.iter().map(line).collect()
}

/// The problems of a study of the scores, as an error.
fn planned(corpus: Corpus, files: &str, metric: &str) -> Result<(), String> {
    let spec = format!(
        "[experiment]\nname = \"x\"\nseed = 1\n[corpora.made.plain]\nsystems = [\"one.txt\", \"two.txt\", \
         \"three.txt\"]\n{files}\n[metrics.m.{metric}[studies.s]\ncorpora = [\"made\"]\nmetrics = [\"m\"]\n\
         B = 50\ntest-sizes = {{ fractions = [1.0] }}\n"
    );
    let parsed = runner::analyses::parse("x.toml", &spec).expect("a sound spec");
    let plan = runner::plan::Plan::new(parsed.spec, vec![Arc::new(corpus)], &[]);
    let messages = |problems: Vec<runner::plan::PlanProblem>| {
        let messages = problems.into_iter().map(|problem| problem.message);
        messages.collect::<Vec<_>>().join("; ")
    };
    plan.map(drop).map_err(messages)
}
