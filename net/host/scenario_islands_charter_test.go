package host

import (
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/coins"
	"manyhold/net/host/message"
)

// TestCharterOfIslands: islands divide only while the charter says that they may, and become one only when it
// lets so many be on one.
func TestCharterOfIslands(t *testing.T) {
	a := newArchipelago(t, 90)
	a.charter = true
	first, _, last := a.found("a"), a.join("b"), a.join("c")
	a.run(6 * time.Second)
	for _, n := range a.nodes {
		n.say(coins.Say("here"))
	}
	a.settled(3*time.Second, 1)
	write := func(act charter.Act, value uint64) {
		must(t, first.world.Write(a.net.Now(), charter.Entry{Act: act, Value: value}))
		a.until("everybody knows", 10*time.Second, func() bool {
			for _, n := range a.nodes {
				if s := n.world.islands.home().Standing.State(); s == nil || act == charter.SetSplit && s.Split != (value == 1) || act == charter.SetCap && uint64(s.Cap) != value {
					return false
				}
			}
			return true
		})
	}
	write(charter.SetSplit, 0)
	first.say(coins.Apart(1, last.id()))
	a.run(4 * time.Second)
	a.settled(time.Second, 1)
	write(charter.SetSplit, 1)
	a.until("two islands everywhere", 4*time.Second, func() bool { return a.whole(2) == "" })
	child := last.where()
	write(charter.SetCap, 2)
	first.say(coins.Call(child))
	last.say(coins.Call(message.Home))
	a.run(4 * time.Second)
	a.settled(time.Second, 2)
	write(charter.SetCap, 3)
	a.until("one island again", 4*time.Second, func() bool { return a.whole(1) == "" })
}
