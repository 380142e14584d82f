//! How much memory this process may take, and whether a need fits into it.
//!
//! A process that asks for more than it is given is aborted, or killed by the system, without a word on
//! what was too large. So what is large is compared with the limits before it is taken. Linux alone
//! says what the limits are; elsewhere only the usual one holds.

use std::fs;
use std::sync::OnceLock;

/// The limit where the memory of the machine is not known, in bytes.
const USUAL: f64 = 16e9;

/// Share of the machine's memory that a process may take unless the user says otherwise.
const SHARE: f64 = 0.75;

/// Needs below this are not compared with anything, in bytes.
const SMALL: f64 = 16e6;

/// The limit of the user, in bytes.
static LIMIT: OnceLock<f64> = OnceLock::new();

/// Sets the limit for what is compared with one from now on; the first one counts.
pub fn limit(bytes: f64) {
    LIMIT.get_or_init(|| bytes);
}

/// Bytes that the process may take unless the user says otherwise: three quarters of what the machine or
/// the control group has, and not more than its address space.
pub fn usual() -> f64 {
    Limits::read().usual()
}

/// Compares a need of `bytes` beside what the process already has with its limits.
///
/// # Errors
///
/// If `bytes` do not fit.
pub fn check(bytes: f64) -> Result<(), Shortage> {
    if bytes < SMALL {
        return Ok(());
    }
    Limits::read().check(&fs::read_to_string("/proc/self/status").unwrap_or_default(), bytes)
}

/// A need that does not fit. Bytes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "about {:.2} GB of {} beside the {:.2} GB in use; the limit is {:.2} GB",
    needed / 1e9, self.kind(), used / 1e9, limit / 1e9
)]
pub struct Shortage {
    /// What is needed.
    pub needed: f64,
    /// What the process has already.
    pub used: f64,
    /// What it may have.
    pub limit: f64,
    /// Whether the limit is that of the address space.
    pub of_address_space: bool,
}

impl Shortage {
    fn kind(&self) -> &'static str {
        if self.of_address_space { "address space" } else { "memory" }
    }

    /// How the limit is raised.
    pub fn help(&self) -> &'static str {
        if self.of_address_space {
            "raise the limit with `ulimit -v`"
        } else if LIMIT.get().is_some() {
            "give it more with `--memory GB`"
        } else {
            "use a machine with more memory; the limit is three quarters of it"
        }
    }
}

/// What the system sets, in bytes, where it says so.
#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    machine: Option<f64>,
    group: Option<f64>,
    address_space: Option<f64>,
}

impl Limits {
    fn read() -> Self {
        let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
        Self {
            machine: kilobytes(&text("/proc/meminfo"), "MemTotal:"),
            group: group_limit(&text("/proc/self/cgroup"), &text),
            address_space: address_space(&text("/proc/self/limits")),
        }
    }

    fn resident(self) -> f64 {
        if let Some(bytes) = LIMIT.get() {
            return *bytes;
        }
        let available = [self.machine, self.group].into_iter().flatten().reduce(f64::min);
        available.map_or(USUAL, |bytes| SHARE * bytes)
    }

    fn usual(self) -> f64 {
        self.address_space.map_or(self.resident(), |limit| limit.min(self.resident()))
    }

    fn check(self, status: &str, needed: f64) -> Result<(), Shortage> {
        let address_space = self.address_space.map(|limit| ("VmSize:", limit, true));
        let resident = ("VmRSS:", self.resident(), false);
        for (key, limit, of_address_space) in address_space.into_iter().chain([resident]) {
            let used = kilobytes(status, key).unwrap_or(0.0);
            let fits = used + needed <= limit;
            if !fits {
                return Err(Shortage { needed, used, limit, of_address_space });
            }
        }
        Ok(())
    }
}

