//! Effects of single references as whole runs, against values written out in NumPy: three systems by three references, with
//! matched words in four documents.

use std::fmt::Write as _;

use runner::analyses::{self, ReferenceComponent, ReferenceEffectTables, Results};
use runner::corpus::model::{Corpus, NamedTexts};

use crate::support::{close, study};

const WORDS: [usize; 4] = [20, 16, 24, 14];

/// By system, then by reference.
const MATCHED: [[[usize; 4]; 3]; 3] = [
    [[12, 9, 15, 8], [14, 10, 15, 9], [9, 8, 11, 7]],
    [[13, 9, 14, 10], [12, 9, 13, 8], [12, 10, 14, 10]],
    [[8, 6, 9, 5], [9, 7, 9, 6], [7, 5, 8, 4]],
];

/// A segment for each document. The words of a system are its own, and as many of them stand in a reference as match there.
fn corpus() -> Corpus {
    let words = |document: usize, system: usize, count: usize| {
        (0..count).fold(String::new(), |mut text, place| {
            write!(text, "w{document}x{system}x{place} ").expect("a string takes all text");
            text
        })
    };
    let lines = |line: &dyn Fn(usize) -> String| -> String {
        let lines: Vec<String> =
            (0..4).map(|document| line(document).trim_end().to_owned()).collect();
        lines.join("\n")
    };
    let reference = |reference: usize| -> NamedTexts {
        let text = lines(&|document| {
            (0..3)
                .map(|system| words(document, system, MATCHED[system][reference][document]))
                .collect()
        });
        study::named(&format!("ref{}", reference + 1), &text)
    };
    let system = |system: usize| -> NamedTexts {
        let text = lines(&|document| words(document, system, WORDS[document]));
        study::named(&format!("S{}", system + 1), &text)
    };
    Corpus {
        name: "c".to_owned(),
        documents: study::documents(&[1; 4]),
        references: (0..3).map(reference).collect(),
        systems: (0..3).map(system).collect(),
        ..Corpus::default()
    }
}

fn tables(metric: &str) -> ReferenceEffectTables {
    let text = format!(
        "[experiment]\nname = \"x\"\nseed = 5\ndf = \"units\"\n[corpora.c.plain]\nsystems = [\"none\"]\n\
         {metric}\n\
         [studies.s]\ncorpora = [\"c\"]\nmetrics = [\"p\"]\nB = 20\nresample = \"documents\"\n\
         test-sizes = {{ documents = [4] }}\nreference-counts = [1, 3]\nreference-choice = \"every-subset\"\n\
         [studies.s.reference-effects]\n"
    );
    let (plan, store) = study::computed(&text, Some(vec![corpus()]));
    analyses::reference_effects(&Results::new(&plan, &store))
}

#[test]
fn effects_and_components() {
    let tables = tables("[metrics.p.bleu]\norder = 1\nvalue = \"precision\"");
    let scores =
        [[59.4595, 64.8649, 47.2973], [62.1622, 56.7568, 62.1622], [37.8378, 41.8919, 32.4324]];
    let effects =
        [[0.7508, 4.8048, -5.5556], [0.3003, -6.4565, 6.1562], [-1.0511, 1.6517, -0.6006]];
    let errors = [[0.9940, 0.8274, 0.8987], [1.0879, 1.3547, 0.6029], [0.4941, 1.2002, 1.4621]];
    assert_eq!(tables.effects.len(), 9);
    for row in &tables.effects {
        let number = |name: &str| name.chars().last().and_then(|last| last.to_digit(10));
        let system = number(row.cell.system()).unwrap() as usize - 1;
        let reference = number(row.cell.references.as_deref().unwrap()).unwrap() as usize - 1;
        assert_eq!((row.cell.status.name(), row.cell.reference_count), ("ok", Some(1)));
        close(row.score, scores[system][reference], 6e-5);
        close(row.effect, effects[system][reference], 6e-5);
        close(row.standard_error, errors[system][reference], 6e-5);
        assert!(row.p_adjusted.unwrap() >= row.p_value.unwrap());
    }
    let component = |component: ReferenceComponent| {
        tables.components.iter().find(|row| row.component == component).unwrap()
    };
    assert_eq!(tables.components.len(), 4);
    let both = component(ReferenceComponent::Both);
    close(both.variance, 32.1742, 6e-5);
    close(both.deviation, 5.6722, 6e-5);
    close(component(ReferenceComponent::Noise).variance, 2.4212, 6e-5);
    assert_eq!((both.systems, both.order_changes), (3, Some(1)));
    close(component(ReferenceComponent::System).variance, 153.783_42, 6e-5);
    close(component(ReferenceComponent::Reference).variance, 13.554_65, 6e-5);
}
