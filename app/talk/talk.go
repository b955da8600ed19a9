// Package talk is what is said in a world and who comes and goes, as a node hands it to text clients: line by
// line, as it happens. The node posts on a Board; each listener has a queue of its own.
package talk

import (
	"strings"
	"sync"
	"time"
)

// Kind is what a line tells. The words are sent to text clients.
type Kind string

// The kinds.
const (
	Said    Kind = "said"    // to the players of the island
	Shouted Kind = "shouted" // to the whole world
	Joined  Kind = "joined"
	Left    Kind = "left"
	Renamed Kind = "renamed" // Name is the new one
	Governs Kind = "governs" // Name is temporary keeper from now on,
	Retires Kind = "retires" // or no more
	Spoke   Kind = "spoke"   // a thing; Name is that of its blueprint
	Failed  Kind = "failed"  // the script of a thing; Name as above, Text where and why, and lines with the calls
	Asks    Kind = "asks"    // a thing, Name, asks the listener's player: Text is what order answers it
	Offers  Kind = "offers"  // a thing, Name, offers it a journey: Text is the world
	// the listener's version of a blueprint, Name, lost to another one
	Overruled Kind = "overruled"
	Won       Kind = "won"   // the player Name lit a lighthouse, or all burn: Text says which
	Begun     Kind = "begun" // the history ends here; Name is the listener's player, Text the world's title
)

// Line is one thing that happened.
type Line struct {
	At   time.Time `json:"at"`
	Kind Kind      `json:"kind"`
	Name string    `json:"name,omitempty"`
	Text string    `json:"text,omitempty"`
}

// Fault returns the lines that tell of a failed script, those with calls indented.
func (l *Line) Fault() []string {
	words := strings.Split(l.Text, "\n")
	words[0] = l.Name + " failed: " + words[0]
	for k := range words[1:] {
		words[k+1] = "    in " + words[k+1]
	}
	return words
}

// queued is how many lines wait for a listener. A listener that is further behind loses the newest.
const queued = 256

// Board hands lines to listeners. The zero value is ready. It is safe for concurrent use.
type Board struct {
	mu        sync.Mutex
	listeners map[chan Line]bool
}

// Post hands a line to all who listen now. It does not wait.
func (b *Board) Post(l Line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for c := range b.listeners {
		select {
		case c <- l:
		default:
		}
	}
}

// Listen returns the lines from now on, until stop is called.
func (b *Board) Listen() (lines <-chan Line, stop func()) {
	c := make(chan Line, queued)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.listeners == nil {
		b.listeners = map[chan Line]bool{}
	}
	b.listeners[c] = true
	return c, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, c)
	}
}
