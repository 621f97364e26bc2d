//! The path of a request line.

use crate::search::{before, first, first_of};

/// The path of a request line or of a path alone, without its query: `GET /a?b HTTP/1.1` is `/a`, and so is
/// `GET http://host/a HTTP/1.1`. What has no path, such as the bytes of another protocol, is given as it is.
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
