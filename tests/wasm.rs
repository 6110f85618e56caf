//! Messages through the browser's own values, in a real worker. What the application does with them is tested natively.
#![cfg(target_arch = "wasm32")]

use js_sys::{Array, Function, JSON, Reflect};
use kibitzer::wasm::{Kibitzer, build_id, fresh_seed};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A session, and the list that its answers are pushed to.
fn session() -> (Kibitzer, Array) {
    let answers = Array::new();
    let push = Function::new_with_args("answer", "this.push(answer)").bind0(&answers);
    (Kibitzer::with_listener(push), answers)
}

fn json(text: &str) -> JsValue {
    JSON::parse(text).expect("the test's own JSON is well formed")
}

fn get(value: &JsValue, key: &str) -> JsValue {
    Reflect::get(value, &JsValue::from_str(key)).expect("the value is an object")
}

#[wasm_bindgen_test]
fn every_command_is_answered_under_its_own_number() {
    let (mut kibitzer, answers) = session();
    kibitzer
        .handle(json(r#"{"id":7,"command":{"table":{"check":{"text":"no game"}}}}"#))
        .expect("a well-formed message");
    assert_eq!(answers.length(), 1);
    assert_eq!(get(&answers.get(0), "id").as_f64(), Some(7.0));
    let failed = get(&get(&answers.get(0), "reply"), "failed");
    assert_eq!(get(&failed, "code").as_string().as_deref(), Some("gameText"));
    assert!(get(&failed, "message").is_string() && get(&get(&failed, "span"), "line").as_f64() == Some(1.0));
    assert!(get(&answers.get(0), "millis").as_f64().is_some_and(|millis| (0.0..10_000.0).contains(&millis)));
}

#[wasm_bindgen_test]
fn long_work_takes_time_by_the_workers_clock() {
    let (mut kibitzer, answers) = session();
    for command in [
        r#"{"id":1,"command":{"table":{"load":{"source":{"builtin":"chess"}}}}}"#,
        r#"{"id":2,"command":{"thinking":{"think":{"seed":1,"nodes":100000}}}}"#,
    ] {
        kibitzer.handle(json(command)).expect("a well-formed message");
    }
    let times: Vec<f64> = answers.iter().skip(1).filter_map(|answer| get(&answer, "millis").as_f64()).collect();
    assert!(times.len() > 3 && times.is_sorted() && times[times.len() - 1] > 1.0, "{times:?}");
}

#[wasm_bindgen_test]
fn a_net_comes_as_bytes() {
    let (mut kibitzer, answers) = session();
    let bytes = js_sys::Uint8Array::from(&include_bytes!("../src/bots/nets/gardner.net")[..]);
    let net = json(r#"{"id":2,"command":{"thinking":{"net":{}}}}"#);
    Reflect::set(&get(&get(&get(&net, "command"), "thinking"), "net"), &"bytes".into(), &bytes).expect("an object");
    let load = json(r#"{"id":1,"command":{"table":{"load":{"source":{"builtin":"gardner"}}}}}"#);
    for ask in [load, net] {
        kibitzer.handle(ask).expect("a well-formed message");
    }
    let game = get(&get(&get(&answers.get(0), "reply"), "table"), "game");
    assert_eq!(get(&game, "net").as_string().as_deref(), Some("gardner"));
    assert!(get(&get(&get(&answers.get(1), "reply"), "thinking"), "values").is_object());
}

#[wasm_bindgen_test]
fn seeds_are_fresh() {
    let seeds: std::collections::BTreeSet<u32> = (0..8).filter_map(|_| fresh_seed().ok()).collect();
    assert!(seeds.len() >= 7, "{seeds:?}");
}

#[wasm_bindgen_test]
fn in_a_worker_it_finds_the_page_to_post_to() {
    assert!(Kibitzer::new().is_ok());
}

#[wasm_bindgen_test]
fn a_message_of_another_shape_is_an_error_and_posts_nothing() {
    let (mut kibitzer, answers) = session();
    for text in ["null", "7", "{}", r#"{"id":1}"#, r#"{"id":1,"command":{"table":"dance"}}"#] {
        assert!(kibitzer.handle(json(text)).is_err(), "{text}");
    }
    assert_eq!(answers.length(), 0);
}

#[wasm_bindgen_test]
fn a_page_that_throws_while_it_listens_does_not_stop_the_session() {
    let mut kibitzer = Kibitzer::with_listener(Function::new_no_args("throw new Error('not listening')"));
    for _ in 0..2 {
        kibitzer
            .handle(json(r#"{"id":1,"command":{"sharing":{"open":{"fragment":""}}}}"#))
            .expect("a well-formed message");
    }
}

#[wasm_bindgen_test]
fn the_build_names_itself() {
    assert!(!build_id().is_empty());
}
