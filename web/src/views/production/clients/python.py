# pip install redis, and __SCRIPT__.lua beside this file
import math, pathlib, redis

server = redis.Redis.from_url("__ADDRESS__", decode_responses=True)
source = pathlib.Path(__file__).with_name("__SCRIPT__.lua").read_text()
script = server.register_script(source)  # calls EVALSHA, and loads it again after NOSCRIPT
numbers = [__ARGUMENTS__]
names = ["outcome", "limit", "remaining", "retry_after", "reset_after", "delay"]

def check(__PARAMETERS__, cost=1):
    tag = __TAG__.replace("%", "%25").replace("}", "%7D") or "%"
    keys = [__KEYS__]
    return dict(zip(names, script(keys=keys, args=["check", cost, "", *numbers])))

answer = check(__EXAMPLE__)  # its times are microseconds; None: never
if answer["outcome"] == "denied":
    wait = answer["retry_after"]
    print("429 Too Many Requests, Retry-After:", "never" if wait is None else math.ceil(wait / 1e6))
else:  # only a queue delays
    print(answer["outcome"], "with", answer["remaining"], "left, starts in", answer["delay"] / 1e6, "s")
