//! Servers whose lines have one of several layouts, each of which is a pattern.
//!
//! Nginx Proxy Manager has one layout for proxied requests and one for those it answers itself. Gin quotes paths since
//! version 1.5; its time is that of the response, with the duration.

use super::{apache, nginx, no_pattern};
use crate::{Entry, Fault, Format, Line, Text, Unparsed};

/// Parses lines of several layouts, always to their end, since one layout may be a prefix of another.
struct Layouts {
    layouts: Vec<Box<dyn Format>>,
    /// The index of the layout of the last line.
    last: usize,
}

/// The format of Nginx Proxy Manager, which takes no pattern.
pub(super) fn proxy_manager(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    const HANDED_ON: &str = "[$time_local] $upstream_cache_status $upstream_status $status - $request_method $scheme \
        $host \"$request_uri\" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] [Sent-to $server] \
        \"$http_user_agent\" \"$http_referer\"";
    const ANSWERED: &str = "[$time_local] $status - $request_method $scheme $host \"$request_uri\" \
        [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip_ratio] \"$http_user_agent\" \"$http_referer\"";
    make(pattern, &[HANDED_ON, ANSWERED], nginx::make)
}

/// The format of Gin, which takes no pattern.
pub(super) fn gin(pattern: &str) -> Result<Box<dyn Format>, Fault> {
    const QUOTED: &str = "[GIN] %{end:%Y/%m/%d - %H:%M:%S}t | %>s | %{us}T | %h | %m \"%U\"";
    const BARE: &str = "[GIN] %{end:%Y/%m/%d - %H:%M:%S}t | %>s | %{us}T | %h | %m %U";
    make(pattern, &[QUOTED, BARE], apache::make)
}

fn make(
    pattern: &str,
    layouts: &[&str],
    make: fn(&str) -> Result<Box<dyn Format>, Fault>,
) -> Result<Box<dyn Format>, Fault> {
    no_pattern(pattern)?;
    let layouts = layouts.iter().map(|layout| make(layout)).collect::<Result<_, _>>()?;
    Ok(Box::new(Layouts { layouts, last: 0 }))
}

impl Format for Layouts {
    fn read<'line>(&mut self, line: &'line [u8], entry: &mut Entry<'line>) -> Result<Line, Unparsed> {
        if line.trim_ascii().is_empty() {
            return Ok(Line::Other);
        }
        let mut furthest = Unparsed { expected: "a line", at: 0 };
        for (index, layout) in self.layouts.iter_mut().enumerate() {
            *entry = Entry::default();
            match layout.read(line, entry) {
                Err(why) if why.at >= furthest.at => furthest = why,
                Err(_) => (),
                Ok(read) => {
                    self.last = index;
                    return Ok(read);
                }
            }
        }
        Err(furthest)
    }

    fn field<'line>(&self, line: &'line [u8], name: &str) -> Option<Text<'line>> {
        self.layouts[self.last].field(line, name)
    }

    fn fields(&self) -> Vec<String> {
        self.layouts[0].fields()
    }
}
