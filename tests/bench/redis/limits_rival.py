"""limits, the package of PyPI: one process of those that take a turn.

`python limits_rival.py <port> <connections>` waits for lines
`<single|pipelined> <strategy> <limit> <first> <step> <decisions>` and answers each with how many it admitted.
The decisions are about the clients first, first + step and so on.

One request at a time goes through redis-py, which waits. Many at a time go through `limits.aio` with coredis, which is
its usual client and puts several requests on a connection, on the event loop of uvloop.
"""

import asyncio
import sys

import uvloop
from limits import RateLimitItemPerHour, aio, storage, strategies

PORT, CONNECTIONS = map(int, sys.argv[1:3])
SERVER = f"redis://127.0.0.1:{PORT}"
# Requests under way on one connection.
UNDER_WAY = 100

WAITING = {
    "fixed": strategies.FixedWindowRateLimiter,
    "moving": strategies.MovingWindowRateLimiter,
    "counter": strategies.SlidingWindowCounterRateLimiter,
}
AT_ONCE = {
    "fixed": aio.strategies.FixedWindowRateLimiter,
    "moving": aio.strategies.MovingWindowRateLimiter,
    "counter": aio.strategies.SlidingWindowCounterRateLimiter,
}


def name(strategy, client):
    """Sixteen letters. Strategies would take each other's keys for their own, so the first one differs."""
    return f"{strategy[0]}lient{client:010}"


def take_waiting(limiter, strategy, item, clients):
    """How many are admitted, one after the other."""
    return sum(limiter.hit(item, name(strategy, client)) for client in clients)


async def take_at_once(limiter, strategy, item, clients):
    """How many are admitted. A task takes the next client as soon as its last is decided."""

    async def task():
        admitted = 0
        for client in clients:
            admitted += await limiter.hit(item, name(strategy, client))
        return admitted

    return sum(await asyncio.gather(*(task() for _ in range(CONNECTIONS * UNDER_WAY))))


async def main():
    waiting = storage.RedisStorage(SERVER)
    at_once = aio.storage.RedisStorage(f"async+{SERVER}", max_connections=CONNECTIONS)
    async with at_once.bridge.storage:
        while line := sys.stdin.readline():
            mode, strategy, *numbers = line.split()
            limit, first, step, decisions = map(int, numbers)
            arguments = strategy, RateLimitItemPerHour(limit), iter(range(first, first + step * decisions, step))
            if mode == "single":
                admitted = take_waiting(WAITING[strategy](waiting), *arguments)
            else:
                admitted = await take_at_once(AT_ONCE[strategy](at_once), *arguments)
            print(admitted, flush=True)


uvloop.run(main())
