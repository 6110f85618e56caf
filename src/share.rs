//! Links that hold a game: what stands after the `#`.
//!
//! `v=1&c=<check>&g=<id>` for a built-in game, `v=1&c=<check>&d=<text>` for any other, where the text is deflated and
//! written in base64url; then, where they are wanted, `p=<position>`, `m=<moves>`, and fields with longer names, such as
//! `tab=watch` or `seed=7`, that say how the page stood: what those mean is the page's own business, and a page that does
//! not know one of them passes it over. The check is made from everything after it. It comes early because links are cut at their end: what is left of a cut link then never passes for whole.
//! A link to a built-in game may be written by hand, without a check.
//!
//! Links are untrusted input: reading one takes bounded time and memory, whatever it contains. A version that
//! has once been given out is read for ever.

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The longest link that is made or read, in characters.
pub const MAX_LINK: usize = 32_000;
/// The longest game text that a link may unfold to, in bytes.
pub const MAX_UNFOLDED: usize = 256 * 1024;
/// The most settings of the page that a link may hold, and the longest name and value of one.
const MAX_SETTINGS: usize = 40;
const MAX_NAME: usize = 20;
const MAX_VALUE: usize = 60;

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    pub game: SharedGame,
    /// A position text, where the game does not begin at its own start.
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// How the page stood, as names and values.
    pub page: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedGame {
    Builtin(String),
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    TooLong,
    NotALink,
    Version,
    Cut,
    Unfold,
    Setting,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LinkError::TooLong => "This game is too long for a link. Save it as a file instead.",
            LinkError::NotALink => "This link does not hold a game. Expected v=1 after the #.",
            LinkError::Version => {
                "This link was made by a newer Kibitzer. Reload the page, or ask for the game's text."
            }
            LinkError::Cut => "This link was cut or changed. Ask for it again, or for the game's text.",
            LinkError::Unfold => "This link's game text is damaged or far too long. Ask for the text itself.",
            LinkError::Setting => "A link cannot hold these settings: their names or values are too long or too many.",
        })
    }
}

/// The part of a link after `#`.
pub fn write_link(shared: &Shared) -> Result<String, LinkError> {
    let mut fields = match &shared.game {
        SharedGame::Builtin(id) => format!("g={id}"),
        SharedGame::Text(text) => {
            format!("d={}", Base64UrlUnpadded::encode_string(&compress_to_vec(text.as_bytes(), 9)))
        }
    };
    if let Some(start) = &shared.start {
        // Slashes and spaces do not survive in every place that a link is sent through.
        fields += &format!("&p={}", start.replace('/', "_").replace(' ', "-"));
    }
    if !shared.moves.is_empty() {
        fields += &format!("&m={}", shared.moves.join("."));
    }
    for (name, value) in &shared.page {
        let value = value.replace(':', "_");
        if !is_setting(name, &value) {
            return Err(LinkError::Setting);
        }
        fields += &format!("&{name}={value}");
    }
    if shared.page.len() > MAX_SETTINGS {
        return Err(LinkError::Setting);
    }
    let link = format!("v=1&c={}&{fields}", check(&fields));
    if link.len() > MAX_LINK { Err(LinkError::TooLong) } else { Ok(link) }
}

