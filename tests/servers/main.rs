//! What real servers write is read back: nginx, Apache, HAProxy and Varnish are started on loopback, get requests
//! whose every part is known, and each line of their logs must say just that, at the instants at which they were sent.
//!
//! Each test starts servers of its own on free ports, in a directory of its own. Where a server is not installed, its
//! tests say so and are skipped; with `RATELAB_SERVERS=required` they fail.

mod apache;
mod haproxy;
mod nginx;
mod support;
mod varnish;
