//! Progress of a run: a bar on a terminal, plain lines in the log of a task, nothing elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::execute::Event;
use crate::words::grouped;

/// Time between plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Share of the estimated work from which on the time left can be told.
const TELLING: f64 = 0.02;

/// Ticks of the bar per estimated second of work.
// The bar counts in whole numbers, and all the work may be less than a second.
const TICKS: f64 = 1000.0;

/// Shows events on standard error.
#[derive(Debug)]
pub struct Progress {
    place: Place,
    state: Mutex<State>,
}

/// Where progress goes.
#[derive(Clone, Copy, Debug)]
enum Place {
    Nowhere,
    Terminal,
    Log,
    Pipe,
}

#[derive(Debug, Default)]
struct State {
    bar: Option<ProgressBar>,
    jobs: usize,
    finished: usize,
    seconds: f64,
    done: f64,
    started: Option<Instant>,
    last_line: Option<Instant>,
}

impl Progress {
    /// Shows a bar where there is a terminal; elsewhere only what an earlier run left, and nothing at all if
    /// `quiet`.
    pub fn new(quiet: bool) -> Self {
        let place = match io::stderr().is_terminal() {
            _ if quiet => Place::Nowhere,
            true => Place::Terminal,
            false => Place::Pipe,
        };
        Self { place, state: Mutex::default() }
    }

    /// The same for a task whose standard error may be a log: there it writes a line now and then.
    pub fn of_task(quiet: bool) -> Self {
        let progress = Self::new(quiet);
        let is_log = matches!(progress.place, Place::Pipe);
        if is_log { Self { place: Place::Log, ..progress } } else { progress }
    }

    /// Takes note of an event.
    pub fn show(&self, event: Event) {
        if matches!(self.place, Place::Nowhere) {
            return;
        }
        let mut state = self.state.lock().expect("no event is shown while another panics");
        match event {
            Event::Started { jobs, reused_results, seconds } => {
                state.start(self.place, jobs, reused_results, seconds);
            }
            Event::Extracting { scorings } => {
                state.say(&format!("reading statistics of {scorings} scorings"));
            }
            Event::Extracted => state.say("drawing resamples"),
            Event::JobFinished { seconds } => state.advance(seconds),
        }
    }

    /// Clears the bar.
    pub fn finish(&self) {
        if let Ok(mut state) = self.state.lock()
            && let Some(bar) = state.bar.take()
        {
            bar.finish_and_clear();
        }
    }
}

impl State {
    fn start(&mut self, place: Place, jobs: usize, reused: usize, seconds: f64) {
        self.jobs = jobs;
        self.seconds = seconds;
        self.started = Some(Instant::now());
        if reused > 0 {
            line(&format!("{} results of an earlier run are kept", grouped(reused as u64)));
        }
        if jobs == 0 {
            return;
        }
        if matches!(place, Place::Terminal) {
            let bar = ProgressBar::new(whole((seconds * TICKS).ceil()));
            let template = "{bar:30} {percent:>3} %  {elapsed} gone, {eta} left  {msg}";
            let style = ProgressStyle::with_template(template).expect("a correct template");
            bar.set_style(style);
            // The time gone moves on between jobs, too.
            bar.enable_steady_tick(Duration::from_millis(200));
            self.bar = Some(bar);
        } else if matches!(place, Place::Log) {
            self.last_line = self.started;
            line(&format!("{} test sets to resample", grouped(jobs as u64)));
        }
    }

    fn say(&self, message: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(message.to_owned());
        }
    }

    fn advance(&mut self, seconds: f64) {
        self.finished += 1;
        self.done += seconds;
        let elapsed = self.started.map_or(0.0, |started| started.elapsed().as_secs_f64());
        let (finished, jobs) = (grouped(self.finished as u64), grouped(self.jobs as u64));
        let rate = if elapsed > 0.0 { self.finished as f64 / elapsed } else { 0.0 };
        if let Some(bar) = &self.bar {
            bar.set_position(whole(self.done * TICKS));
            bar.set_message(format!("{finished} of {jobs} test sets, {rate:.0}/s"));
        } else if self.last_line.is_some_and(|last| last.elapsed() >= PAUSE) {
            self.last_line = Some(Instant::now());
            let left = elapsed * (self.seconds / self.done - 1.0).max(0.0);
            // The first jobs say nothing about the rest.
            if self.done < TELLING * self.seconds {
                line(&format!("{finished} of {jobs} test sets"));
            } else {
                line(&format!("{finished} of {jobs} test sets, about {left:.0} s left"));
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "ticks of a positive estimate"
)]
fn whole(ticks: f64) -> u64 {
    ticks as u64
}

fn line(text: &str) {
    // Nothing is left to do where standard error cannot be written.
    let _ = writeln!(io::stderr(), "{text}");
}
