//! Whether judges differ, for comparisons with other runs.

use super::findings::criteria;
use crate::presentation::{StudySection, Verdict};
use crate::stats::reason::Status;

/// One per criterion.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let verdict = |own: &super::findings::Criterion<'_>| {
        let conclusion = match own.differ() {
            Some(true) => "significantly different".to_owned(),
            Some(false) => "not significantly different".to_owned(),
            None => {
                let status = own.test.test_status.map_or("not known", Status::name);
                format!("no verdict ({status})")
            }
        };
        Verdict::new("variance-components", format!("severity of judges, {}", own.name), conclusion)
    };
    criteria(section).iter().map(verdict).collect()
}
