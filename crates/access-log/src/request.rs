//! The path of a request line.

use memchr::{memchr, memchr2};

/// The path of a request line or of a path alone, without its query: `GET /a?b HTTP/1.1` is `/a`, and so is
/// `GET http://host/a HTTP/1.1`. What has no path, such as the bytes of another protocol, is given as it is.
pub fn path(request: &[u8]) -> &[u8] {
    let target = match memchr(b' ', request) {
        Some(space) if !request.starts_with(b"/") => &request[space + 1..],
        _ => request,
    };
    let target = &target[..memchr(b' ', target).unwrap_or(target.len())];
    let target = &target[..memchr2(b'?', b'#', target).unwrap_or(target.len())];
    without_host(target)
}

fn without_host(target: &[u8]) -> &[u8] {
    let Some(slashes) = target.windows(3).take(8).position(|bytes| bytes == b"://") else { return target };
    let host = &target[slashes + 3..];
    memchr(b'/', host).map_or(b"/", |slash| &host[slash..])
}
