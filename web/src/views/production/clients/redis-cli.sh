# __SCRIPT__.lua beside this file
cd "$(dirname "$0")"
server=__ADDRESS__

ask() {
  redis-cli -u "$server" -e EVALSHA __DIGEST__ \
    __KEY_COUNT__ __KEYS__ \
    check 1 '' __ARGUMENTS__
}
load() { redis-cli -u "$server" -x SCRIPT LOAD < __SCRIPT__.lua > /dev/null; }
check() { ask "$@" 2> /dev/null || { load && ask "$@"; }; }

# outcome, limit, remaining, then microseconds: retry after (empty: never), reset after, delay
check __EXAMPLE__ | head -n 6
