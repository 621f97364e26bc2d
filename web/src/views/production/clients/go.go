// go get github.com/redis/go-redis/v9, and __SCRIPT__.lua beside this file
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

//go:embed __SCRIPT__.lua
var source string

var (
	server = redis.NewClient(&redis.Options{
		Addr:                  "__HOST__",
		ContextTimeoutEnabled: true,
		MaxRetries:            -1, // a call that failed may have been charged
	})
	script  = redis.NewScript(source) // Run calls EVALSHA, and EVAL after NOSCRIPT
	numbers = []any{__ARGUMENTS__}
	escape  = strings.NewReplacer("%", "%25", "}", "%7D")
)

type Answer struct {
	Outcome           string
	Remaining         int64
	RetryAfter, Delay time.Duration
	Never             bool // a denied request that will never pass
}

func check(ctx context.Context, __PARAMETERS__ string, cost int) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // for connecting and for the reply
	defer cancel()
	tag := escape.Replace(__TAG__)
	if tag == "" {
		tag = "%"
	}
	keys := []string{__KEYS__}
	arguments := append([]any{"check", cost, ""}, numbers...)
	reply, err := script.Run(ctx, server, keys, arguments...).Slice()
	if err != nil {
		return Answer{}, err
	}
	retry, delay := reply[3], reply[5].(int64)
	answer := Answer{Outcome: reply[0].(string), Remaining: reply[2].(int64), Never: retry == nil}
	if retry != nil {
		answer.RetryAfter = time.Duration(retry.(int64)) * time.Microsecond
	}
	answer.Delay = time.Duration(delay) * time.Microsecond
	return answer, nil
}

func main() {
	answer, err := check(context.Background(), __EXAMPLE__, 1)
	if err != nil {
		log.Fatal(err)
	}
	if answer.Outcome == "denied" {
		seconds := int64((answer.RetryAfter + time.Second - 1) / time.Second)
		fmt.Println("429 Too Many Requests, Retry-After:", seconds, "never:", answer.Never)
		return
	}
	time.Sleep(answer.Delay) // only a queue delays
	fmt.Println(answer.Outcome, "with", answer.Remaining, "left")
}
