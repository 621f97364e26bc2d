//! Reads a log.

use std::{cell::RefCell, rc::Rc};

use ratelab_access_log::{Fault as LogFault, Keys, Options, Reader, Report, Rows, Statuses, formats::Kind};
use ratelab_calibration::{Basis, Block, Traffic};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{fault::Fault, given};

/// Reads a log in pieces.
#[wasm_bindgen]
pub struct LogReader {
    reader: Option<Reader>,
}

/// A log, or the part of one that was read so far.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Log {
    pub(crate) held: Rc<Held>,
}

/// The data of a log.
pub(crate) struct Held {
    pub(crate) kind: Option<&'static Kind>,
    pub(crate) keys: Keys,
    pub(crate) report: Report,
    pub(crate) traffic: Traffic,
    pub(crate) complete: bool,
    /// The bases of the most recent periods.
    bases: RefCell<Vec<Rc<Basis>>>,
}

/// The number of bases kept: that of the current limit, and that of the one before.
const BASES: usize = 2;

impl Held {
    /// Returns the basis for limits of a period, if it is cached.
    pub(crate) fn basis(&self, period: u64) -> Option<Rc<Basis>> {
        self.bases.borrow().iter().find(|basis| basis.period() == period).cloned()
    }

    /// Keeps a complete basis.
    pub(crate) fn keep(&self, basis: Basis) {
        let mut bases = self.bases.borrow_mut();
        bases.insert(0, Rc::new(basis));
        bases.truncate(BASES);
    }
}

#[wasm_bindgen]
impl LogReader {
    /// Creates a reader from options as users type them. Empty texts are the defaults.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "string")] format: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] pattern: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] key: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] cost: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] limited: JsValue,
        leave_out_limited: bool,
    ) -> Result<Self, JsValue> {
        let format = given::text(&format, "format")?;
        let pattern = given::text(&pattern, "pattern")?;
        let key = given::text(&key, "key")?;
        let cost = given::text(&cost, "cost")?;
        let options = Options::parse(&format, &pattern, &key, &cost).map_err(Fault::from)?;
        let limited = Statuses::parse(&given::text(&limited, "limited")?).map_err(Fault::from)?;
        Ok(Self { reader: Some(Reader::new(Options { limited, leave_out_limited, ..options })) })
    }

    /// Reads the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(reader) = &mut self.reader {
            reader.push(bytes);
        }
    }

    /// The requests read so far.
    #[wasm_bindgen(getter)]
    pub fn rows(&self) -> f64 {
        self.reader.as_ref().map_or(0.0, |reader| reader.report().requests as f64)
    }

    /// The part read so far, as a log.
    pub fn early(&mut self) -> Result<Log, JsValue> {
        let reader = self.reader.as_mut().ok_or_else(finished)?;
        let (kind, keys, report) = (reader.kind(), reader.keys().clone(), reader.report().clone());
        Ok(Log::new(kind, reader.rows(), keys, report, false))
    }

    /// The complete log. The reader cannot be used afterwards.
    pub fn finish(&mut self) -> Result<Log, JsValue> {
        let log = self.reader.take().ok_or_else(finished)?.finish();
        Ok(Log::new(log.format, &log.rows, log.keys, log.report, true))
    }
}

impl Log {
    fn new(kind: Option<&'static Kind>, rows: &Rows, keys: Keys, report: Report, complete: bool) -> Self {
        let blocks: Vec<Block<'_>> = rows
            .blocks()
            .iter()
            .map(|block| Block { times: &block.times, keys: &block.keys, charges: &block.charges })
            .collect();
        let traffic = Traffic::group(&blocks, keys.len(), report.slack);
        let bases = RefCell::default();
        Self { held: Rc::new(Held { kind, keys, report, traffic, complete, bases }) }
    }
}

impl From<LogFault> for Fault {
    fn from(fault: LogFault) -> Self {
        Self::new("not_right", fault.to_string()).at(fault.field)
    }
}

fn finished() -> Fault {
    Fault::new("finished", "this reader has finished")
}
