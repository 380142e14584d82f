//! Test sets of a study: sizes and orderings, or samples.

use crate::spec::document::studies::{OrderingsTable, SamplesTable, SamplingWord, TestSizesTable};
use crate::spec::document::{Documents, StudyTable};
use crate::spec::model::{Orderings, Samples, Sampling, TestSizes};
use crate::spec::source::SpecPath;

use super::{Findings, values};

/// Sizes and orderings of the study at `at`, or samples in their place.
pub(super) fn lower(
    table: &StudyTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> (TestSizes, Orderings, Option<Samples>) {
    let samples = table.samples.as_ref().map(|samples| lower_samples(samples, table, at, findings));
    let test_sizes = test_sizes(table.test_sizes.as_ref(), &at.then("test-sizes"), findings);
    let orderings = orderings(table.orderings.as_ref(), &at.then("orderings"), findings);
    check_exhaustive(&orderings, &test_sizes, at, findings);
    (test_sizes, orderings, samples)
}

fn test_sizes(
    table: Option<&TestSizesTable>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> TestSizes {
    let Some(table) = table else { return TestSizes::EachDocument };
    let keys = ["documents", "fractions"];
    let present = [table.documents.is_some(), table.fractions.is_some()];
    let present: Vec<&str> =
        keys.into_iter().zip(present).filter_map(|(key, is)| is.then_some(key)).collect();
    values::exactly_one(at, "unit of sizes", &keys, &present, findings);
    let documents = table.documents.as_ref().map(|documents| match documents {
        Documents::Each => TestSizes::EachDocument,
        Documents::Counts(counts) => {
            let at = at.then("documents");
            TestSizes::Documents(values::counts(counts, values::MOST, &at, findings))
        }
    });
    let fractions = table.fractions.as_ref().map(|fractions| {
        let at = at.then("fractions");
        TestSizes::Fractions(values::numbers(fractions, fraction, &at, findings))
    });
    documents.or(fractions).unwrap_or(TestSizes::EachDocument)
}

/// A fraction above 0 and at most 1.
fn fraction(value: f64, at: &SpecPath, findings: &mut Findings<'_>) -> f64 {
    if value > 0.0 && value <= 1.0 {
        return value;
    }
    let help = if (2.0..=100.0).contains(&value) {
        format!("for {value} percent write {}", value / 100.0)
    } else {
        "write a number above 0 and at most 1".to_owned()
    };
    findings.error(at, "a fraction is above 0 and at most 1", help);
    1.0
}

fn orderings(
    table: Option<&OrderingsTable>,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Orderings {
    let Some(table) = table else { return Orderings { corpus: true, ..Orderings::default() } };
    let random = table
        .random
        .map_or(0, |count| values::count(count, (0, values::MOST), &at.then("random"), findings));
    let explicit = table.explicit.clone().unwrap_or_default();
    if table.explicit.is_some() {
        let at = at.then("explicit");
        values::not_empty(&explicit, &at, findings);
        values::distinct(&explicit, Clone::clone, &at, findings);
        for (index, documents) in explicit.iter().enumerate() {
            let at = at.then(index);
            if documents.is_empty() {
                findings.error(&at, "this ordering is empty", "name every document once");
            }
            for (index, document) in documents.iter().enumerate() {
                values::text(document, &at.then(index), findings);
            }
            values::distinct(documents, String::clone, &at, findings);
        }
    }
    let orderings = Orderings {
        corpus: table.corpus.unwrap_or(false),
        random,
        explicit,
        exhaustive: table.exhaustive.unwrap_or(false),
    };
    let asks = orderings.corpus || table.random.is_some_and(|count| count != 0);
    let asks = asks || table.explicit.is_some() || orderings.exhaustive;
    if !asks && !findings.damage.is_within(at) {
        findings.error(
            at,
            "`orderings` asks for no ordering",
            "add `corpus = true` for the order of the corpus, or leave `orderings` out",
        );
    }
    orderings
}

/// Exhaustive orderings visit every set of documents, so nothing else can be asked for.
fn check_exhaustive(
    orderings: &Orderings,
    sizes: &TestSizes,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    if !orderings.exhaustive {
        return;
    }
    let table = at.then("orderings");
    let exhaustive = table.then("exhaustive");
    for (key, is_there) in [
        ("corpus", orderings.corpus),
        ("random", orderings.random > 0),
        ("explicit", !orderings.explicit.is_empty()),
    ] {
        if is_there {
            findings.error_beside(
                &table.then(key),
                (&exhaustive, "stands for all orderings"),
                format!("`exhaustive` visits every set of documents, so `{key}` adds nothing"),
                format!("leave `{key}` out, or move it to a study of its own"),
            );
        }
    }
    if *sizes != TestSizes::EachDocument {
        findings.error_beside(
            &at.then("test-sizes"),
            (&exhaustive, "has every size"),
            "`exhaustive` visits sets of every size, so sizes cannot be chosen",
            "leave `test-sizes` out, or write `{ documents = \"each\" }`",
        );
    }
}

/// Samples take the place of sizes and orderings.
fn lower_samples(
    samples: &SamplesTable,
    study: &StudyTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Samples {
    let table = at.then("samples");
    if samples.sampling.is_none() {
        findings.missing(&table, "sampling", "sampling = \"broad\"");
    }
    let segments = if let Some(sizes) = &samples.segments {
        values::counts(sizes, values::MOST_REPLICATES, &table.then("segments"), findings)
    } else {
        findings.missing(&table, "segments", "segments = [100, 300, 600]");
        Vec::new()
    };
    let count = samples.count.map_or(100, |count| {
        values::count(count, (1, values::MOST), &table.then("count"), findings)
    });
    for (key, is_there) in
        [("test-sizes", study.test_sizes.is_some()), ("orderings", study.orderings.is_some())]
    {
        if is_there {
            findings.error_beside(
                &at.then(key),
                (&table, "picks the test sets"),
                format!("`samples` takes the place of `{key}`"),
                format!("keep either `samples` or `{key}`"),
            );
        }
    }
    if study.minimal_size.is_some() {
        findings.error_beside(
            &at.then("minimal-size"),
            (&table, "has no sizes in documents"),
            "minimal sizes are read off test sets that grow document by document, which samples do not",
            "ask for them in a study with `orderings` in place of `samples`",
        );
    }
    let sampling = match samples.sampling {
        None | Some(SamplingWord::Broad) => Sampling::Broad,
        Some(SamplingWord::Consecutive) => Sampling::Consecutive,
        Some(SamplingWord::Random) => Sampling::Random,
    };
    Samples { sampling, segments, count }
}
