package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/abroad"
	"manyhold/game/board"
	"manyhold/game/carry/bond"
	"manyhold/game/challenge"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/pins"
	"manyhold/game/tune"
	"manyhold/net/host/notice"
)

// This file holds what players do to show and together: wear, play, carry and board.

// parseTogether reads wear, play, carry, putdown and board.
func parseTogether(verb, rest string) (Order, error) {
	switch verb {
	case "pin", "unpin", "pins":
		return parsePin(verb, strings.Fields(rest))
	case "board":
		return &Tell{boardWords}, nil
	case "play":
		n, err := strconv.ParseUint(rest, 10, 8)
		if err != nil || n < 1 || n > tune.Notes {
			return nil, fmt.Errorf("play needs a number from 1 to %d", tune.Notes)
		}
		return &issueCommand{cmd: command.Command{Kind: command.Play, Count: uint8(n)}, did: "played"}, nil
	case "wear":
		return parseWear(rest)
	case "putdown":
		if rest != "" {
			return nil, errOrder
		}
		return later(func(h *Actor) (Order, error) {
			b := h.Body()
			if b == nil {
				return nil, notice.New("order_outside")
			}
			return &issueCommand{cmd: command.Command{Kind: command.Carry, Entity: bond.Load(&h.World.State, b.ID)}, did: "put down"}, nil
		}), nil
	}
	if rest == "" {
		return nil, fmt.Errorf("carry needs the name of a player")
	}
	return later(func(h *Actor) (Order, error) {
		list := h.World.Players()
		for k := range list {
			if o := &list[k]; o.Name.String() == rest && o.Body != 0 && o.Key != h.Me {
				return &issueCommand{cmd: command.Command{Kind: command.Carry, Entity: o.Body}, did: "carry " + rest}, nil
			}
		}
		return nil, notice.New("order_absent", "name", rest)
	}), nil
}

// parseWear reads wear: the name of something to put on, or to take off.
func parseWear(name string) (Order, error) {
	k, err := itemNamed(name)
	switch {
	case err != nil:
		return nil, err
	case k.Info().Part == item.NoPart:
		return nil, fmt.Errorf("nobody wears %s", k)
	}
	return later(func(h *Actor) (Order, error) {
		slot, err := slotOf(h, k)
		at, ok := h.place()
		if err != nil || !ok {
			return nil, err
		}
		did := "put on " + k.String()
		if p := h.Player(); p != nil && p.Wears(k.Info().Part) == k {
			did = "took off " + k.String()
		}
		return &issueCommand{cmd: command.Command{Kind: command.Place, Tile: grid.TileAt(at), Slot: slot}, did: did}, nil
	}), nil
}

// boardWords is what the notice board says.
func boardWords(h *Actor) string {
	i := &h.World.State
	var b strings.Builder
	fmt.Fprintf(&b, "lighthouses that burn: %d of %d\n", i.Lights.Count(), lights.Count)
	for n := range lights.Count {
		if e, ok := i.Lights.Entry(n); ok && i.Lights.Flickers(n, i.Clock) {
			fmt.Fprintf(&b, "lighthouse %d at %d %d flickers\n", n+1, e.At.X, e.At.Y)
		}
	}
	for _, x := range board.Needs(i) {
		words := "%s lost things at %d %d\n"
		if x.Out {
			words = "%s is knocked out at %d %d\n"
		}
		fmt.Fprintf(&b, words, x.Name, x.At.X, x.At.Y)
	}
	week := challenge.WeekOf(i.Clock)
	for slot, r := range challenge.Of(i.Gen.Seed, week) {
		row := &challenge.Rows[r]
		fmt.Fprintf(&b, "challenge %s: %d of %d, prize %d %s\n", row.Name, i.Challenges.Of(week, slot), row.Goal, row.Prize.Count, row.Prize.Kind)
	}
	return strings.TrimRight(b.String(), "\n")
}

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

// pinWords lists the pins of all players who are in the world or on other islands, a line each.
func pinWords(h *Actor) string {
	var lines []string
	for k := range h.World.Players() {
		p := &h.World.Players()[k]
		for _, pin := range pins.Of(p) {
			lines = append(lines, fmt.Sprintf("%s at %d %d, %s", Signs[pin.Sign-1], pin.Tile.X, pin.Tile.Y, p.Name))
		}
	}
	h.World.Abroad.All(func(n *abroad.Note) {
		for _, pin := range pins.Of(&entity.PlayerState{Rest: entity.Rest{Pins: n.Pins}}) {
			lines = append(lines, fmt.Sprintf("%s at %d %d, %s", Signs[pin.Sign-1], pin.Tile.X, pin.Tile.Y, n.Name))
		}
	})
	if len(lines) == 0 {
		return "no pins"
	}
	return strings.Join(lines, "\n")
}
