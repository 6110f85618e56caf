//! Experiments for the page: every command carries the settings, so any worker can answer it.

use crate::lab::plot::Style;
use crate::lab::{
    Bench, EXPERIMENTS, Kind, Parameter, Run, Setting, SettingError, Shard, builtin_boards, exports, write_rows,
};
use crate::protocol::{
    DoneCell, ExperimentView, Failed, FailureCode, LaboratoryCommand, LaboratoryReply, NamedText, ParameterView,
    PlanView, PlotView, ReportView, TableView,
};

use super::Clock;

pub(super) fn handle(command: LaboratoryCommand, clock: &mut Clock) -> Result<LaboratoryReply, Failed> {
    Ok(match command {
        LaboratoryCommand::Experiments => LaboratoryReply::Experiments(experiments()),
        LaboratoryCommand::Plan { settings, values } => LaboratoryReply::Plan(plan(&settings, &values)?),
        LaboratoryCommand::RunCell { settings, cell } => {
            let run = begin(&settings)?;
            let rows = match &mut clock.0 {
                Some(clock) => run.work(cell as usize, &mut Bench { clock: Some(&mut **clock), poll: None }),
                None => run.work(cell as usize, &mut Bench::default()),
            };
            let rows = rows.ok_or_else(|| argument("There is no such cell."))?;
            LaboratoryReply::Cell(DoneCell { cell, rows: write_rows(&rows) })
        }
        LaboratoryCommand::Report { settings, done, seconds } => {
            LaboratoryReply::Report(report(&restored(&settings, &done)?, seconds))
        }
        LaboratoryCommand::Export { settings, done } => {
            let files = exports(&restored(&settings, &done)?).into_iter();
            LaboratoryReply::Files(files.map(|file| NamedText { name: file.name, text: file.text }).collect())
        }
        LaboratoryCommand::Work { .. } => return Err(argument("This is not a command about experiments.")),
    })
}

fn argument(message: &str) -> Failed {
    Failed::new(FailureCode::Argument, message)
}

fn refused(error: SettingError) -> Failed {
    Failed::new(FailureCode::Argument, format!("{error}."))
}

fn begin(settings: &str) -> Result<Run, Failed> {
    Run::new(Setting::read(settings).map_err(refused)?).map_err(refused)
}

/// A run with the cells that are done.
fn restored(settings: &str, done: &[DoneCell]) -> Result<Run, Failed> {
    let mut run = begin(settings)?;
    match done.iter().all(|cell| run.restore(cell.cell as usize, &cell.rows)) {
        true => Ok(run),
        false => Err(argument("These rows do not belong to this experiment.")),
    }
}

fn experiments() -> Vec<ExperimentView> {
    let parameter = |parameter: &Parameter| {
        let texts = |known: &[&str]| known.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
        let (kind, values) = match parameter.kind {
            Kind::Count { least, most } => ("count", vec![least.to_string(), most.to_string()]),
            Kind::Counts { least, most } => ("counts", vec![least.to_string(), most.to_string()]),
            Kind::Games => ("games", builtin_boards().map(str::to_owned).collect()),
            Kind::Choice(known) => ("choice", texts(known)),
            Kind::Choices(known) => ("choices", texts(known)),
            Kind::Player => ("player", Vec::new()),
            Kind::Players => ("players", Vec::new()),
            Kind::Text { .. } => ("text", Vec::new()),
        };
        ParameterView {
            name: parameter.name.to_owned(),
            about: parameter.about.to_owned(),
            default: parameter.default.to_owned(),
            kind: kind.to_owned(),
            values,
        }
    };
    let views = EXPERIMENTS.iter().map(|experiment| ExperimentView {
        name: experiment.name.to_owned(),
        title: experiment.title.to_owned(),
        about: experiment.about.to_owned(),
        paper: experiment.paper.to_owned(),
        source: experiment.source.to_owned(),
        parameters: experiment.parameters.iter().map(parameter).collect(),
    });
    views.collect()
}

fn plan(settings: &str, values: &[(String, String)]) -> Result<PlanView, Failed> {
    let mut setting = Setting::read(settings).map_err(refused)?;
    for (name, value) in values {
        setting.set(name, value).map_err(refused)?;
    }
    let run = Run::new(setting).map_err(refused)?;
    let setting = run.setting();
    let parameters = run.experiment().parameters.iter();
    Ok(PlanView {
        settings: setting.to_string(),
        values: parameters.map(|known| (known.name.to_owned(), setting.text(known.name).to_owned())).collect(),
        cells: run.cells().iter().map(|work| work.key.join(", ")).collect(),
        costs: run.cells().iter().map(|work| work.cost.max(1) as f64).collect(),
    })
}

fn report(run: &Run, seconds: f64) -> ReportView {
    let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    let progress = run.progress_of(Shard::WHOLE, seconds, 0);
    let report = run.report();
    let tables = report.tables.iter().map(|table| {
        let header = table.rows.first().map(|row| row.header().into_iter().map(str::to_owned).collect());
        TableView {
            title: table.title.clone(),
            lines: header.into_iter().chain(table.rows.iter().map(crate::lab::Row::texts)).collect(),
        }
    });
    let plots = report.plots.iter().map(|plot| PlotView {
        title: plot.title.clone(),
        caption: plot.caption.clone(),
        svg: plot.svg(Style::Left),
    });
    ReportView {
        share: progress.share,
        left: progress.left,
        finding: report.finding.clone(),
        tables: tables.collect(),
        plots: plots.collect(),
    }
}
