//! The browser's door: turns messages into commands and replies into messages.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::protocol::{Answer, Ask, Reply};
use crate::session::Session;

/// The application as JavaScript sees it. One lives in each worker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Kibitzer {
    session: Session,
    post: js_sys::Function,
}

#[wasm_bindgen]
impl Kibitzer {
    /// `post` receives every answer.
    #[wasm_bindgen(constructor)]
    pub fn new(post: js_sys::Function) -> Kibitzer {
        console_error_panic_hook::set_once();
        Kibitzer { session: Session::new(), post }
    }

    /// Carries out one `Ask`. A message of another shape is answered with an error, never with silence.
    pub fn handle(&mut self, ask: JsValue) -> Result<(), JsError> {
        let Ask { id, command } =
            serde_wasm_bindgen::from_value(ask).map_err(|error| JsError::new(&error.to_string()))?;
        let post = self.post.clone();
        self.session.handle(command, &mut |reply| tell(&post, Answer { id, reply }));
        Ok(())
    }
}

fn tell(post: &js_sys::Function, answer: Answer) {
    let serializer = serde_wasm_bindgen::Serializer::new();
    let id = answer.id;
    let message = answer.serialize(&serializer).or_else(|error| {
        let reply = Reply::Failed { message: error.to_string(), place: None };
        Answer { id, reply }.serialize(&serializer)
    });
    if let Ok(message) = message {
        // A page that throws while it listens has its own console; there is nobody else to tell.
        let _ = post.call1(&JsValue::NULL, &message);
    }
}

/// Names the sources that this build was made from, so that a page can tell an old worker from a new one.
#[wasm_bindgen(js_name = buildId)]
pub fn build_id() -> String {
    option_env!("KIBITZER_BUILD_ID").unwrap_or("development").to_owned()
}
