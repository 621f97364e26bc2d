//! Reads logs of real servers: nginx, Apache, HAProxy and Varnish run on loopback and receive known requests; each line
//! of their logs must have the content and the time of its request.
//!
//! Each test starts its own servers on free ports, in its own directory. If a server is not installed, its tests are
//! skipped with a message; with `RATELAB_SERVERS=required` they fail.

mod apache;
mod haproxy;
mod nginx;
mod support;
mod varnish;
