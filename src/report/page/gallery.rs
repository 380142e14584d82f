//! Figures on the page: which stand beside an answer, and which are folded away.

use std::collections::BTreeSet;

use minijinja::{Value, context};

use crate::analyses::{ANALYSES, ScoreRow};
use crate::answers::{Block, Question, Scorer};
use crate::presentation::{Figure, StudySection, metric_in_print, themed, words_in_print};
use crate::report::chapter::Chapter;

/// Figures that are drawn on the page; beyond them it links files, so that a browser can show it.
const MOST_FIGURES: usize = 200;
/// Bytes of drawings up to which figures have a second drawing, for a phone.
const MOST_BYTES: usize = 2_100_000;

/// A figure with where it belongs.
#[derive(Clone, Copy)]
struct Hung<'a> {
    figure: &'a Figure,
    chapter: &'a Chapter<'a>,
}

impl Hung<'_> {
    /// The name of the metric without its references, and of what else its subject has.
    fn scorer(&self) -> Scorer {
        scorer_of(&self.chapter.section, &self.figure.subject)
    }
}

/// Who scores, by the metric that begins a subject, as in print or as the spec has it.
fn scorer_of(section: &StudySection<'_>, subject: &str) -> Scorer {
    let name = subject.find([',', '(']).map_or(subject, |end| subject[..end].trim_end());
    let mut metrics = section.row_slice::<ScoreRow>().iter().map(|row| &*row.cell.metric);
    Scorer::of_metric(
        section,
        metrics
            .find(|metric: &&str| *metric == name || metric_in_print(metric) == name)
            .unwrap_or(name),
    )
}

/// All figures, each in its one place.
pub(super) struct Gallery<'a> {
    /// Beside the answer to a question: kinds in their order, of each judgments first.
    beside: Vec<(Question, Vec<Hung<'a>>)>,
    /// The others, by chapter.
    others: Vec<(&'a Chapter<'a>, Vec<Hung<'a>>)>,
    /// Names of those that are drawn.
    drawn: BTreeSet<String>,
    /// Of these, those with a drawing for a phone.
    on_phone: BTreeSet<String>,
    /// Whether there are several studies and corpora.
    names_sections: bool,
}

impl<'a> Gallery<'a> {
    pub(super) fn new(blocks: &[Block], chapters: &'a [Chapter<'a>]) -> Self {
        let beside = blocks.iter().map(|block| (block.question, beside(block.question, chapters)));
        let beside: Vec<(Question, Vec<Hung<'a>>)> = beside.collect();
        let placed: BTreeSet<String> = beside.iter().flat_map(|(_, all)| all).map(name).collect();
        let others = chapters.iter().map(|chapter| {
            let figures = chapter.figures.iter().map(|(_, figure)| Hung { figure, chapter });
            (chapter, figures.filter(|hung| !placed.contains(&name(hung))).collect())
        });
        let mut gallery = Self {
            beside,
            others: others.collect(),
            drawn: BTreeSet::new(),
            on_phone: BTreeSet::new(),
            names_sections: chapters.len() > 1,
        };
        let all: Vec<Hung<'a>> = gallery.all().take(MOST_FIGURES).collect();
        let mut bytes: usize = all.iter().map(|hung| hung.figure.svg.len()).sum();
        gallery.drawn = all.iter().map(name).collect();
        // Those that a reader sees first, whatever there is besides.
        let first = gallery.beside.iter().filter_map(|(_, all)| all.first());
        let first: Vec<Hung<'a>> = first.copied().collect();
        for hung in first.into_iter().chain(all) {
            if gallery.on_phone.contains(&name(&hung)) {
                continue;
            }
            bytes += hung.figure.narrow.len();
            if bytes <= MOST_BYTES {
                gallery.on_phone.insert(name(&hung));
            }
        }
        gallery
    }

    /// Those beside answers first.
    fn all(&self) -> impl Iterator<Item = Hung<'a>> {
        let others = self.others.iter().flat_map(|(_, all)| all);
        self.beside.iter().flat_map(|(_, all)| all).chain(others).copied()
    }

    /// Returns `true` if the page draws the figure of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.drawn.contains(name)
    }

    /// The figures beside the answer to a question: what a reader chooses from, and the drawings.
    pub(super) fn of_question(&self, question: Question) -> Value {
        let all = self.beside.iter().find(|(own, _)| *own == question);
        let all: Vec<Hung<'a>> = all.map_or_else(Vec::new, |(_, all)| all.clone());
        let drawn: Vec<Hung<'a>> = all.into_iter().filter(|hung| self.has(&name(hung))).collect();
        let sections: BTreeSet<&str> =
            drawn.iter().map(|hung| hung.figure.section.as_str()).collect();
        let mut kinds: Vec<(&str, Vec<Value>)> = Vec::new();
        for hung in &drawn {
            let option = context! {
                name => name(hung),
                label => label(hung, sections.len() > 1),
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == hung.figure.question) {
                Some((_, options)) => options.push(option),
                None => kinds.push((hung.figure.question, vec![option])),
            }
        }
        let kinds = kinds.into_iter().map(|(question, options)| context! { question, options });
        context! {
            count => drawn.len(),
            kinds => kinds.collect::<Vec<_>>(),
            shown => drawn.iter().map(|hung| self.drawing(hung)).collect::<Vec<_>>(),
        }
    }

    /// The figures that stand beside no answer, by study and corpus.
    pub(super) fn others(&self) -> Vec<Value> {
        let mut sections: Vec<Value> = Vec::new();
        for (chapter, all) in &self.others {
            let (drawn, mut linked): (Vec<Hung<'a>>, Vec<Hung<'a>>) =
                all.iter().partition(|hung| self.has(&name(hung)));
            // Of answers with more than the page draws, the rest are files.
            let beside = self.beside.iter().flat_map(|(_, all)| all);
            let here = beside.filter(|hung| std::ptr::eq(hung.chapter, *chapter));
            linked.extend(here.filter(|hung| !self.has(&name(hung))).copied());
            if drawn.is_empty() && linked.is_empty() {
                continue;
            }
            let linked = linked.iter().map(|hung| {
                context! { name => name(hung), published => hung.figure.published.as_deref() }
            });
            sections.push(context! {
                name => chapter.section.title(),
                figures => drawn.iter().map(|hung| self.drawing(hung)).collect::<Vec<_>>(),
                linked => linked.collect::<Vec<_>>(),
            });
        }
        sections
    }

    /// How many of them there are.
    pub(super) fn count_of_others(&self) -> usize {
        self.others.iter().map(|(_, all)| all.len()).sum()
    }

    fn drawing(&self, hung: &Hung<'_>) -> Value {
        let Figure { question, title, section, caption, published, svg, narrow, .. } = hung.figure;
        let name = name(hung);
        let number = self.drawn.iter().position(|other| *other == name).unwrap_or_default();
        // Ids stand once on a page: those of a drawing have its number, and a letter for each of its two forms.
        let narrow = self.on_phone.contains(&name).then(|| themed(narrow, &format!("n{number}")));
        context! {
            question => *question,
            title => words_in_print(title, &hung.figure.subject),
            section => if self.names_sections { section.as_str() } else { "" },
            caption => caption.as_str(),
            published => published.as_deref(),
            svg => Value::from_safe_string(themed(svg, &format!("f{number}"))),
            narrow => narrow.map(Value::from_safe_string),
            name,
        }
    }
}

