//! Where a run is kept: `DIR/NAME/settings.txt`, a file for each finished cell, and in the end the exports.
//!
//! A file is written under another name and then renamed, so that an interrupted run leaves whole files only.

use std::fs;
use std::path::{Path, PathBuf};

use kibitzer::lab::{Row, Run, exports, write_rows};

use crate::Trouble;

pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of this experiment; refused when it holds a run with other settings.
    pub(crate) fn open(folder: &str, run: &Run) -> Result<Folder, Trouble> {
        let path = Path::new(folder).join(run.experiment().name);
        let placed = |error: std::io::Error| Trouble::Input(format!("{}: {error}", path.display()));
        fs::create_dir_all(path.join("cells")).map_err(placed)?;
        let text = run.setting().to_string();
        let file = path.join("settings.txt");
        if !file.exists() {
            write_whole(&file, &text)?;
        }
        let kept = fs::read_to_string(&file).map_err(placed)?;
        if kept != text {
            let message = format!(
                "{}: this folder holds a run with other settings ({kept}); choose another folder",
                path.display()
            );
            return Err(Trouble::Input(message));
        }
        Ok(Folder { path })
    }

    /// The names of the runs in a folder.
    pub(crate) fn runs(folder: &str) -> Result<Vec<String>, Trouble> {
        let entries = fs::read_dir(folder).map_err(|error| Trouble::Input(format!("{folder}: {error}")))?;
        let mut names = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.join("settings.txt").exists()
                && let Some(name) = path.file_name()
            {
                names.push(name.to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    pub(crate) fn settings(folder: &str, name: &str) -> Option<String> {
        fs::read_to_string(Path::new(folder).join(name).join("settings.txt")).ok()
    }

    fn cell(&self, cell: usize) -> PathBuf {
        self.path.join("cells").join(format!("{:06}.csv", cell + 1))
    }

    /// Takes over the finished cells. A file that does not hold this cell is computed again.
    pub(crate) fn restore(&self, run: &mut Run) -> Result<(), Trouble> {
        for cell in 0..run.cells().len() {
            if !run.is_done(cell)
                && let Ok(text) = fs::read_to_string(self.cell(cell))
                && !run.restore(cell, &text)
            {
                eprintln!("{}: not a cell of this run; it is computed again", self.cell(cell).display());
            }
        }
        Ok(())
    }

    pub(crate) fn keep(&self, cell: usize, rows: &[Row]) -> Result<(), Trouble> {
        write_whole(&self.cell(cell), &write_rows(rows))
    }

    /// Writes tables and plots; gives the number of files.
    pub(crate) fn export(&self, run: &Run) -> Result<usize, Trouble> {
        let files = exports(run);
        for file in &files {
            write_whole(&self.path.join(&file.name), &file.text)?;
        }
        Ok(files.len())
    }
}

fn write_whole(path: &Path, text: &str) -> Result<(), Trouble> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}-part", std::process::id()));
    let placed = |error: std::io::Error| Trouble::Input(format!("{}: {error}", path.display()));
    fs::write(&draft, text).map_err(placed)?;
    fs::rename(&draft, path).map_err(placed)
}
