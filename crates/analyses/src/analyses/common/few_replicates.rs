//! Numbers of replicates that cannot bear what a study asks for, said before anything is computed.

use crate::config::model::Study;
use crate::presentation::number;
use crate::stats::distribution::tails_are_populated;
use crate::value::whole_up;
use crate::warning::Warning;

/// The warning that `what`, read off the tails of the replicates, has none at `level`: with several B, the
/// smallest one counts.
///
/// `way_out` is what may be done instead of more replicates.
pub(crate) fn empty_tails(
    study: &Study,
    what: &str,
    level: f64,
    way_out: Option<&str>,
) -> Option<Warning> {
    let replicates = study.replicates.iter().copied().filter(|count| *count > 0).min()?;
    if tails_are_populated(replicates as usize, level) {
        return None;
    }
    // One replicate in each tail, which has (1 - level)/2 of them.
    let enough = whole_up(2.0 / (1.0 - level));
    let message = format!(
        "{what} at level {} need `B = {enough}` or more, and `B` is {replicates}: there will be none",
        number(level)
    );
    let way_out = way_out.map_or_else(String::new, |way_out| format!(", or {way_out}"));
    let help = format!("set `B = {enough}` or more{way_out}");
    Some(Warning::of_study(&study.name, message, help))
}

/// The way out that needs no replicates.
pub(crate) const JACKKNIFE: &str = "use `jackknife-t`, which resamples nothing";

/// The warning that the smallest p-value of `trials` is above what counts as significant, whatever the data.
pub(crate) fn no_verdict(study: &Study, (key, times, trials): (&str, u64, u32)) -> Option<Warning> {
    // The smallest p-value is `times`/(trials + 1): what was observed counts as one more.
    let enough = whole_up(times as f64 / (1.0 - study.level));
    if times == 0 || f64::from(trials) + 1.0 >= enough {
        return None;
    }
    let smallest = times as f64 / (f64::from(trials) + 1.0);
    let message = format!(
        "with `{key} = {trials}` no p-value is below {}, so that no difference can be significant at level {}",
        number(smallest),
        number(study.level)
    );
    let help = format!("set `{key} = {enough}` or more, or {JACKKNIFE}");
    Some(Warning::of_study(&study.name, message, help))
}

/// The warning that none of `pairs` can differ significantly by a permutation test adjusted by Holm.
pub(crate) fn no_pair_differs(study: &Study, permutations: u32, pairs: u64) -> Option<Warning> {
    // What was observed counts as one more.
    let enough = whole_up(pairs as f64 / (1.0 - study.level)) - 1.0;
    if f64::from(permutations) >= enough {
        return None;
    }
    let message = format!(
        "with `permutations = {permutations}` none of {pairs} pairs can differ significantly at level {}, adjusted by Holm",
        number(study.level)
    );
    let help = format!("set `permutations = {enough}` or more");
    Some(Warning::of_study(&study.name, message, help))
}

/// The warning that none of `pairs` of metrics can differ significantly by `measure`, since all exchanges of so few systems
/// are too few, adjusted by Holm.
pub(crate) fn few_exchanges(
    study: &Study,
    measure: &str,
    systems: usize,
    pairs: u64,
) -> Option<Warning> {
    // What was observed, and its opposite, of two exchanges for each system.
    let least = |systems: usize| 2.0 * pairs as f64 / (1_u64 << systems.min(63)) as f64;
    // Rounding of 1 - level must not decide where both are equal.
    let level = (1.0 - study.level) * (1.0 + 1e-9);
    if pairs == 0 || least(systems) <= level {
        return None;
    }
    // Beyond 63 the shift above would overflow.
    let enough = (systems + 1..64).find(|systems| least(*systems) <= level)?;
    let message = format!(
        "with {systems} systems none of {pairs} pairs of metrics can differ significantly by `{measure}` at level {}: all \
         exchanges of systems, adjusted by Holm, give no p below {}",
        number(study.level),
        number(least(systems).min(1.0))
    );
    let help = format!("have {enough} systems judged, or compare fewer metrics");
    Some(Warning::of_study(&study.name, message, help))
}
