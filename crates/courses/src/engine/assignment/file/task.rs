//! What programs are asked: the task, its depths and its game.

use plyground_arena::config_file::ConfigError;
use plyground_core::quote;
use plyground_league::fault::Remedy;
use toml::Spanned;

use super::MOST_DEPTH;
use crate::engine::assignment::tables::File;
use crate::engine::reader::Reader;
use crate::engine::task::{Task, TaskKind};

impl Reader<'_> {
    pub(super) fn task(&self, file: &File) -> Result<Task, ConfigError> {
        let known: Vec<_> = TaskKind::all().iter().map(|&kind| (kind.word, kind)).collect();
        let kind = self.source.word("task", &file.task, &known)?;
        let depths = match &file.depths {
            Some(depths) if !kind.has_depth => {
                return self
                    .source
                    .wrong(&depths.span(), "depths: expected only with a task that tells a depth");
            }
            Some(depths) => {
                let [from, to] = *depths.get_ref();
                if from < 1 || to < from || to > MOST_DEPTH {
                    let message = format!("found [{from}, {to}]; expected two depths from 1 to {MOST_DEPTH}");
                    return self
                        .source
                        .wrong(&depths.span(), format_args!("depths: {message}, the smaller first"));
                }
                [from, to]
            }
            None => [1, 4],
        };
        let task = kind.configure(depths, self)?;
        if let (Some(depths), Some(most)) = (&file.depths, task.most_nodes()) {
            let [from, to] = *depths.get_ref();
            // Otherwise hardly any board but nearly full ones would do.
            if !task.fits(&task.kind.game().start(), from) {
                let why =
                    format_args!("minimax examines more than {most} nodes of an empty board at depth {from}");
                let expected = "expected a smaller first depth or a greater most_nodes";
                let message = format!("depths: found [{from}, {to}]; {why}; {expected}");
                return self.source.wrong(&depths.span(), message);
            }
        }
        let game = self.source.game(&file.game)?;
        if game != task.kind.game() {
            let (found, expected) = (quote(game.name()), task.kind.game().name());
            let message =
                format!("found {found}; expected {expected} with task = \"{}\"", file.task.get_ref());
            return self.source.wrong(&file.game.span(), format_args!("game: {message}"));
        }
        Ok(task)
    }

    pub(super) fn fault(
        &self,
        word: Option<&Spanned<String>>,
        task: &Task,
    ) -> Result<Option<Remedy>, ConfigError> {
        let Some(word) = word else { return Ok(None) };
        if !task.kind.is_played {
            return self.source.wrong(&word.span(), "fault: expected only with a task of playing programs");
        }
        let known = [
            ("random", Remedy::RandomMove),
            ("lost-turn", Remedy::LostTurn),
            ("lost-game", Remedy::LostGame),
        ];
        self.source.word("fault", word, &known).map(Some)
    }
}
