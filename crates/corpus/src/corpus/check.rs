//! The invariants of a corpus, checked once at the border.

use std::collections::BTreeSet;

use super::limits::LIMITS;
use super::{Corpus, CorpusError, NamedTexts};

impl Corpus {
    /// Checks what the rest of the crate relies on: there is a segment; documents have unique
    /// names and cover all segments once, in order, none of them empty; every column has one
    /// entry per segment; the names within references and within systems are unique; judgments
    /// and scores are finite and belong to a known system or reference; where some judge of a system has
    /// a name, all have one.
    ///
    /// Every reader ends with this; a corpus built in memory should too.
    ///
    /// # Errors
    ///
    /// The first of these that does not hold.
    pub fn check(&self) -> Result<(), CorpusError> {
        if self.segment_count() == 0 {
            let help = "name files that have lines".to_owned();
            return Err(CorpusError::Empty { name: self.name.clone(), help });
        }
        if self.segment_count() > LIMITS.segments {
            let cause = format!("it has {} segments", self.segment_count());
            return Err(self.inconsistent(cause, "take a part of it, at most 2^24 segments"));
        }
        let columns = [&self.references, &self.systems].map(Vec::len);
        let columns = columns.into_iter().chain([self.systems_without_text.len()]);
        if columns.max() > Some(LIMITS.columns) {
            let cause = format!("it has more than {} references or systems", LIMITS.columns);
            return Err(self.inconsistent(cause, "name the ones that are needed"));
        }
        self.check_documents()?;
        self.check_columns()?;
        self.check_scores()?;
        self.check_weights()
    }

    /// Weights that can be one over a probability.
    ///
    /// # Errors
    ///
    /// If there are weights, but none of a segment, another number than segments, or one that no probability has.
    pub fn check_weights(&self) -> Result<(), CorpusError> {
        let Some(weights) = &self.weights else { return Ok(()) };
        self.check_length("the column of weights", weights.len())?;
        let most = self.segment_count() as f64;
        if weights.iter().all(Option::is_none) {
            let cause = "none of its segments has a weight".to_owned();
            return Err(
                self.inconsistent(cause, "leave the weights out, or name the picks of this corpus")
            );
        }
        // Written so that NaN is outside, too.
        let outside = weights.iter().flatten().find(|weight| !(**weight > 0.0 && **weight <= most));
        match outside {
            None => Ok(()),
            Some(weight) => Err(self.inconsistent(
                format!("a segment has the weight {weight}"),
                "a weight is one over the probability of a pick: above 0, and at most the number of segments",
            )),
        }
    }

    fn inconsistent(&self, cause: String, help: &'static str) -> CorpusError {
        CorpusError::Inconsistent { name: self.name.clone(), cause, help }
    }

    fn check_documents(&self) -> Result<(), CorpusError> {
        let mut names = BTreeSet::new();
        let mut end = 0;
        for document in &self.documents {
            let range = &document.segments;
            if range.start != end || range.is_empty() {
                let cause = format!(
                    "document `{}` has segments {}..{} where {end}.. would follow",
                    document.id, range.start, range.end
                );
                return Err(self.inconsistent(cause, "documents are contiguous and not empty"));
            }
            end = range.end;
            if document.id.is_empty() || !names.insert(document.id.as_str()) {
                let cause = format!("document name `{}` is empty or used twice", document.id);
                return Err(self.inconsistent(cause, "give every document its own name"));
            }
        }
        Ok(())
    }

    fn check_columns(&self) -> Result<(), CorpusError> {
        if let Some(source) = &self.source {
            self.check_length("the source", source.len())?;
        }
        for (what, columns) in [("reference", &self.references), ("system", &self.systems)] {
            let mut names = BTreeSet::new();
            for NamedTexts { name, texts } in columns {
                self.check_length(&format!("{what} `{name}`"), texts.len())?;
                if name.is_empty() || !names.insert(name.as_str()) {
                    let cause = format!("{what} name `{name}` is empty or used twice");
                    return Err(self.inconsistent(cause, "give every column its own name"));
                }
            }
        }
        let mut names = BTreeSet::new();
        for name in &self.systems_without_text {
            if name.is_empty() || self.system(name).is_some() || !names.insert(name) {
                let cause = format!("system name `{name}` is empty or used twice");
                return Err(self.inconsistent(cause, "give every system its own name"));
            }
        }
        Ok(())
    }

