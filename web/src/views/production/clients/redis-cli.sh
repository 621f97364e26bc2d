# bash check.sh __NAMES__ [COST], with __SCRIPT__.lua beside this file
cd "$(dirname "$0")" || exit

server() { timeout 1 redis-cli -u __ADDRESS__ -e "$@"; }

check() {
  local __PARAMETERS__ reply
  local tag=${__TAG__//%/%25}
  tag=${tag//\}/%7D}
  tag=${tag:-%}
  local call=(
    EVALSHA __DIGEST__ __KEY_COUNT__ __KEYS__
    check "$cost" '' __ARGUMENTS__
  )
  reply=$(server "${call[@]}" 2>&1) || {
    # Only after NOSCRIPT it asks again: after any other error the call may have been charged.
    [[ $reply == NOSCRIPT* ]] && server -x SCRIPT LOAD < __SCRIPT__.lua > /dev/null && reply=$(server "${call[@]}" 2>&1)
  } || {
    echo "${reply:-Redis did not reply within a second}" >&2
    return 1
  }
  echo "$reply" | head -n 6
}

# outcome, limit, remaining, then microseconds: retry after (empty: never), reset after, delay
if [ $# -gt 0 ]; then check "$@"; else check __EXAMPLE__; fi
