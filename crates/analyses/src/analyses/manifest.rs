//! The manifest of a run, before its tables are known.

use std::collections::BTreeMap;

use super::analysis::Analyses;
use super::results::resampled;
use crate::config::model::{CorpusFormat, Spec};
use crate::corpus::{Corpus, synthetic};
use crate::metric;
use crate::plan::{Plan, ReferenceSet};
use crate::table::{Input, Manifest, Resampling};

/// What determines the numbers of `plan`: spec, inputs, signatures, seed, versions.
pub fn manifest(analyses: Analyses, plan: &Plan) -> Manifest {
    let canonical = plan.spec.canonical();
    let corpora = plan.corpora.iter().flat_map(|plan| inputs(&plan.corpus));
    let inputs =
        corpora.chain(logs(analyses, plan)).chain(presets(&plan.spec)).chain(published(plan));
    let inputs: Vec<Input> = inputs.collect();
    let mut signatures = BTreeMap::new();
    for plan_of_corpus in &plan.corpora {
        for scoring in &plan_of_corpus.scorings {
            let metric = &plan.spec.metrics[scoring.metric];
            let count = scoring.references.as_ref().map_or(0, ReferenceSet::count);
            let signature = metric::signature(&metric.config, count);
            signatures.insert(format!("{}/{count}", metric.name), signature);
        }
    }
    Manifest {
        runner: env!("CARGO_PKG_VERSION").to_owned(),
        numbers: crate::NUMBERS_VERSION,
        run_identity: identity(&canonical, &inputs),
        first_seed_identity: (plan.spec.seeds > 1).then(|| {
            let first = Spec { seeds: 1, ..plan.spec.clone() };
            identity(&first.canonical(), &inputs)
        }),
        experiment: plan.spec.name.clone(),
        seed: plan.spec.seed,
        seeds: plan.spec.seeds,
        spec: serde_json::from_str(&canonical).expect("the canonical spec is JSON"),
        asked: asked(plan),
        synthetic: generated(plan),
        resampling: resampling(plan),
        warnings: plan.warnings.clone(),
        inputs,
        signatures,
        tables: BTreeMap::new(),
    }
}

/// A hash of what determines the numbers of a run.
fn identity(canonical: &str, inputs: &[Input]) -> String {
    // Part of every identity: another text would make all kept results unknown.
    let mut identity = blake3::Hasher::new_derive_key("runner 2026 run");
    let version = crate::NUMBERS_VERSION.to_le_bytes();
    let inputs = inputs.iter().flat_map(|input| {
        [&input.corpus, &input.kind, &input.name, &input.digest].map(String::as_bytes)
    });
    for part in [&version, canonical.as_bytes()].into_iter().chain(inputs) {
        // Lengths first: else `ab`, `c` and `a`, `bc` would have one hash.
        identity.update(&(part.len() as u64).to_le_bytes());
        identity.update(part);
    }
    identity.finalize().to_hex().to_string()
}

/// What studies derive, in the order of the spec.
fn asked(plan: &Plan) -> BTreeMap<String, Vec<String>> {
    let studies = plan.spec.studies.iter();
    let asked = studies.map(|study| {
        (study.name.clone(), study.analyses.keys().map(str::to_owned).collect::<Vec<_>>())
    });
    asked.filter(|(_, keys)| !keys.is_empty()).collect()
}

/// Names of generated corpora. A corpus that was generated and written to files says so itself.
fn generated(plan: &Plan) -> Vec<String> {
    let generated = plan.corpora.iter().filter(|plan| plan.corpus.synthetic);
    generated.map(|plan| plan.corpus.name.clone()).collect()
}

/// What each study resamples on each of its corpora.
fn resampling(plan: &Plan) -> Vec<Resampling> {
    let resampling = plan.grids.iter().map(|grid| Resampling {
        study: plan.spec.studies[grid.study].name.clone(),
        corpus: plan.corpora[grid.corpus].corpus.name.clone(),
        unit: resampled(grid.unit, plan.spec.studies[grid.study].resamples_judges()),
        judges: plan.context(grid).judges().map(|judges| judges as u64),
    });
    resampling.collect()
}

/// Returns the logs of campaigns that are watched.
fn logs(analyses: Analyses, plan: &Plan) -> impl Iterator<Item = Input> {
    let mut keys = plan.spec.studies.iter().flat_map(|study| study.analyses.keys());
    let is_watched = keys.any(|key| analyses.iter().any(|one| one.reads_log && one.key == key));
    let corpora = plan.corpora.iter().filter(move |_| is_watched).map(|plan| &plan.corpus);
    corpora.flat_map(|corpus| {
        corpus.log.keys().filter_map(|criterion| {
            Some(Input {
                corpus: corpus.name.clone(),
                kind: "log".to_owned(),
                name: criterion.clone(),
                digest: corpus.log_digest(criterion)?.to_string(),
            })
        })
    })
}

/// The presets of generated corpora, each with its version.
fn presets(spec: &Spec) -> impl Iterator<Item = Input> {
    spec.corpora.iter().filter_map(|source| {
        let CorpusFormat::Synthetic(generated) = &source.format else { return None };
        let version = synthetic::version(&generated.preset)?;
        Some(Input {
            corpus: source.name.clone(),
            kind: "preset".to_owned(),
            name: format!("{}, version {}", generated.preset, version.number),
            digest: version.digest,
        })
    })
}

/// The files of published values.
fn published(plan: &Plan) -> impl Iterator<Item = Input> {
    let texts = plan.spec.published.iter().flat_map(|file| &file.texts);
    texts.map(|text| Input {
        corpus: String::new(),
        kind: "published".to_owned(),
        name: text.path.clone(),
        digest: blake3::hash(text.source.text.as_bytes()).to_hex().to_string(),
    })
}

/// Every column of a corpus with the digest of its content.
fn inputs(corpus: &Corpus) -> Vec<Input> {
    let input = |kind: &str, name: String, digest: String| Input {
        corpus: corpus.name.clone(),
        kind: kind.to_owned(),
        name,
        digest,
    };
    let mut all = vec![input("documents", String::new(), corpus.structure_digest().to_string())];
    for (kind, columns) in [("reference", &corpus.references), ("system", &corpus.systems)] {
        all.extend(
            columns
                .iter()
                .map(|column| input(kind, column.name.clone(), column.texts.digest().to_string())),
        );
    }
    for (criterion, by_system) in &corpus.judgments {
        all.extend(by_system.iter().map(|(system, judgments)| {
            input("judgments", format!("{criterion}/{system}"), judgments.digest().to_string())
        }));
    }
    for (score, by_system) in &corpus.external {
        all.extend(by_system.keys().map(|system| {
            let digest = corpus.external_digest(score, system).expect("it was just listed");
            input("external", format!("{score}/{system}"), digest.to_string())
        }));
    }
    for (score, by_system) in &corpus.external_documents {
        all.extend(by_system.keys().map(|system| {
            let digest = corpus.external_documents_digest(score, system);
            let digest = digest.expect("it was just listed").to_string();
            input("external-documents", format!("{score}/{system}"), digest)
        }));
    }
    all
}