    fn check_scores(&self) -> Result<(), CorpusError> {
        let names: BTreeSet<&str> = self
            .systems
            .iter()
            .chain(&self.references)
            .map(|column| column.name.as_str())
            .chain(self.systems_without_text.iter().map(String::as_str))
            .collect();
        let judged = self.judgments.iter().flat_map(|(criterion, systems)| {
            systems.iter().flat_map(move |(system, judgments)| {
                judgments.judges.iter().map(move |scores| (criterion, system, scores))
            })
        });
        let external = self.external.iter().flat_map(|(metric, systems)| {
            systems.iter().map(move |(system, scores)| (metric, system, scores))
        });
        for (name, system, scores) in judged.clone().chain(external.clone()) {
            self.check_length(&format!("`{name}` of system `{system}`"), scores.len())?;
        }
        self.check_judge_names()?;
        if self.rating_seconds.values().any(|seconds| !seconds.is_finite() || *seconds <= 0.0) {
            let cause = "the time that a rating takes is not above 0".to_owned();
            return Err(self.inconsistent(cause, "leave it out where it is not known"));
        }
        let documents = self.external_documents.iter().flat_map(|(name, systems)| {
            systems.iter().map(move |(system, scores)| (name, system, scores))
        });
        for (name, system, scores) in documents.clone() {
            let (found, expected) = (scores.len(), self.documents.len());
            if found != expected {
                let cause = format!(
                    "`{name}` of system `{system}` has {found} entries for {expected} documents"
                );
                return Err(self.inconsistent(cause, "give one entry per document"));
            }
        }
        for (name, system, scores) in judged.chain(external).chain(documents) {
            if scores.iter().flatten().any(|score| !score.is_finite()) {
                let cause = format!("`{name}` of system `{system}` has a score that is not finite");
                return Err(self.inconsistent(cause, "leave the score out where there is none"));
            }
            if !names.contains(system.as_str()) {
                let cause = format!("`{name}` has scores of `{system}`, which is no known system");
                return Err(self.inconsistent(cause, "list it among the systems without text"));
            }
        }
        Ok(())
    }

    fn check_judge_names(&self) -> Result<(), CorpusError> {
        for (criterion, systems) in &self.judge_names {
            for (system, names) in systems {
                let judgments = self.judgments.get(criterion).and_then(|by| by.get(system));
                let judges = judgments.map_or(&[][..], |judgments| &judgments.judges);
                let are_named = judges.iter().zip(names).all(|(scores, names)| {
                    let mut pairs = scores.iter().zip(names);
                    scores.len() == names.len()
                        && pairs.all(|(score, name)| score.is_none() || name.is_some())
                });
                if judges.len() != names.len() || !are_named {
                    let cause = format!("`{criterion}` of system `{system}` lacks names of judges");
                    return Err(
                        self.inconsistent(cause, "name the judge of every judgment, or none")
                    );
                }
            }
        }
        Ok(())
    }