/// Reads what stands after `#`, with or without it.
pub fn read_link(fragment: &str) -> Result<Shared, LinkError> {
    if fragment.len() > 3 * MAX_LINK {
        return Err(LinkError::TooLong);
    }
    // Escaped twice is not a link of ours: nothing that a link holds has such a sign.
    let plain = unescape(fragment.strip_prefix('#').unwrap_or(fragment)).filter(|plain| !plain.contains('%'));
    let plain = plain.ok_or(LinkError::Cut)?;
    let mut fields: Vec<(&str, &str)> = Vec::new();
    let unreadable = if plain.starts_with("v=1") { LinkError::Cut } else { LinkError::NotALink };
    for field in plain.split('&') {
        let (name, value) = field.split_once('=').ok_or(unreadable)?;
        if fields.iter().any(|(known, _)| *known == name) {
            return Err(LinkError::Cut);
        }
        fields.push((name, value));
    }
    let field = |wanted: &str| fields.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    match field("v") {
        Some("1") => {}
        None | Some("") => return Err(LinkError::NotALink),
        Some(_) => return Err(LinkError::Version),
    }
    let checked: Vec<String> = fields
        .iter()
        .filter(|(name, _)| !matches!(*name, "v" | "c"))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let by_hand = fields.iter().all(|(name, _)| matches!(*name, "v" | "g"));
    match field("c") {
        Some(sum) if sum == check(&checked.join("&")) => {}
        None if by_hand => {}
        _ => return Err(LinkError::Cut),
    }
    let game = match (field("g"), field("d")) {
        (Some(id), None) if !id.is_empty() => SharedGame::Builtin(id.to_owned()),
        (None, Some(payload)) => SharedGame::Text(unfold(payload).ok_or(LinkError::Unfold)?),
        _ => return Err(LinkError::Cut),
    };
    let start = field("p").map(|start| start.replace('_', "/").replace('-', " "));
    let moves = field("m").map(|moves| moves.split('.').map(str::to_owned).collect()).unwrap_or_default();
    let settings = fields.iter().filter(|(name, value)| is_setting(name, value)).take(MAX_SETTINGS);
    let page = settings.map(|(name, value)| ((*name).to_owned(), value.replace('_', ":"))).collect();
    Ok(Shared { game, start, moves, page })
}

