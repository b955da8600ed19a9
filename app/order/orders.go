// Package order turns words into commands: `manyhold do`, --do and bots give a player orders such as "walk to
// 3 -4", and each order asks for the commands that carry it out, a tick at a time. The same code serves a
// headless node and a window.
package order

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/net/host/notice"
)

// errOrder marks an order that cannot be understood.
var errOrder = errors.New("see `manyhold do help`")

// directions are the words for the eight directions.
var directions = map[string]fixed.SVec{
	"east": {X: fixed.One}, "west": {X: -fixed.One}, "south": {Y: fixed.One}, "north": {Y: -fixed.One},
	"southeast": {X: 46341, Y: 46341}, "southwest": {X: -46341, Y: 46341},
	"northeast": {X: 46341, Y: -46341}, "northwest": {X: -46341, Y: -46341},
}

// ParseOrders reads orders separated by semicolons. The meaning of an order is looked up only when its turn
// comes, so that an order may depend on the effect of the one before it. A slash command goes on to the end.
func ParseOrders(text string) ([]Order, error) {
	var list []Order
	for line, rest, more := "", text, true; more; {
		if line, rest, more = strings.Cut(rest, ";"); more && strings.HasPrefix(strings.TrimSpace(line), "/") {
			line, more = line+";"+rest, false
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		e, err := ParseOrder(line)
		if err != nil {
			return nil, fmt.Errorf("cannot understand %q: %w", line, err)
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no orders: %w", errOrder)
	}
	return list, nil
}

// noMore are the orders that are one word.
var noMore = map[string]bool{"home": true, "where": true, "who": true, "around": true, "inventory": true, "laws": true, "help": true, "claims": true, "blueprints": true, "things": true, "recipes": true, "board": true, "pins": true}

// ParseOrder reads one order, or a slash command.
func ParseOrder(line string) (Order, error) {
	if strings.HasPrefix(line, "/") {
		return parseSlash(line)
	}
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	w := strings.Fields(rest)
	if verb == "pick" && rest != "up" || noMore[verb] && rest != "" {
		return nil, errOrder
	}
	switch verb {
	case "say", "name":
		return parseSpeech(verb, rest)
	case "shout", "room":
		return parseWide(verb, rest)
	case "walk":
		return parseWalk(w)
	case "wait":
		t, err := parseTime(rest)
		return &wait{ticks: t}, err
	case "erase":
		return parseErase(w)
	case "dig", "use", "look", "fill":
		return parseTileOrder(verb, w)
	case "place":
		return parsePlace(w)
	case "law":
		return parseLaw(w)
	case "laws":
		return &Tell{lawWords}, nil
	case "claim":
		return parseClaim(w)
	case "unclaim", "share", "unshare", "open", "close":
		return parseClaimed(verb, w)
	case "claims", "land":
		return parseLand(verb, w)
	case "visit", "welcome":
		return parseVisit(verb, rest)
	case "knock", "withdraw", "knocks", "admit", "refuse":
		return parseDoorOrder(append([]string{verb}, w...))
	case "home":
		return &issueCommand{cmd: command.Command{Kind: command.Home}, did: "went home"}, nil
	case "craft", "recipes", "stack", "sort", "swap", "drop", "put", "take", "putaway", "move", "props", "unlink", "answer", "blueprints", "things":
		return parseGoods(verb, rest, w)
	case "throw", "kick":
		return parseThrow(verb, w)
	case "select", "emote":
		return parseNumbered(verb, w)
	case "offer":
		return parseOffer(w)
	case "pick":
		return later(pickUpNearest), nil
	case "where":
		return &Tell{Words}, nil
	case "inventory":
		return &Tell{inventoryWords}, nil
	case "chat":
		return parseChat(w)
	case "inspect":
		return parseInspect(w)
	case "revert":
		return parseRevert(w)
	case "undo":
		return parseUndo(w)
	case "wear", "play", "carry", "putdown", "board", "pin", "unpin", "pins":
		return parseTogether(verb, rest)
	case "around":
		return &Tell{AroundWords}, nil
	case "who":
		return &Tell{whoWords}, nil
	case "help":
		return &Tell{func(*Actor) string { return OrdersHelp }}, nil
	}
	if ExtraOrder != nil {
		if e := ExtraOrder(line); e != nil {
			return e, nil
		}
	}
	return nil, errOrder
}

// ExtraOrder understands orders of special builds; nil in others.
var ExtraOrder func(line string) Order

// later is a task whose command can only be made when its turn comes.
func later(make func(h *Actor) (Order, error)) Order { return &deferred{make: make} }

type deferred struct {
	make func(h *Actor) (Order, error)
	do   Order
}

func (l *deferred) Step(h *Actor) (bool, string, error) {
	if l.do == nil {
		e, err := l.make(h)
		if err != nil {
			return true, "", err
		}
		l.do = e
	}
	return l.do.Step(h)
}

func parseSpeech(verb, text string) (Order, error) {
	if text == "" || len(text) > command.MaxText {
		return nil, notice.New("order_text", "word", verb, "most", strconv.Itoa(command.MaxText))
	}
	if verb == "name" {
		return &issueCommand{cmd: command.Command{Kind: command.SetName, Text: text}, did: "called " + text}, nil
	}
	return &issueCommand{cmd: command.Command{Kind: command.Say, Text: text}, did: "said"}, nil
}

func parseWalk(w []string) (Order, error) {
	if len(w) == 3 && w[0] == "to" {
		at, err := parseTile(w[1:])
		if err != nil {
			return nil, err
		}
		return later(func(h *Actor) (Order, error) {
			t, err := at(h)
			return &WalkTo{Goal: t}, err
		}), nil
	}
	if len(w) != 2 || directions[w[0]] == (fixed.SVec{}) {
		return nil, fmt.Errorf("walk needs a direction and a time, or `to X Y`: %w", errOrder)
	}
	t, err := parseTime(w[1])
	return &walk{dir: directions[w[0]], ticks: t}, err
}

// parseTime reads a time such as 3s or 250ms, up to ten minutes.
func parseTime(s string) (game.Tick, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > 10*time.Minute {
		return 0, fmt.Errorf("%q is not a time such as 3s, up to 10m", s)
	}
	return game.Tick(d * game.TicksPerSecond / time.Second), nil
}

// place is a tile that is known when the order's turn comes.
type place func(h *Actor) (grid.Tile, error)

func parseTile(w []string) (place, error) {
	if len(w) != 2 {
		return nil, fmt.Errorf("a tile needs two whole numbers, X Y: %w", errOrder)
	}
	var n [2]int32
	var relative [2]bool
	for i, s := range w {
		rest, near := strings.CutPrefix(s, "~")
		if near && rest == "" {
			rest = "0"
		}
		v, err := strconv.ParseInt(rest, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", s)
		}
		n[i], relative[i] = int32(v), near
	}
	return func(h *Actor) (grid.Tile, error) {
		t := grid.Tile{X: n[0], Y: n[1]}
		if relative[0] || relative[1] {
			p, ok := h.place()
			if !ok {
				return t, notice.New("order_outside")
			}
			here := grid.TileAt(p)
			if relative[0] {
				t.X += here.X
			}
			if relative[1] {
				t.Y += here.Y
			}
		}
		return t, nil
	}, nil
}

func parseTileOrder(verb string, w []string) (Order, error) {
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		where := fmt.Sprintf("%d %d", t.X, t.Y)
		switch verb {
		case "dig":
			return &issueCommand{cmd: command.Command{Kind: command.Dig, Tile: t}, until: event.Dug, did: "dug " + where}, err
		case "use":
			return &issueCommand{cmd: command.Command{Kind: command.Use, Tile: t}, did: "used " + where}, err
		case "fill":
			return &issueCommand{cmd: command.Command{Kind: command.Fill, Tile: t}, did: "built the blueprint at " + where}, err
		}
		return &Tell{func(h *Actor) string { return tileWords(h, t) }}, err
	}), nil
}

