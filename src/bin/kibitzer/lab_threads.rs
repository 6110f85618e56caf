//! Several threads on the cells of one run; rows are the same on any number of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use kibitzer::lab::{Bench, Progress, Row, Run, Shard};

use crate::Trouble;
use crate::lab::refused;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progressing {
    Quiet,
    Told,
}

/// Takes a finished cell.
type Keep<'a> = dyn FnMut(usize, &[Row]) -> Result<(), Trouble> + 'a;

/// Works out what is open of a shard; `keep` gets each cell as soon as it is done.
pub(crate) fn work(
    run: &mut Run,
    shard: Shard,
    jobs: usize,
    telling: Progressing,
    keep: &mut Keep<'_>,
) -> Result<(), Trouble> {
    let open = run.open(shard);
    let plan = Run::new(run.setting().clone()).map_err(refused)?;
    let next = AtomicUsize::new(0);
    let begin = Instant::now();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, open.len().max(1)) {
            let (sender, open, plan, next) = (sender.clone(), &open, &plan, &next);
            scope.spawn(move || {
                while let Some(&cell) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut clock = || begin.elapsed().as_secs_f64();
                    let rows = plan.work(cell, &mut Bench { clock: Some(&mut clock), poll: None });
                    if sender.send((cell, rows)).is_err() {
                        // The receiver is gone.
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (cell, rows) in receiver {
            let Some(rows) = rows else {
                let key = run.cells()[cell].key.join(", ");
                return Err(Trouble::Input(format!("kibitzer: cell {} ({key}) could not be computed", cell + 1)));
            };
            keep(cell, &rows)?;
            run.accept(cell, rows);
            if telling == Progressing::Told {
                let Progress { done, cells, share, left } = run.progress(shard, begin.elapsed().as_secs_f64());
                let left = left.map_or(String::new(), |left| format!(", about {left:.0} s left"));
                eprintln!("{done} of {cells} cells ({:.0} %){left}", 100.0 * share);
            }
        }
        Ok(())
    })
}
