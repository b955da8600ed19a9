package main

import (
	"encoding/json"
	"fmt"
	"manyhold/app/newcomer"
	"manyhold/game"
	"os"
	"strconv"
	"time"
)

func main() {
	players, _ := strconv.Atoi(os.Args[1])
	minutes, _ := strconv.Atoi(os.Args[2])
	debug := os.Args[3] == "d"
	for _, a := range os.Args[4:] {
		seed, _ := strconv.ParseUint(a, 10, 64)
		began := time.Now()
		l := newcomer.New(seed, players)
		if debug {
			l.Tell = func(at game.Tick, what string) { fmt.Printf("%6.1f  %s\n", float64(at*10/newcomer.Minute)/10, what) }
		}
		next := game.Tick(0)
		l.Run(minutes, func(l *newcomer.Life) bool {
			if debug && l.Clock >= next {
				next = l.Clock + 60*game.TicksPerSecond
				for n := range players {
					fmt.Printf("%6.2f %s\n", float64(l.Clock*100/newcomer.Minute)/100, l.Doing(n))
				}
			}
			return time.Since(began) > 150*time.Second
		})
		b, _ := json.Marshal(l.Result())
		fmt.Printf("seed %d at %.0f min, took %.1fs: %s\n   %s\n", seed, float64(l.Clock)/float64(newcomer.Minute), time.Since(began).Seconds(), b, l.Doing(0))
	}
}
