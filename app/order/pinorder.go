package order

import (
	"fmt"
	"slices"
	"strings"

	"manyhold/game/command"
	"manyhold/game/pins"
)

// Signs are the words of the signs of pins, by their number less one.
var Signs = []string{"flag", "pick", "house", "chest", "danger", "heart"}

// parsePin reads the orders about pins on everybody's map: `pin SIGN X Y`, `unpin X Y` and `pins`.
func parsePin(verb string, w []string) (Order, error) {
	c, did := command.Command{Kind: command.Pin}, "removed the pin at %d %d"
	switch {
	case verb == "pins":
		return &Tell{pinWords}, nil
	case verb == "pin":
		n := -1
		if len(w) == 3 {
			n = slices.Index(Signs, w[0])
		}
		if n < 0 {
			return nil, fmt.Errorf("pin needs a sign (%s) and a tile: SIGN X Y: %w", strings.Join(Signs, ", "), errOrder)
		}
		c.Count, did, w = uint8(n+1), "shared a pin at %d %d", w[1:]
	}
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		c.Tile = t
		return &issueCommand{cmd: c, did: fmt.Sprintf(did, t.X, t.Y)}, err
	}), nil
}

// pinWords lists the pins of all players who are in the world, a line each.
func pinWords(h *Actor) string {
	var lines []string
	for k := range h.World.Players() {
		p := &h.World.Players()[k]
		for _, pin := range pins.Of(p) {
			lines = append(lines, fmt.Sprintf("%s at %d %d, %s", Signs[pin.Sign-1], pin.Tile.X, pin.Tile.Y, p.Name))
		}
	}
	if len(lines) == 0 {
		return "no pins"
	}
	return strings.Join(lines, "\n")
}
