# pip install redis, and __SCRIPT__.lua beside this file
import math, pathlib, redis
from redis.backoff import NoBackoff
from redis.retry import Retry

server = redis.Redis.from_url(
    "__ADDRESS__",
    decode_responses=True,
    socket_connect_timeout=1,  # in seconds
    socket_timeout=1,
    retry=Retry(NoBackoff(), 0),  # a call that failed may have been charged
)
source = pathlib.Path(__file__).with_name("__SCRIPT__.lua").read_text()
script = server.register_script(source)  # calls EVALSHA, and loads it again after NOSCRIPT
numbers = [__ARGUMENTS__]
names = ["outcome", "limit", "remaining", "retry_after", "reset_after", "delay"]

def check(__PARAMETERS__, cost=1):
    tag = __TAG__.replace("%", "%25").replace("}", "%7D") or "%"
    keys = [__KEYS__]
    return dict(zip(names, script(keys=keys, args=["check", cost, "", *numbers])))

if __name__ == "__main__":
    answer = check(__EXAMPLE__)  # its times are microseconds; None: never
    if answer["outcome"] == "denied":
        wait = answer["retry_after"]
        print("429 Too Many Requests, Retry-After:", "never" if wait is None else math.ceil(wait / 1e6))
    else:  # only a queue delays
        print(answer["outcome"], "with", answer["remaining"], "left, starts in", answer["delay"] / 1e6, "s")
