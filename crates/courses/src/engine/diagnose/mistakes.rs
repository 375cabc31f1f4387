//! What a list of mistakes is.

use std::fmt::Debug;
use std::hash::Hash;

/// A mistake that is known, with words for those who have made it.
pub trait KnownMistake: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// All mistakes of the assignment that can be seen in answers, in the order of manuals. There are at most
    /// 128.
    fn all() -> &'static [Self];

    /// The name, such as `cut-on-greater`.
    fn id(self) -> &'static str;

    /// What a program with it does, as a sentence without a subject: "stops only when ...".
    fn does(self) -> &'static str;

    /// How to mend it, as a sentence.
    fn mend(self) -> &'static str;

    /// A number of its own below 128.
    fn index(self) -> usize;

    /// The mistake of this name.
    fn from_id(id: &str) -> Option<Self> {
        Self::all().iter().copied().find(|mistake| mistake.id() == id)
    }
}

/// A set of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MistakeSet(u128);

impl MistakeSet {
    pub(crate) fn new<M: KnownMistake>(mistakes: &[M]) -> Self {
        Self(mistakes.iter().fold(0, |set, mistake| set | 1 << mistake.index()))
    }

    #[inline]
    pub(crate) fn has<M: KnownMistake>(self, mistake: M) -> bool {
        self.0 >> mistake.index() & 1 == 1
    }
}

/// Writes down a list of mistakes: for each a variant, its name, what it does, and how to mend it. Those that
/// no answer can show come last.
macro_rules! mistakes {
    (
        $(#[$about:meta])*
        $name:ident { $($variant:ident $id:literal: $does:literal, $mend:literal;)* }
        $(unseen { $($hidden:ident $hidden_id:literal: $hidden_does:literal, $hidden_mend:literal;)* })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $(#[doc = concat!("The program ", $does)] $variant,)*
            $($(#[doc = concat!("No answer shows that the program ", $hidden_does)] $hidden,)*)?
        }

        impl $name {
            /// All that can be seen in answers, in the order of manuals.
            pub const fn all() -> &'static [Self] {
                &[$(Self::$variant),*]
            }

            /// The name in reports.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                    $($(Self::$hidden => $hidden_id,)*)?
                }
            }

            /// What a program with it does, as a sentence without a subject.
            pub const fn does(self) -> &'static str {
                match self {
                    $(Self::$variant => $does,)*
                    $($(Self::$hidden => $hidden_does,)*)?
                }
            }

            /// How to mend it, as a sentence.
            pub const fn mend(self) -> &'static str {
                match self {
                    $(Self::$variant => $mend,)*
                    $($(Self::$hidden => $hidden_mend,)*)?
                }
            }
        }

        impl $crate::engine::diagnose::KnownMistake for $name {
            fn all() -> &'static [Self] {
                Self::all()
            }

            fn id(self) -> &'static str {
                self.id()
            }

            fn does(self) -> &'static str {
                self.does()
            }

            fn mend(self) -> &'static str {
                self.mend()
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

pub(crate) use mistakes;
