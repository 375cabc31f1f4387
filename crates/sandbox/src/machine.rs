//! What a machine is like, as far as it changes times or safety: what is found, and what to do about it.
//!
//! Everything is read from files of the kernel; nothing is changed, and no program is started. What is not there to be
//! read is left open, as it often is inside virtual machines and containers.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::thread::available_parallelism;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;

/// Memory for every processor, in bytes, below which programs may fail for lack of it: what a program may use unless
/// an assignment or a tournament says otherwise.
const ENOUGH_MEMORY: u64 = 1 << 30;

/// The share of a virtual machine's time, in percent, which its host may take before that is worth a word.
const MOST_STOLEN: u64 = 2;

/// The state of a part of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// As it should be.
    Good,
    /// It can be better: see [`Part::advice`].
    Poor,
    /// The machine does not say.
    Unknown,
}

impl State {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Poor => "poor",
            Self::Unknown => "unknown",
        }
    }
}

/// A part of the machine that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is called.
    pub name: Cow<'static, str>,
    /// How it is.
    pub state: State,
    /// What was found.
    pub found: String,
    /// What it means and what to do, in a sentence; empty unless it is poor.
    pub advice: Cow<'static, str>,
}

impl Part {
    /// Good.
    pub fn good(name: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self { name: name.into(), state: State::Good, found: found.into(), advice: "".into() }
    }

    /// Poor, with what to do.
    pub fn poor(
        name: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { state: State::Poor, advice: advice.into(), ..Self::good(name, found) }
    }

    /// Poor if `is_poor`, and good otherwise.
    fn of(name: &'static str, found: impl Into<String>, is_poor: bool, advice: &'static str) -> Self {
        if is_poor { Self::poor(name, found, advice) } else { Self::good(name, found) }
    }

    /// What was found and whether it is poor, if the machine says so.
    fn said(
        name: &'static str,
        found: Option<(impl Into<String>, bool)>,
        unsaid: &str,
        advice: &'static str,
    ) -> Self {
        match found {
            Some((found, is_poor)) => Self::of(name, found, is_poor, advice),
            None => Self { state: State::Unknown, ..Self::good(name, unsaid) },
        }
    }

    /// Something that is poor if it is on, and perhaps not said.
    fn switch(name: &'static str, is_on: Option<bool>, unsaid: &str, advice: &'static str) -> Self {
        Self::said(name, is_on.map(|is_on| (if is_on { "on" } else { "off" }, is_on)), unsaid, advice)
    }
}

/// What all processors of a machine together have done since its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Processors {
    /// How many there are.
    pub count: u32,
    /// Time in which something ran on them. In a virtual machine the host may have had some of it.
    pub busy: Duration,
    /// Time in which nothing ran.
    pub idle: Duration,
}

impl Processors {
    /// What they have done by now; nothing if the machine does not tell.
    pub fn now() -> Option<Self> {
        Self::read(&fs::read_to_string("/proc/stat").ok()?)
    }

    fn read(stat: &str) -> Option<Self> {
        let times = ticks(stat)?;
        let [_user, _nice, _system, idle, iowait, ..] = times;
        let idle = idle.saturating_add(iowait);
        let all = times.into_iter().fold(0, u64::saturating_add);
        // The first line is about all of them.
        let count =
            u32::try_from(stat.lines().skip(1).filter(|line| line.starts_with("cpu")).count()).ok()?;
        (count > 0 && all > 0).then(|| Self { count, busy: time(all - idle), idle: time(idle) })
    }
}

/// The kernel's ticks as time.
pub(crate) fn time(ticks: u64) -> Duration {
    Duration::from_millis(ticks.saturating_mul(1000) / clock_ticks_per_second())
}

/// The times of all processors together in the kernel's file `stat`: user, nice, system, idle, iowait, irq, softirq and
/// stolen.
fn ticks(stat: &str) -> Option<[u64; 8]> {
    let fields = stat.lines().next()?.strip_prefix("cpu ")?;
    let times: Vec<u64> = fields.split_whitespace().map_while(|field| field.parse().ok()).take(8).collect();
    times.try_into().ok()
}

/// What follows a key at the beginning of a line in a file of the kernel, without blanks at its ends.
pub(crate) fn value_of(key: &str, path: impl AsRef<Path>) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().find_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_owned())
}

/// Looks at this machine. It takes some milliseconds.
pub fn parts() -> Vec<Part> {
    let processors = available_parallelism().map_or(1, usize::from);
    parts_under(Path::new("/"), processors)
}

