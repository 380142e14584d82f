//! Signals that ask to stop: two seconds later the process has ended, whatever it was doing.
//!
//! A thread looks for SIGINT and SIGTERM. When one has come, it leaves the command a while to end by itself,
//! and then ends the process. Files are written aside and renamed, so that this may be at any moment: it
//! loses what is under way, as a kill does. A command sets how long that is, what is saved and printed before
//! the end and the exit code ([`at_end`]); one that sets nothing ends at once, with nothing saved. Further signals
//! change nothing.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use super::output::tell_failure;
use super::{Exit, Failure};

/// How long a command that keeps its work may take to end by itself.
pub(super) const WHILE: Duration = Duration::from_millis(1200);

/// Time between two looks for a signal.
const LOOK: Duration = Duration::from_millis(40);

/// What has come.
#[derive(Default)]
struct Signals {
    /// Whether work should stop, for whatever reason.
    wanted: Arc<AtomicBool>,
    /// The exit code of the last signal that ends the process, or 0.
    last: Arc<AtomicUsize>,
    /// Whether the limit on the time of a task is near.
    notice: Arc<AtomicBool>,
}

static SIGNALS: LazyLock<Signals> = LazyLock::new(Signals::default);

/// What the process does when a signal has come.
enum End {
    /// It ends at once: nothing is saved.
    Nothing,
    /// It waits for the command, makes this the last act, and ends as it says.
    Last(Duration, Box<dyn Fn() -> Failure + Send>),
    /// Nothing more: the command is over.
    Over,
}

static END: Mutex<End> = Mutex::new(End::Nothing);

/// Listens for SIGINT and SIGTERM from now on, for all commands.
pub(super) fn listen() -> Result<(), Failure> {
    for (signal, exit) in [(SIGINT, Exit::Sigint), (SIGTERM, Exit::Sigterm)] {
        // First, since actions run in the order of registration:
        // work that sees `wanted` can ask which signal it was.
        flag::register_usize(signal, Arc::clone(&SIGNALS.last), exit as usize).map_err(fail)?;
        flag::register(signal, Arc::clone(&SIGNALS.wanted)).map_err(fail)?;
    }
    let watcher = thread::Builder::new().name("signals".to_owned());
    watcher.spawn(watch).map(|_| ()).map_err(fail)
}

/// Listens for SIGUSR1 too, the notice that the limit on the time of a task is near: work stops, and the
/// command decides what then.
pub(super) fn listen_for_notice() -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGUSR1;
        flag::register(SIGUSR1, Arc::clone(&SIGNALS.wanted)).map_err(fail)?;
        flag::register(SIGUSR1, Arc::clone(&SIGNALS.notice)).map_err(fail)?;
    }
    Ok(())
}

/// From now on, until it is said otherwise, a signal leaves the command this long to end by itself, and then
/// ends the process as `last` says.
pub(super) fn at_end(patience: Duration, last: impl Fn() -> Failure + Send + 'static) {
    *end() = End::Last(patience, Box::new(last));
}

/// From now on a signal has no work to save: it ends the process at once, with these words.
pub(super) fn at_end_tell(message: String, help: &'static str) {
    at_once(move |exit| Failure::with_help(exit, message.clone(), help));
}

/// From now on a signal ends the process at once, as `last` says of the exit code of the signal.
pub(super) fn at_once(last: impl Fn(Exit) -> Failure + Send + 'static) {
    at_end(Duration::ZERO, move || last(exit()));
}

/// The command is over: signals change nothing any more.
pub(super) fn is_over() {
    *end() = End::Over;
}

/// What the command ends with that a signal has stopped.
pub(super) fn failure() -> Failure {
    words(&end())
}

/// Where nothing was saved.
pub(super) fn nothing_saved() -> Failure {
    Failure::plain(exit(), "interrupted; nothing was saved")
}

/// The flag that is set when work should stop.
pub(super) fn flag() -> &'static AtomicBool {
    &SIGNALS.wanted
}

/// Whether the limit of a task is near, and no one asked it to end.
pub(super) fn is_near_limit() -> bool {
    SIGNALS.notice.load(Ordering::Relaxed) && !is_asked()
}

/// Whether somebody asked the process to end.
pub(super) fn is_asked() -> bool {
    SIGNALS.last.load(Ordering::Relaxed) != 0
}

/// What shells say of a process that a signal ended.
fn exit() -> Exit {
    let is_interrupt = SIGNALS.last.load(Ordering::Relaxed) == Exit::Sigint as usize;
    if is_interrupt { Exit::Sigint } else { Exit::Sigterm }
}

fn end() -> MutexGuard<'static, End> {
    // After a panic, too, a signal has to end the process.
    END.lock().unwrap_or_else(PoisonError::into_inner)
}

fn words(end: &End) -> Failure {
    match end {
        End::Last(_, last) => last(),
        End::Nothing | End::Over => nothing_saved(),
    }
}

fn watch() {
    while !is_asked() {
        thread::sleep(LOOK);
    }
    let since = Instant::now();
    loop {
        // Held until the process is gone, so that the command says nothing beside it.
        let end = end();
        let patience = match &*end {
            End::Over => return,
            End::Nothing => Duration::ZERO,
            End::Last(patience, _) => *patience,
        };
        if since.elapsed() >= patience {
            let failure = words(&end);
            tell_failure(&failure);
            // At once: other threads still use what an orderly end takes down.
            low_level::exit(failure.exit as i32);
        }
        drop(end);
        thread::sleep(LOOK);
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn fail(error: io::Error) -> Failure {
    Failure::environment(format!("cannot listen for signals: {error}"))
}
