//! Signals that ask to stop.
//!
//! The first one sets a flag, which [`crate::execute`] looks at between jobs; the second ends the
//! process at once, which loses no more than a kill does.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::exit_code::Exit;
use super::failure::Failure;

/// Whether somebody asked to stop.
#[derive(Debug)]
pub(super) struct Stop {
    wanted: Arc<AtomicBool>,
}

impl Stop {
    /// Listens for SIGINT and SIGTERM from now on.
    pub(super) fn listen() -> Result<Self, Failure> {
        Self::listen_to(&[SIGINT, SIGTERM])
    }

    /// Listens for `signals` from now on.
    pub(super) fn listen_to(signals: &[i32]) -> Result<Self, Failure> {
        let wanted = Arc::new(AtomicBool::new(false));
        for signal in signals {
            // In this order the signal that sets the flag does not find it set.
            let second = Exit::Interrupted as i32;
            flag::register_conditional_shutdown(*signal, second, wanted.clone()).map_err(fail)?;
            set_on(*signal, &wanted)?;
        }
        Ok(Self { wanted })
    }

    /// The flag, for those who do the work.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.wanted
    }

    /// Whether somebody asked to stop.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }
}

/// Signals to a task of an engine. One more of them changes nothing: the engine itself ends what takes
/// too long, and what is being saved must not be lost.
#[derive(Debug)]
pub(super) struct TaskSignals {
    /// Whether the task should stop, for whatever reason.
    pub(super) stop: Stop,
    notice: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
}

impl TaskSignals {
    /// Listens from now on: for SIGINT and SIGTERM, and for SIGUSR1, the notice that the limit on the
    /// time of the task is near.
    pub(super) fn listen() -> Result<Self, Failure> {
        let stop = Stop::listen_to(&[SIGINT])?;
        let (notice, end) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        set_on(SIGTERM, &stop.wanted)?;
        set_on(SIGTERM, &end)?;
        #[cfg(unix)]
        {
            use signal_hook::consts::SIGUSR1;
            set_on(SIGUSR1, &stop.wanted)?;
            set_on(SIGUSR1, &notice)?;
        }
        Ok(Self { stop, notice, end })
    }

    /// Whether the limit is near, and no one else asked to stop.
    pub(super) fn is_near_limit(&self) -> bool {
        self.notice.load(Ordering::Relaxed) && !self.is_ended()
    }

    /// Whether the task was asked to end.
    pub(super) fn is_ended(&self) -> bool {
        self.end.load(Ordering::Relaxed)
    }
}

/// Sets `wanted` when `signal` comes.
fn set_on(signal: i32, wanted: &Arc<AtomicBool>) -> Result<(), Failure> {
    flag::register(signal, Arc::clone(wanted)).map(|_| ()).map_err(fail)
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn fail(error: io::Error) -> Failure {
    Failure::environment(format!("cannot listen for signals: {error}"))
}