func tileWords(h *Actor, t grid.Tile) string {
	g, b, state, ok := h.World.TileAt(t)
	if !ok {
		return "too far to see"
	}
	s := g.Info().Name
	if b != 0 {
		s = fmt.Sprintf("%s on %s, state %d", b.Info().Name, s, state)
		if x := h.World.Things.Block(t); x != nil {
			s = fmt.Sprintf("%s (%x) on %s", thingName(h, x), uint64(x.ID), g.Info().Name)
		}
	}
	if o := h.World.Outlines.At(t); o != nil {
		s += "; blueprint: " + o.Shows().String()
	}
	return s
}

func parseThrow(verb string, w []string) (Order, error) {
	if len(w) != 1 || directions[w[0]] == (fixed.SVec{}) {
		return nil, fmt.Errorf("%s needs a direction: %w", verb, errOrder)
	}
	kind, did := command.Throw, "thrown"
	if verb == "kick" {
		kind, did = command.Kick, "kicked"
	}
	return later(func(h *Actor) (Order, error) {
		c := command.Command{Kind: kind, Dir: directions[w[0]]}
		if p := h.Player(); p != nil {
			c.Slot = p.Slot
		}
		return &issueCommand{cmd: c, did: did}, nil
	}), nil
}

func parseNumbered(verb string, w []string) (Order, error) {
	most := uint64(8)
	if verb == "select" {
		most = item.HotbarSlots
	}
	if len(w) != 1 {
		return nil, fmt.Errorf("%s needs a number: %w", verb, errOrder)
	}
	n, err := strconv.ParseUint(w[0], 10, 8)
	if err != nil || n < 1 || n > most {
		return nil, fmt.Errorf("%s needs a number from 1 to %d", verb, most)
	}
	if verb == "select" {
		return &issueCommand{cmd: command.Command{Kind: command.Select, Slot: uint8(n - 1)}, did: "selected"}, nil
	}
	return &issueCommand{cmd: command.Command{Kind: command.Emote, Count: uint8(n)}, did: "shown"}, nil
}

// pickUpNearest takes up the nearest body that can be carried.
func pickUpNearest(h *Actor) (Order, error) {
	pos, ok := h.place()
	if !ok {
		return nil, notice.New("order_outside")
	}
	var best *entity.Body
	distance := func(b *entity.Body) fixed.Q {
		dx, dy := b.Pos.X-pos.X, b.Pos.Y-pos.Y
		return max(dx, -dx) + max(dy, -dy)
	}
	bodies := h.World.Space.Bodies()
	for i := range bodies {
		b := &bodies[i]
		if !b.Kind.Liftable() || b.Flags&entity.Carried != 0 {
			continue
		}
		if best == nil || distance(b) < distance(best) {
			best = b
		}
	}
	ghosts := h.World.Ghosts() // what lies across a line
	for i := range ghosts {
		if b := &ghosts[i]; b.Kind.Liftable() && b.Flags&entity.Carried == 0 && (best == nil || distance(b) < distance(best)) {
			best = b
		}
	}
	if best == nil {
		return nil, errors.New("nothing to pick up")
	}
	return &issueCommand{cmd: command.Command{Kind: command.PickUp, Entity: best.ID}, did: "picked up"}, nil
}