/// The same with the kernel's files in this folder, for a process that may use so many processors.
fn parts_under(root: &Path, processors: usize) -> Vec<Part> {
    let files = Files { root };
    vec![
        counted(processors),
        files.load(processors),
        files.governor(),
        files.turbo(),
        files.smt(),
        files.host(),
        files.clocks(),
        files.memory(processors),
        files.swap(),
        files.addresses(),
        files.namespaces(),
    ]
}

fn counted(processors: usize) -> Part {
    let advice =
        "A program and its referee take time from each other; use a machine with two processors or more.";
    Part::of("processors", processors.to_string(), processors < 2, advice)
}

/// The files of a kernel.
struct Files<'a> {
    root: &'a Path,
}

impl Files<'_> {
    /// The text of a file without blanks at its ends, if there is such a file.
    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok().map(|text| text.trim().to_owned())
    }

    fn number<T: std::str::FromStr>(&self, path: &str) -> Option<T> {
        self.text(path)?.parse().ok()
    }

    fn load(&self, processors: usize) -> Part {
        let load = self.text("proc/loadavg").and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
        #[expect(clippy::cast_precision_loss, reason = "nobody has so many processors")]
        let half = processors as f64 / 2.0;
        let load = load.filter(|load| load.is_finite());
        let found = load.map(|load| (format!("{load:.1} in the last minute"), load > half));
        let advice = "Other work takes processors: no program is late for that, but all takes longer; wait for its end.";
        Part::said("load", found, "not said", advice)
    }

    /// How the clocks of processors are chosen.
    fn governor(&self) -> Part {
        let governor = |folder: String| self.text(&format!("{folder}/cpufreq/scaling_governor"));
        let mut words: Vec<String> = self.processors().filter_map(governor).collect();
        words.sort();
        words.dedup();
        let advice = "A processor that was idle is slow at first, and so are short answers: \
                      cpupower frequency-set -g performance.";
        let found = (!words.is_empty()).then(|| (words.join(", "), words != ["performance"]));
        Part::said("governor", found, "not said, as in a virtual machine", advice)
    }

    /// The folders of the processors.
    fn processors(&self) -> impl Iterator<Item = String> {
        let folder = "sys/devices/system/cpu";
        let entries = fs::read_dir(self.root.join(folder)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_processor = |name: &String| {
            let number = name.strip_prefix("cpu").unwrap_or_default();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        };
        names.filter(is_processor).map(move |name| format!("{folder}/{name}"))
    }

    /// Whether clocks rise where few processors are busy.
    fn turbo(&self) -> Part {
        let on = self.number::<u8>("sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| off == 0);
        let on = on.or_else(|| self.number::<u8>("sys/devices/system/cpu/cpufreq/boost").map(|on| on != 0));
        let advice = "The same program is faster alone than in company; for times that can be compared write 1 to \
                      /sys/devices/system/cpu/intel_pstate/no_turbo, or 0 to /sys/devices/system/cpu/cpufreq/boost.";
        Part::switch("turbo", on, "not said, as in a virtual machine", advice)
    }

    /// Whether two processors are one core.
    fn smt(&self) -> Part {
        let advice = "Two processors share a core and slow each other down; use half of them \
                      (--jobs, or concurrency in tournament.toml), or write off to /sys/devices/system/cpu/smt/control.";
        let active = self.number::<u8>("sys/devices/system/cpu/smt/active");
        Part::switch("SMT", active.map(|active| active != 0), "not said", advice)
    }

    /// How much time the host of a virtual machine has taken since its start.
    fn host(&self) -> Part {
        let found = self.text("proc/stat").and_then(|text| ticks(&text)).map(|times| {
            let [_user, _nice, _system, idle, iowait, _irq, _softirq, stolen] = times;
            let all = times.into_iter().fold(0_u64, u64::saturating_add);
            let wanted = all.saturating_sub(idle).saturating_sub(iowait);
            let percent = stolen.saturating_mul(100) / wanted.max(1);
            (format!("{percent} % of the time that was wanted went elsewhere"), percent > MOST_STOLEN)
        });
        let advice = "The host of this virtual machine gives its processors to others, too; programs get back what \
                      they waited, but a machine of your own is fairer.";
        Part::said("host", found, "not said", advice)
    }

    /// Whether the kernel reports how long threads waited for a processor.
    fn clocks(&self) -> Part {
        let is_there = self.text("proc/self/schedstat").is_some_and(|text| text.split(' ').count() == 3);
        let advice = "The kernel does not tell how long programs wait for a processor, so a busy machine makes them \
                      late; use one with /proc/self/schedstat (CONFIG_SCHED_INFO), or few --jobs.";
        let found = if is_there { "waiting is counted" } else { "waiting is not counted" };
        Part::of("clocks", found, !is_there, advice)
    }

    fn memory(&self, processors: usize) -> Part {
        let free = value_of("MemAvailable:", self.root.join("proc/meminfo"));
        let free = free.and_then(|free| free.strip_suffix(" kB")?.parse::<u64>().ok());
        let advice = "Programs may need 1 GiB each, and one runs on every processor; use fewer --jobs.";
        let enough = ENOUGH_MEMORY.saturating_mul(processors as u64);
        let found = free.map(|kib| kib.saturating_mul(1024)).map(|free| {
            let tenths = free.saturating_mul(10) >> 30;
            (format!("{}.{} GiB free", tenths / 10, tenths % 10), free < enough)
        });
        Part::said("memory", found, "not said", advice)
    }

    fn swap(&self) -> Part {
        let advice = "A program whose memory goes to the disk is slow for no fault of its own: swapoff -a.";
        let is_on = self.text("proc/swaps").map(|text| text.lines().count() > 1);
        Part::switch("swap", is_on, "not said", advice)
    }

    /// Whether programs lie at other addresses each time (ASLR).
    fn addresses(&self) -> Part {
        let advice = "Holes in interpreters are easier to use where addresses never change: \
                      sysctl kernel.randomize_va_space=2.";
        let found = self.number::<u8>("proc/sys/kernel/randomize_va_space");
        let found = found.map(|level| if level == 2 { ("on", false) } else { ("not wholly on", true) });
        Part::said("ASLR", found, "not said", advice)
    }

    /// What keeps those who are not root from making boxes, and what lets them.
    fn bars_namespaces(&self) -> Option<(&'static str, &'static str)> {
        let is = |path: &str, value: u64| self.number::<u64>(path) == Some(value);
        if is("proc/sys/user/max_user_namespaces", 0) {
            Some(("off", "sysctl user.max_user_namespaces=10000"))
        } else if is("proc/sys/kernel/unprivileged_userns_clone", 0) {
            Some(("for root only", "sysctl kernel.unprivileged_userns_clone=1"))
        } else if is("proc/sys/kernel/apparmor_restrict_unprivileged_userns", 1) {
            let remedy = "an AppArmor profile for bwrap (apparmor-profiles), or sysctl \
                          kernel.apparmor_restrict_unprivileged_userns=0";
            Some(("for programs with an AppArmor profile", remedy))
        } else {
            None
        }
    }

    fn namespaces(&self) -> Part {
        let name = "user namespaces";
        self.bars_namespaces().map_or_else(
            || Part::good(name, "on"),
            |(found, remedy)| Part::poor(name, found, format!("bwrap needs them to make a box: {remedy}.")),
        )
    }
}

/// How to let those who are not root make boxes where they may not, by the kernel's files in this folder.
pub(crate) fn how_to_allow_namespaces(root: &Path) -> &'static str {
    let container = "an option of the container, such as Docker's --security-opt seccomp=unconfined (and the same with \
                     apparmor and systempaths)";
    Files { root }.bars_namespaces().map_or(container, |(_, remedy)| remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a machine with two processors and these files.
    fn of(files: &[(&str, &str)]) -> Vec<Part> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        parts_under(root.path(), 2)
    }

    fn part(name: &str, files: &[(&str, &str)]) -> (State, String) {
        let part = of(files).into_iter().find(|part| part.name == name).unwrap();
        assert_eq!(part.advice.is_empty(), part.state != State::Poor, "{name}");
        (part.state, part.found)
    }

    #[test]
    fn what_a_machine_does_not_say_is_open() {
        let all = of(&[]);
        let unknown = all.iter().filter(|part| part.state == State::Unknown);
        let open: Vec<&str> = unknown.map(|part| &*part.name).collect();
        assert_eq!(open, ["load", "governor", "turbo", "SMT", "host", "memory", "swap", "ASLR"]);
        // Files that say something else are as good as none.
        let files = [
            ("load", "proc/loadavg"),
            ("host", "proc/stat"),
            ("memory", "proc/meminfo"),
            ("SMT", "sys/devices/system/cpu/smt/active"),
        ];
        for text in ["", "x", "cpu ", "cpu  1 2 3", "-1", "99999999999999999999999999"] {
            for (name, path) in files {
                let (state, _) = part(name, &[(path, text)]);
                let is_number = name == "load" && (text.starts_with("999") || text == "-1");
                assert!(state == State::Unknown || is_number, "{name} of {text:?}");
            }
        }
    }

    #[test]
    fn times_of_processors_are_read_whole_or_not_at_all() {
        let right = "cpu  5 1 10 100 20 2 1 3 9 9\ncpu0 1 1\ncpu1 1 1\nintr 9\n";
        let found = Processors::read(right).map(|found| (found.count, found.busy * 120, found.idle * 22));
        assert!(found.is_some_and(|(count, busy, idle)| count == 2 && busy == idle), "{found:?}");
        let wrong = [
            "",
            "cpu  5 1 10 100 20 2 1 3",
            "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 0",
            "cpu  5 1 10 100 20 2 1\ncpu0 1",
            "cpu  5 1 10 -1 20 2 1 3\ncpu0 1",
            "cpu0 5 1 10 100 20 2 1 3\n",
            "intr 9\ncpu  5 1 10 100 20 2 1 3\ncpu0 1",
        ];
        for text in wrong {
            assert_eq!(Processors::read(text), None, "{text:?}");
        }
        // Nothing overflows.
        let most = right.replace("100", &u64::MAX.to_string());
        assert!(Processors::read(&most).is_some_and(|found| found.busy == Duration::ZERO));
    }

    #[test]
    fn every_part_of_the_machine_is_good_or_poor() {
        let cpu = "sys/devices/system/cpu";
        let (policy, smt) = (format!("{cpu}/cpu0/cpufreq/scaling_governor"), format!("{cpu}/smt/active"));
        let (intel, boost) = (format!("{cpu}/intel_pstate/no_turbo"), format!("{cpu}/cpufreq/boost"));
        let rows: [(&str, &str, &str, &str); 13] = [
            ("load", "proc/loadavg", "0.90 0.5 0.1 1/99 7\n", "1.10 0.5 0.1 1/99 7\n"),
            ("governor", &policy, "performance\n", "powersave\n"),
            ("turbo", &intel, "1\n", "0\n"),
            ("turbo", &boost, "0\n", "1\n"),
            ("SMT", &smt, "0\n", "1\n"),
            ("host", "proc/stat", "cpu  50 0 48 900 9 0 0 2 0 0\n", "cpu  50 0 45 900 9 0 0 5 0 0\n"),
            ("clocks", "proc/self/schedstat", "1 2 3\n", "0\n"),
            ("memory", "proc/meminfo", "MemAvailable: 2097152 kB\n", "MemAvailable: 2097151 kB\n"),
            ("swap", "proc/swaps", "Filename Type\n", "Filename Type\n/dev/sda2 partition\n"),
            ("ASLR", "proc/sys/kernel/randomize_va_space", "2\n", "1\n"),
            ("user namespaces", "proc/sys/user/max_user_namespaces", "5\n", "0\n"),
            ("user namespaces", "proc/sys/kernel/unprivileged_userns_clone", "1\n", "0\n"),
            ("user namespaces", "proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0\n", "1\n"),
        ];
        for (name, path, good, poor) in rows {
            assert_eq!(part(name, &[(path, good)]).0, State::Good, "{path}");
            assert_eq!(part(name, &[(path, poor)]).0, State::Poor, "{path}");
        }
        let root = tempfile::tempdir().unwrap();
        assert!(how_to_allow_namespaces(root.path()).contains("--security-opt seccomp=unconfined"));
        fs::create_dir_all(root.path().join("proc/sys/kernel")).unwrap();
        fs::write(root.path().join("proc/sys/kernel/unprivileged_userns_clone"), "0\n").unwrap();
        assert_eq!(how_to_allow_namespaces(root.path()), "sysctl kernel.unprivileged_userns_clone=1");
        assert_eq!(counted(1).state, State::Poor);
        assert_eq!(counted(2).state, State::Good);
    }

    #[test]
    fn governors_of_all_processors_are_named_once() {
        let at = |processor: &str| format!("sys/devices/system/cpu/{processor}/cpufreq/scaling_governor");
        let files = [at("cpu0"), at("cpu1"), at("cpu12"), at("cpufreq"), at("cpuidle")];
        let words = ["performance", "powersave", "performance", "other", "other"];
        let files: Vec<(&str, &str)> = files.iter().map(String::as_str).zip(words).collect();
        assert_eq!(part("governor", &files), (State::Poor, "performance, powersave".to_owned()));
    }

    #[test]
    fn this_machine_is_looked_at() {
        let parts = parts();
        assert_eq!(parts.len(), 11);
        // Every kernel on which programs can be boxed counts memory and load.
        let known = |name: &str| parts.iter().any(|part| part.name == name && part.state != State::Unknown);
        assert!(known("memory") && known("load"), "{parts:?}");
    }
}
