// Package options holds the flags of play as plain data. Package cli fills and checks them; node and window
// obey.
package options

import (
	"strconv"
	"strings"
	"time"

	"manyhold/app/usage"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/input"
)

// Play are the flags of play, and of bot which takes some of them.
type Play struct {
	World      string // "", "new", or name or id of a world in the data directory
	Join       string // invitation
	Name       string
	Headless   bool
	Attach     bool // to the node that runs on data
	Data       string
	Config     string
	Listen     string
	Signal     string
	NoLAN      bool
	Record     string
	Screenshot string
	After      time.Duration
	Seed       string
	At         string
	Hour       float64
	Weather    string
	Title      bool
	Press      string // names of keys with commas between them
	Do         string
	Log        string
	Founding
	Viewed
	Duties

	Windowed bool // a window is opened: settings that are wrong are told of there, and their defaults used
}

// Founding is how a new world is made, besides its seed.
type Founding struct {
	IslandCap uint16
	Start     string // what newcomers begin with: "settler" or "builder"
}

// Viewed is what the window shows in place of a world that goes on.
type Viewed struct {
	Watch   string // a recording
	Archive string // a lost branch: its id, or `last`
}

// Duties are what a node leaves out.
type Duties struct {
	NoHost    bool // it only plays
	NoMapping bool // it asks no router for ports
	Bot       bool // the bots of engines play the player's part in matches
}

// Begins returns the start of a new world; ok is false for a word that names none.
func (f *Founding) Begins() (s item.Start, ok bool) {
	for s := range item.StartCount {
		if s.String() == f.Start {
			return s, true
		}
	}
	return item.Settlers, f.Start == ""
}

// ParseAt reads "X,Y"; nil for "".
func ParseAt(s string) (*grid.Tile, error) {
	if s == "" {
		return nil, nil
	}
	xs, ys, ok := strings.Cut(s, ",")
	x, errx := strconv.ParseInt(strings.TrimSpace(xs), 10, 32)
	y, erry := strconv.ParseInt(strings.TrimSpace(ys), 10, 32)
	if !ok || errx != nil || erry != nil {
		return nil, usage.Errorf("--at is %q; write it like 12,-40", s)
	}
	return &grid.Tile{X: int32(x), Y: int32(y)}, nil
}

// ParseKeys reads names of keys with commas between them.
func ParseKeys(text string) (keys []input.Button, err error) {
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		k, ok := input.ParseButton(name)
		if !ok {
			return nil, usage.Errorf("--press has the unknown key %q; use the names of config.toml", name)
		}
		keys = append(keys, k)
	}
	return keys, nil
}
