//! In which languages programs are written, and how they are built and run.

use toml::Spanned;

use crate::engine::assignment::tables::{self, LanguageTable};
use crate::engine::assignment::{Harness, Language};
use crate::engine::method::Method;
use crate::engine::reader::Reader;
use crate::engine::task::Task;
use plyground_arena::config_file::ConfigError;

impl Reader<'_> {
    pub(super) fn languages(
        &self,
        tables: &Spanned<Vec<LanguageTable>>,
        task: &Task,
    ) -> Result<Vec<Language>, ConfigError> {
        if tables.get_ref().is_empty() {
            return self.source.wrong(&tables.span(), "language: expected at least one");
        }
        for LanguageTable { run, .. } in tables.get_ref() {
            if !task.kind.is_called && run.get_ref().iter().any(|word| word == "{call}") {
                let message = "run: expected \"{args}\": only the arguments of search and column are a call";
                return self.source.wrong(&run.span(), message);
            }
        }
        tables.get_ref().iter().map(|table| self.language(table)).collect()
    }

    fn language(&self, table: &LanguageTable) -> Result<Language, ConfigError> {
        let extensions = table.extensions.get_ref();
        let is_extension = |text: &String| {
            (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if extensions.is_empty() || !extensions.iter().all(is_extension) {
            let message = "extensions: expected at least one of letters and digits, such as [\"py\"]";
            return self.source.wrong(&table.extensions.span(), message);
        }
        let texts = |key: &str, texts: &Option<Spanned<Vec<String>>>| match texts {
            Some(texts) if texts.get_ref().is_empty() || texts.get_ref().iter().any(String::is_empty) => {
                let message = format!("{key}: expected at least one text, and none that is empty");
                self.source.wrong(&texts.span(), message)
            }
            Some(texts) => Ok(texts.get_ref().clone()),
            None => Ok(Vec::new()),
        };
        let run = table.run.get_ref();
        // Arguments come last: protocols add them to the end of a command.
        let is_argument = |word: &String| word == "{args}" || word == "{call}";
        let has_arguments =
            run.last().is_some_and(is_argument) && run.iter().filter(|word| is_argument(word)).count() == 1;
        if run.first().is_none_or(String::is_empty)
            || run.iter().any(|word| word.contains('\0'))
            || !has_arguments
        {
            let expected = "a program and its arguments with \"{args}\" at the end, such as [\"python3\", \
                            \"{main}.py\", \"{args}\"]";
            return self.source.wrong(&table.run.span(), format_args!("run: expected {expected}"));
        }
        let built = match (&table.build, &table.built) {
            (Some(_), Some(built)) => self.plain("built", built)?,
            (None, None) => String::new(),
            (Some(build), None) => {
                return self
                    .source
                    .wrong(&build.span(), "build: expected together with built, the name of its file");
            }
            (None, Some(built)) => {
                return self.source.wrong(&built.span(), "built: expected together with build");
            }
        };
        let harness = match &table.harness {
            None => None,
            Some(harness) => {
                let tables::Harness { name, text, asks } = harness.get_ref();
                let asks = match asks {
                    Some(asks) if !extensions.iter().any(|extension| extension == "java") => {
                        return self
                            .source
                            .wrong(&asks.span(), "asks: expected with a language of Java only");
                    }
                    Some(asks) => {
                        let Some(method) = Method::new(asks.get_ref()) else {
                            let message = "asks: expected a method and the types of its parameters, such as \
                                           \"getNextPlay(byte[][])\"";
                            return self.source.wrong(&asks.span(), message);
                        };
                        Some(method)
                    }
                    None => None,
                };
                Some(Harness { name: self.plain("name", name)?, text: text.get_ref().clone(), asks })
            }
        };
        Ok(Language {
            name: self.plain("name", &table.name)?,
            extensions: extensions.clone(),
            has: texts("has", &table.has)?,
            lacks: texts("lacks", &table.lacks)?,
            build: table.build.as_ref().map(|build| build.get_ref().clone()),
            built,
            run: run.clone(),
            harness,
        })
    }
}