/// Whether a field speaks of the page rather than of the game: its name has more than one letter, and its value is short
/// and plain.
fn is_setting(name: &str, value: &str) -> bool {
    (2..=MAX_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        && value.len() <= MAX_VALUE
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

fn unfold(payload: &str) -> Option<String> {
    let bytes = Base64UrlUnpadded::decode_vec(payload).ok()?;
    let text = decompress_to_vec_with_limit(&bytes, MAX_UNFOLDED).ok()?;
    String::from_utf8(text).ok()
}

/// Four characters that almost surely change when anything does: 24 bits of FNV-1a.
fn check(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let folded = hash ^ (hash >> 24) ^ (hash >> 48);
    Base64UrlUnpadded::encode_string(&folded.to_le_bytes()[..3])
}

/// Some programs write `%3D` for `=`. `None` when a sign is not whole or the result is not text.
fn unescape(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let digit = |index: usize| after.get(index).and_then(|byte| char::from(*byte).to_digit(16));
        bytes.push((digit(0)? * 16 + digit(1)?) as u8);
        rest = &after[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Shared {
        Shared {
            game: SharedGame::Text("<<Ünïcode>>\n<BOARD> and so on, and so on, and so on".to_owned()),
            start: Some("rn./.../PPP b 7".to_owned()),
            moves: vec!["a2a3".to_owned(), "b10b9".to_owned()],
            page: Vec::new(),
        }
    }

    fn page(settings: &[(&str, &str)]) -> Vec<(String, String)> {
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn sample_with_page() -> Shared {
        Shared { page: page(&[("tab", "watch"), ("allMoves", "false"), ("check", "fractional:0.7")]), ..sample() }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut shared = sample();
        assert_eq!(read_link(&write_link(&shared).unwrap()), Ok(shared.clone()));
        shared.game = SharedGame::Builtin("chess-breakthrough".to_owned());
        let link = write_link(&shared).unwrap();
        assert_eq!(read_link(&format!("#{link}")), Ok(shared.clone()));
        assert_eq!(read_link(&link.replace('=', "%3D").replace('&', "%26")), Ok(shared));
        let shared = sample_with_page();
        assert_eq!(read_link(&write_link(&shared).unwrap()), Ok(shared));
    }

    #[test]
    fn only_short_and_plain_settings_go_into_a_link() {
        let long = "x".repeat(MAX_VALUE + 1);
        for (name, value) in [("m", "x"), ("", "x"), ("na me", "x"), ("tab", "a&b"), ("tab", "ü"), ("tab", &long)] {
            let shared = Shared { page: page(&[(name, value)]), ..sample() };
            assert_eq!(write_link(&shared), Err(LinkError::Setting), "{name}={value}");
        }
        let shared = Shared { page: vec![("tab".to_owned(), String::new()); MAX_SETTINGS + 1], ..sample() };
        assert_eq!(write_link(&shared), Err(LinkError::Setting));
    }

    #[test]
    fn what_a_later_page_adds_is_passed_over() {
        let fields = format!("g=chess&tab=play&Z9=x&tune={}", "x".repeat(500));
        let shared = read_link(&format!("v=1&c={}&{fields}", check(&fields))).unwrap();
        assert_eq!(shared.page, page(&[("tab", "play")]));
        assert_eq!(shared.game, SharedGame::Builtin("chess".to_owned()));
    }

    #[test]
    fn a_link_cut_anywhere_is_an_error() {
        let games = [sample().game, SharedGame::Builtin("chess-breakthrough".to_owned())];
        for game in games {
            let link = write_link(&Shared { game, ..sample_with_page() }).unwrap();
            for end in 0..link.len() {
                assert!(read_link(&link[..end]).is_err(), "{}", &link[..end]);
            }
        }
    }

    #[test]
    fn what_is_left_of_a_link_is_said_to_be_cut() {
        for left in ["v=1", "v=1&", "v=1&c=lgtv&g=breakthrough&m", "v=1&c=lgtv"] {
            assert_eq!(read_link(left), Err(LinkError::Cut), "{left}");
        }
        for other in ["", "x", "top", "q=1"] {
            assert_eq!(read_link(other), Err(LinkError::NotALink), "{other}");
        }
    }

    #[test]
    fn a_link_changed_anywhere_is_an_error() {
        let link = write_link(&sample_with_page()).unwrap();
        for index in 0..link.len() {
            for other in ["x", "-", "", "&", "=", "%", "ü"] {
                let changed = format!("{}{other}{}", &link[..index], &link[index + 1..]);
                assert!(changed == link || read_link(&changed).is_err(), "{changed}");
            }
        }
    }

    #[test]
    fn a_link_written_by_hand_needs_no_check() {
        let shared = read_link("#v=1&g=chess").unwrap();
        assert_eq!(shared.game, SharedGame::Builtin("chess".to_owned()));
        assert_eq!(read_link("#v=1&g=chess&m=e2e3"), Err(LinkError::Cut));
    }

    #[test]
    fn a_small_link_cannot_unfold_to_a_huge_text() {
        let bomb = Base64UrlUnpadded::encode_string(&compress_to_vec(&vec![b'a'; 10 * MAX_UNFOLDED], 9));
        let fields = format!("d={bomb}");
        assert_eq!(read_link(&format!("v=1&c={}&{fields}", check(&fields))), Err(LinkError::Unfold));
    }

    #[test]
    fn links_given_out_once_are_read_for_ever() {
        let golden = "v=1&c=nGhX&d=bcYxDQAgDATAHRUVgISmCYSdBAeEsvYH7OABETWGgW7H7Nf8LegWSVx7GU1omtIBwXLIDw&p=rn._..._PPP-b-7&m=a2a3.b10b9";
        assert_eq!(read_link(golden), Ok(sample()));
        let golden = "v=1&c=wVMs&d=bcYxDQAgDATAHRUVgISmCYSdBAeEsvYH7OABETWGgW7H7Nf8LegWSVx7GU1omtIBwXLIDw&p=rn._..._PPP-b-7&m=a2a3.b10b9&tab=watch&allMoves=false&check=fractional_0.7";
        assert_eq!(read_link(golden), Ok(sample_with_page()));
    }
}