fn name(hung: &Hung<'_>) -> String {
    hung.figure.name.to_string()
}

/// What a figure is called among others of its kind.
fn label(hung: &Hung<'_>, names_sections: bool) -> String {
    let Figure { subject, section, published, .. } = hung.figure;
    let section = if names_sections { format!(" ({section})") } else { String::new() };
    let published = published.as_ref().map_or_else(String::new, |figure| format!(", {figure}"));
    format!("{}{section}{published}", metric_in_print(subject))
}

/// The figures of the analyses whose findings answer a question.
fn beside<'a>(question: Question, chapters: &'a [Chapter<'a>]) -> Vec<Hung<'a>> {
    // What every study has comes after what it asks for.
    let figures = chapters.iter().flat_map(|chapter| {
        let told = chapter.findings.iter().map(|(number, _)| *number);
        let told: BTreeSet<usize> =
            told.filter(|number| ANALYSES[*number].question == question).collect();
        let figures = chapter.figures.iter().filter(move |(number, _)| told.contains(number));
        figures.map(move |(number, figure)| {
            (!ANALYSES[*number].key.is_empty(), Hung { figure, chapter })
        })
    });
    let all: Vec<(bool, Hung<'a>)> = figures.collect();
    let (asked, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(is_asked, _)| *is_asked);
    let mut all: Vec<Hung<'a>> = asked.into_iter().chain(others).map(|(_, hung)| hung).collect();
    let kinds: Vec<&str> = all.iter().map(|hung| hung.figure.question).collect();
    // The sort is stable: chapters stay in their order.
    all.sort_by_key(|hung| {
        let kind = kinds.iter().position(|kind| *kind == hung.figure.question);
        (kind, hung.scorer())
    });
    all
}