    fn check_length(&self, what: &str, found: usize) -> Result<(), CorpusError> {
        let expected = self.segment_count();
        if found == expected {
            return Ok(());
        }
        let cause = format!("{what} has {found} entries for {expected} segments");
        Err(self.inconsistent(cause, "every column has one entry per segment"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::model::{Document, Judgments, Texts};

    fn corpus() -> Corpus {
        let documents = [("a", 0..1), ("b", 1..3)];
        let documents =
            documents.map(|(id, segments)| Document { id: id.into(), domain: None, segments });
        let [ref_a, ref_b, x] =
            ["refA", "refB", "X"].map(|name| NamedTexts { name: name.into(), texts: texts(3) });
        let mut corpus = Corpus {
            name: "tiny".into(),
            documents: documents.into(),
            source: Some(texts(3)),
            references: vec![ref_a.clone(), ref_b],
            systems: vec![x, ref_a],
            systems_without_text: vec!["Y".into()],
            ..Corpus::default()
        };
        let judged = Judgments { judges: vec![vec![Some(1.0), None, Some(2.0)]; 2] };
        corpus.judgments.entry("mqm".into()).or_default().insert("Y".into(), judged);
        corpus.external.entry("COMET".into()).or_default().insert("X".into(), vec![None; 3]);
        let documents = corpus.external_documents.entry("DOC".into()).or_default();
        documents.insert("Y".into(), vec![Some(1.0), None]);
        corpus
    }

    fn texts(count: usize) -> Texts {
        (0..count).map(|_| "text").collect()
    }

    fn refused(change: impl FnOnce(&mut Corpus), expected: &str) {
        let mut corpus = corpus();
        change(&mut corpus);
        let message = corpus.check().unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn names_of_judges_are_where_judgments_are() {
        let named = |names: Vec<Vec<Option<Arc<str>>>>| {
            move |c: &mut Corpus| {
                c.judge_names.entry("mqm".into()).or_default().insert("Y".into(), names);
            }
        };
        let ann = || Some(Arc::from("ann"));
        let mut sound = corpus();
        named(vec![vec![ann(), None, ann()]; 2])(&mut sound);
        sound.check().unwrap();
        let cause = "`mqm` of system `Y` lacks names of judges; name the judge of every judgment";
        refused(named(vec![vec![ann(), None, None]; 2]), cause);
        refused(named(vec![vec![ann(), None, ann()]]), cause);
        refused(named(vec![vec![ann(), None]; 2]), cause);
        let unknown = |c: &mut Corpus| {
            let names = vec![vec![ann(); 3]];
            c.judge_names.entry("esa".into()).or_default().insert("Y".into(), names);
        };
        refused(unknown, "`esa` of system `Y` lacks names of judges");
    }

    #[test]
    fn a_sound_corpus_passes() {
        corpus().check().unwrap();
    }

    #[test]
    fn every_broken_invariant_is_refused() {
        refused(|c| c.documents.clear(), "corpus `tiny` has no segment");
        refused(|c| c.documents[1].segments = 2..3, "document `b` has segments 2..3 where 1..");
        refused(|c| c.documents[0].segments = 0..0, "document `a` has segments 0..0");
        refused(|c| c.documents[1].id = "a".into(), "document name `a` is empty or used twice");
        refused(|c| c.documents[1].segments = 1..4, "the source has 3 entries for 4 segments");
        refused(|c| c.systems[0].texts = texts(2), "system `X` has 2 entries for 3 segments");
        refused(|c| c.references[1].texts = texts(4), "reference `refB` has 4 entries");
        refused(|c| c.references[1].name = "refA".into(), "reference name `refA`");
        refused(|c| c.systems[1].name = "X".into(), "system name `X` is empty or used twice");
        refused(|c| c.systems_without_text.push("X".into()), "system name `X`");
        refused(|c| c.systems_without_text.clear(), "`mqm` has scores of `Y`, which is no known");
        let scores = |c: &mut Corpus, scores| {
            c.external.get_mut("COMET").unwrap().insert("X".into(), scores);
        };
        refused(|c| scores(c, vec![None; 2]), "`COMET` of system `X` has 2 entries");
        refused(|c| scores(c, vec![Some(f64::NAN); 3]), "not finite");
        let documents = |c: &mut Corpus, system: &str, scores| {
            c.external_documents.get_mut("DOC").unwrap().insert(system.into(), scores);
        };
        let cause = "`DOC` of system `Y` has 3 entries for 2 documents";
        refused(|c| documents(c, "Y", vec![None; 3]), cause);
        refused(|c| documents(c, "Y", vec![Some(f64::INFINITY); 2]), "not finite");
        refused(|c| documents(c, "V", vec![None; 2]), "`DOC` has scores of `V`, which is no known");
    }
}