/// The smallest limit of the control groups that `/proc/self/cgroup` names, and of those around them:
/// of version 2 (`0::/a/b`) and of the memory controller of version 1 (`9:memory:/a/b`). Inside of a
/// container the names are those of the host, while its own limit is that of the root.
fn group_limit(groups: &str, text: &impl Fn(&str) -> String) -> Option<f64> {
    let mut files = vec![
        "/sys/fs/cgroup/memory.max".to_owned(),
        "/sys/fs/cgroup/memory/memory.limit_in_bytes".to_owned(),
    ];
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            named if named.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut folder = path.trim_end_matches('/');
        while !folder.is_empty() {
            files.push(format!("{root}{folder}/{file}"));
            folder = folder.rsplit_once('/').map_or("", |(around, _)| around);
        }
    }
    // `max`, and no file, are no limit.
    let limits = files.iter().filter_map(|file| text(file).trim().parse::<f64>().ok());
    limits.reduce(f64::min)
}

/// The line `KEY  24576000 kB` in bytes.
fn kilobytes(text: &str, key: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

/// The soft limit of the line `Max address space  SOFT  HARD  bytes`.
fn address_space(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says_is_read_off() {
        assert_eq!(kilobytes("MemTotal:       16 kB\nMemFree: 1 kB\n", "MemTotal:"), Some(16384.0));
        assert_eq!(kilobytes("nothing", "MemTotal:"), None);
        assert_eq!(address_space(&limits_text("4096000000")), Some(4_096_000_000.0));
        assert_eq!(address_space(&limits_text("unlimited")), None);
        assert_eq!(address_space(""), None);
    }

    fn limits_text(soft: &str) -> String {
        format!("Max cpu time unlimited\nMax address space {soft} 9 bytes")
    }

    #[test]
    fn the_smallest_limit_counts() {
        let usual =
            |machine, group, address_space| Limits { machine, group, address_space }.usual();
        assert!((usual(Some(8e9), None, None) - 6e9).abs() < 1.0);
        assert!((usual(Some(8e9), Some(4e9), None) - 3e9).abs() < 1.0);
        assert!((usual(Some(8e9), Some(4e9), Some(2e9)) - 2e9).abs() < 1.0);
        assert!((usual(None, None, None) - 16e9).abs() < 1.0);
    }

    #[test]
    fn what_is_in_use_counts() {
        let limits = Limits { machine: Some(8e9), group: None, address_space: Some(4e9) };
        assert_eq!(limits.check(&status_text(0, 0), 4e9), Ok(()));
        let shortage = limits.check(&status_text(1_000_000, 0), 3e9).unwrap_err();
        assert_eq!(
            shortage.to_string(),
            "about 3.00 GB of address space beside the 1.02 GB in use; the limit is 4.00 GB"
        );
        let limits = Limits { address_space: None, ..limits };
        assert_eq!(limits.check(&status_text(9_000_000, 0), 6e9), Ok(()));
        let shortage = limits.check(&status_text(9_000_000, 1), 6e9).unwrap_err();
        assert!(!shortage.of_address_space);
        assert_eq!(limits.check("", 6e9), Ok(()));
    }

    fn status_text(size: u32, resident: u32) -> String {
        format!("VmSize: {size} kB\nVmRSS: {resident} kB\n")
    }

    #[test]
    fn small_needs_always_fit() {
        assert_eq!(check(1e6), Ok(()));
        assert!(check(1e18).is_err());
    }

    fn file(path: &str) -> String {
        let text = match path {
            "/sys/fs/cgroup/system.slice/slurmd/job_7/memory.max" => "8000\n",
            "/sys/fs/cgroup/system.slice/slurmd/job_7/step_0/memory.max" => "max\n",
            "/sys/fs/cgroup/memory/batch/memory.limit_in_bytes" => "4000\n",
            _ => "",
        };
        text.to_owned()
    }

    #[test]
    fn limits_of_control_groups_hold_for_what_is_inside() {
        let step = "0::/system.slice/slurmd/job_7/step_0\n";
        let batch = "11:cpu,cpuacct:/batch\n9:memory:/batch\n0::/\n";
        let limits = [step, batch, "0::/\n", ""].map(|groups| group_limit(groups, &file));
        assert_eq!(limits, [Some(8000.0), Some(4000.0), None, None]);
    }
}
