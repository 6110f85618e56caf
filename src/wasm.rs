//! The browser's door: turns messages into commands and replies into messages.

use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, Performance};

use crate::protocol::{Answer, Ask, Failed, FailureCode, Reply};
use crate::session::Session;

/// The application as JavaScript sees it. One lives in each worker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Kibitzer {
    session: Session,
    listener: Listener,
    clock: Option<Performance>,
}

/// Who receives the answers.
#[derive(Clone, Debug)]
enum Listener {
    /// The page that started this worker.
    Page(DedicatedWorkerGlobalScope),
    Function(js_sys::Function),
}

#[wasm_bindgen]
impl Kibitzer {
    /// Posts every answer to the page. Only a dedicated worker can be asked for it.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Kibitzer, JsError> {
        let scope = scope().ok_or_else(|| JsError::new("Kibitzer runs in a dedicated worker only."))?;
        Ok(Kibitzer::start(Listener::Page(scope)))
    }

    /// Carries out one `Ask`. A message of another shape is answered with an error, never with silence.
    pub fn handle(&mut self, ask: JsValue) -> Result<(), JsError> {
        let Ask { id, command } =
            serde_wasm_bindgen::from_value(ask).map_err(|error| JsError::new(&error.to_string()))?;
        let (listener, clock) = (self.listener.clone(), self.clock.clone());
        let now = || clock.as_ref().map_or(0.0, Performance::now);
        let begin = now();
        self.session.handle(command, &mut |reply| tell(&listener, Answer { id, millis: now() - begin, reply }));
        Ok(())
    }
}

impl Kibitzer {
    /// Hands every answer to a function; for tests, which have no page to post to.
    pub fn with_listener(post: js_sys::Function) -> Kibitzer {
        Kibitzer::start(Listener::Function(post))
    }

    fn start(listener: Listener) -> Kibitzer {
        console_error_panic_hook::set_once();
        let clock = scope().and_then(|scope| scope.performance());
        #[cfg_attr(not(feature = "lab"), expect(unused_mut, reason = "only experiments measure times"))]
        let mut session = Session::new();
        #[cfg(feature = "lab")]
        if let Some(clock) = clock.clone() {
            session.set_clock(Box::new(move || clock.now() / 1000.0));
        }
        Kibitzer { session, listener, clock }
    }
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

fn tell(listener: &Listener, answer: Answer) {
    let serializer = serde_wasm_bindgen::Serializer::new();
    let (id, millis) = (answer.id, answer.millis);
    let message = answer.serialize(&serializer).or_else(|error| {
        let reply = Reply::Failed(Failed::new(FailureCode::Internal, error.to_string()));
        Answer { id, millis, reply }.serialize(&serializer)
    });
    if let Ok(message) = message {
        // A page that throws while it listens has its own console.
        let _ = match listener {
            Listener::Page(scope) => scope.post_message(&message),
            Listener::Function(post) => post.call1(&JsValue::NULL, &message).map(|_| ()),
        };
    }
}

/// A seed from the system's source of randomness. Everything random in the core follows from the seed that it is given.
#[wasm_bindgen(js_name = freshSeed)]
pub fn fresh_seed() -> Result<u32, JsError> {
    getrandom::u32().map_err(|error| JsError::new(&error.to_string()))
}

/// Names the sources that this build was made from, so that a page can tell an old worker from a new one.
#[wasm_bindgen(js_name = buildId)]
pub fn build_id() -> String {
    option_env!("KIBITZER_BUILD_ID").unwrap_or("development").to_owned()
}
