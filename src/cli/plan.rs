//! `runner plan`.

use super::arguments::{Format, PlanArguments};
use super::failure::Failure;
use super::{out_folder, print, session};
use crate::execute::{PartStore, parts_folder, reusable};
use crate::plan::{PlanDocument, explain};

pub(super) fn plan(arguments: &PlanArguments) -> Result<(), Failure> {
    let plan = session::read_plan(&arguments.spec)?;
    let out = out_folder::path(&arguments.spec, &plan.spec);
    let store = PartStore::open(&parts_folder(&out))?;
    let there = reusable(&plan, &store);
    match arguments.format {
        Format::Text => print(&explain(&plan, there)),
        Format::Json => {
            let document = PlanDocument::new(&plan, there);
            let text = serde_json::to_string_pretty(&document).expect("a plan is plain data");
            print(&format!("{text}\n"))
        }
    }
}
