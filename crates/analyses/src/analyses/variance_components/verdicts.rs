//! Whether judges differ, for comparisons with other runs.

use super::findings::criteria;
use crate::presentation::{StudySection, Verdict};
use crate::stats::reason::Status;

/// One per criterion.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let criteria = criteria(section);
    let verdicts = criteria.iter().map(|criterion| {
        let conclusion = match criterion.differ() {
            Some(true) => "significantly different".to_owned(),
            Some(false) => "not significantly different".to_owned(),
            None => {
                let status = criterion.test.test_status.map_or("not known", Status::name);
                format!("no verdict ({status})")
            }
        };
        Verdict::new(
            "variance-components",
            format!("severity of judges, {}", criterion.name),
            conclusion,
        )
    });
    verdicts.collect()
}
