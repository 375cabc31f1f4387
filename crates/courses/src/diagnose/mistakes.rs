//! What a list of mistakes is.

use std::fmt::Debug;
use std::hash::Hash;

/// A mistake in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MistakeText {
    /// The name, such as `cut-on-greater`.
    pub id: &'static str,
    /// What a program with it does, as a sentence without a subject: "stops only when ...".
    pub does: &'static str,
    /// How to mend it, as a sentence.
    pub mend: &'static str,
}

/// A mistake that is known, with words for those who have made it. [`mistakes`](crate::mistakes) writes down a list.
pub trait KnownMistake: Copy + Eq + Hash + Debug + Into<MistakeText> + Send + Sync + 'static {
    /// All mistakes of the assignment that can be seen in answers, in the order of manuals. There are at most
    /// 192.
    const ALL: &'static [Self];

    /// Those of them that the cases of an assignment are chosen to show, where that is promised.
    const PROMISED: &'static [Self] = Self::ALL;

    /// A unique number below 192.
    fn index(self) -> usize;
}

/// The mistakes of an assignment for which none are known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMistake {}

impl From<NoMistake> for MistakeText {
    fn from(none: NoMistake) -> Self {
        match none {}
    }
}

impl KnownMistake for NoMistake {
    const ALL: &'static [Self] = &[];

    fn index(self) -> usize {
        match self {}
    }
}

/// A set of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MistakeSet([u64; 3]);

impl MistakeSet {
    pub(crate) fn new<M: KnownMistake>(mistakes: &[M]) -> Self {
        let mut set = Self::default();
        for mistake in mistakes {
            set.0[mistake.index() / 64] |= 1 << (mistake.index() % 64);
        }
        set
    }

    #[inline]
    pub(crate) fn has<M: KnownMistake>(self, mistake: M) -> bool {
        self.0[mistake.index() / 64] >> (mistake.index() % 64) & 1 == 1
    }
}

/// Writes down a list of mistakes: for each a variant, its name, what it does, and how to mend it. After those that cases
/// are chosen to show come further ones, which are named where answers show them, and last those that no answer can show.
#[macro_export]
macro_rules! mistakes {
    (
        $(#[$about:meta])*
        $name:ident { $($variant:ident $id:literal: $does:literal, $mend:literal;)* }
        $(further { $($more:ident $more_id:literal: $more_does:literal, $more_mend:literal;)* })?
        $(unseen { $($hidden:ident $hidden_id:literal: $hidden_does:literal, $hidden_mend:literal;)* })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("The program ", $does)] $variant,)*
            $($(#[doc = concat!("The program ", $more_does)] $more,)*)?
            $($(#[doc = concat!("No answer shows that the program ", $hidden_does)] $hidden,)*)?
        }

        impl $name {
            /// The mistake in words.
            pub const fn text(self) -> $crate::diagnose::MistakeText {
                let (id, does, mend) = match self {
                    $(Self::$variant => ($id, $does, $mend),)*
                    $($(Self::$more => ($more_id, $more_does, $more_mend),)*)?
                    $($(Self::$hidden => ($hidden_id, $hidden_does, $hidden_mend),)*)?
                };
                $crate::diagnose::MistakeText { id, does, mend }
            }

            /// The name in reports.
            pub const fn id(self) -> &'static str {
                self.text().id
            }
        }

        impl From<$name> for $crate::diagnose::MistakeText {
            fn from(mistake: $name) -> Self {
                mistake.text()
            }
        }

        impl $crate::diagnose::KnownMistake for $name {
            const ALL: &'static [Self] = &[$(Self::$variant,)* $($(Self::$more,)*)?];
            const PROMISED: &'static [Self] = &[$(Self::$variant),*];

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
