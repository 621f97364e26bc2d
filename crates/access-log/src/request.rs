//! The path of a request line.

use crate::search::{before, first, first_of};

/// Returns the path of a request line, or of a path, without its query: `/a` for `GET /a?b HTTP/1.1` and for `GET
/// http://host/a HTTP/1.1`. A text without a path, such as bytes of another protocol, is returned unchanged.
///
/// # Examples
///
/// ```
/// use ratelab_access_log::path;
///
/// assert_eq!(path(b"GET /search?q=a HTTP/1.1"), b"/search");
/// assert_eq!(path(b"GET http://example.com/search HTTP/1.1"), b"/search");
/// assert_eq!(path(b"/search?q=a"), b"/search");
/// ```
pub fn path(request: &[u8]) -> &[u8] {
    let target = match first(b' ', request) {
        Some(_) if request[0] == b'/' => request,
        Some(space) if !request[..space].iter().all(is_of_method) => return request,
        Some(space) => &request[space + 1..],
        _ => request,
    };
    let target = before(b' ', target);
    let target = &target[..first_of([b'?', b'#'], target).unwrap_or(target.len())];
    without_host(target)
}

fn is_of_method(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn without_host(target: &[u8]) -> &[u8] {
    let Some(slashes) = target.windows(3).take(8).position(|bytes| bytes == b"://") else { return target };
    let host = &target[slashes + 3..];
    first(b'/', host).map_or(b"/", |slash| &host[slash..])
}
