// The sources. A claim names its sources by these keys, so that an address is written once. Only texts we read are
// listed. A text has its own `address`. If none is known, `document` says what kind of document the title names and
// where or when it appeared; `place` is then what `address` leads to instead, if there is one.

export const SOURCES = {
  'ai-gateway': {
    title: 'Cloudflare, AI Gateway: rate limiting',
    address: 'https://developers.cloudflare.com/ai-gateway/configuration/rate-limiting/',
  },
  borrow: { title: 'Borrow, rate limiting algorithms', address: 'https://borrow.dev/docs/limiter/algorithms' },
  'bucket-or-window': {
    title: 'adityadesai, “Rate Limiting: Token Bucket vs Sliding Window”',
    document: 'community article, 11 February 2026',
  },
  designing: {
    title: 'Philip Rehberger, “Designing Rate Limiters: Token Bucket, Sliding Window, and Distributed Approaches”',
    document: 'article for scopeforged.com, 20 April 2026',
  },
  dotat: { title: 'Tony Finch, on GCRA', address: 'https://dotat.at/@/2026-01-15-gcra.html' },
  falconry: { title: 'falconry/token-bucket, README', address: 'https://github.com/falconry/token-bucket' },
  'five-in-php': {
    title: '“The Four Rate-Limiting Algorithms You Should Know”, with sen-ltd/rate-limit-demo',
    address:
      'https://dev.to/sendotltd/the-four-rate-limiting-algorithms-you-should-know-i-built-a-php-service-that-runs-all-five-2l7c',
  },
  incr: {
    title: 'Redis, the INCR manual page, from redis-doc',
    address: 'https://github.com/redis/redis-doc/blob/029232c9f7c1466462087144bcde88c934ebba9c/commands/incr.md',
  },
  'iron-traffic': {
    title: 'ELares/IronTraffic, issue 212',
    address: 'https://github.com/ELares/IronTraffic/issues/212',
  },
  ketan: { title: 'Ketan Khairnar, sliding window', address: 'https://www.ketankhairnar.com/concepts/sliding-window' },
  kong: {
    title: 'Kong, rate limiting window types',
    address: 'https://developer.konghq.com/gateway/rate-limiting/window-types',
  },
  'kubernetes-ingress': {
    title: 'nginx/kubernetes-ingress, pull request 5113',
    address: 'https://github.com/nginx/kubernetes-ingress/pull/5113',
  },
  'kubernetes-ingress-issue': {
    title: 'nginx/kubernetes-ingress, issue 4894',
    address: 'https://github.com/nginx/kubernetes-ingress/issues/4894',
  },
  lesson: {
    title: '“Sliding Window Rate Limiter”, a lesson in',
    place: 'Stanza’s course “RESTful API Development with PHP”',
    address: 'https://stanza.dev/courses/php-api-development',
    document: 'lesson php-api-development-sliding-window',
  },
  maneshwar: {
    title: 'Maneshwar, “Rate Limiting Strategies in Go”',
    address:
      'https://dev.to/lovestaco/rate-limiting-strategies-in-go-token-bucket-leaky-bucket-and-sliding-window-3fnh',
  },
  nginx: {
    title: 'nginx, the limit_req manual page',
    address: 'https://nginx.org/en/docs/http/ngx_http_limit_req_module.html',
  },
  'redis-cell': { title: 'redis-cell, README', address: 'https://github.com/brandur/redis-cell' },
  'redis-rate': { title: 'go-redis/redis_rate, issue 24', address: 'https://github.com/go-redis/redis_rate/issues/24' },
  skipper: { title: 'zalando/skipper, issue 459', address: 'https://github.com/zalando/skipper/issues/459' },
  spike: {
    title: '“Surviving the Spike”, on rate limiting algorithms',
    address: 'https://earezki.com/books/surviving-the-spike/ch10-s1/',
  },
  'system-overflow': {
    title: 'System Overflow, sliding window counter',
    address:
      'https://www.systemoverflow.com/learn/rate-limiting/sliding-window/sliding-window-counter-trading-memory-for-fairness',
  },
  'system-overflow-log': {
    title: 'System Overflow, sliding log',
    address:
      'https://www.systemoverflow.com/learn/rate-limiting/sliding-window/sliding-log-exact-timestamps-for-precise-counting',
  },
  upstash: {
    title: 'Upstash, ratelimiting algorithms',
    address: 'https://upstash.com/docs/redis/sdks/ratelimit-ts/algorithms',
  },
  waken: {
    title: 'waken.dev, rate limiter algorithm zoo',
    address: 'https://waken.dev/posts/rate-limiter-algorithm-zoo/',
  },
};
