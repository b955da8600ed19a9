package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/rights"
	"manyhold/input/slash"
	"manyhold/net/host/notice"
)

// charterOrder writes an entry into the world's charter. The node is asked in a goroutine of its own: a
// window that carries the order out does not wait.
type charterOrder struct {
	words []string
	done  chan charterAnswer
}

// charterAnswer is the node's.
type charterAnswer struct {
	said string
	err  error
}

func (g *charterOrder) Step(h *Actor) (bool, string, error) {
	if h.Charter == nil {
		return true, "", errors.New("no node here can write into the charter")
	}
	if g.done == nil {
		g.done = make(chan charterAnswer, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), DecreeTime)
			defer cancel()
			said, err := h.Charter(ctx, g.words)
			g.done <- charterAnswer{said, err}
		}()
	}
	select {
	case a := <-g.done:
		return true, a.said, a.err
	default:
		return false, "", nil
	}
}

// parseSlash reads a slash command. Its right is looked at when its turn comes.
func parseSlash(line string) (Order, error) {
	l, problem := slash.Parse(line)
	if problem != nil {
		return nil, problem
	}
	if l.Command.Window {
		return nil, fmt.Errorf("only a window answers /%s", l.Command.Name)
	}
	return later(func(h *Actor) (Order, error) {
		view := h.slashView()
		if problem := view.Check(l); problem != nil {
			return nil, problem
		}
		return slashOrder(h, view, l)
	}), nil
}

// slashView is what the player may do, and whom it knows here.
func (h *Actor) slashView() *slash.View {
	code := &h.World.Code
	v := &slash.View{Rank: code.Rank(h.Me)}
	add := func(list []entity.PlayerState) {
		for i := range list {
			p := &list[i]
			v.People = append(v.People, slash.Person{Name: p.Name.String(), Rank: code.Rank(p.Key), Me: p.Key == h.Me, Muted: code.MutedUntil(p.Key) > h.World.Clock})
		}
	}
	add(h.World.Players())
	if h.Elsewhere != nil {
		add(h.Elsewhere())
	}
	return v
}

// slashOrder makes an order of a slash command.
func slashOrder(h *Actor, view *slash.View, l slash.Line) (Order, error) {
	args := l.Args
	switch name := l.Command.Name; name {
	case "help":
		said, err := slashHelp(view, args[0])
		return &Tell{func(*Actor) string { return said }}, err
	case "world", "all":
		return parseShout(args[0])
	case "room":
		return parseRoom(args[0])
	case "name":
		return parseSpeech(name, args[0])
	case "thing":
		return parseSpeech("say", "!"+args[0])
	case "emote":
		return parseNumbered(name, []string{strconv.Itoa(slices.Index(slash.Emotes, args[0]) + 1)})
	case "visit", "welcome":
		return parseVisit(name, args[0])
	case "spawn":
		return ParseOrder("home")
	case "law":
		return parseLaw(args)
	case "laws":
		return &Tell{lawWords}, nil
	case "admin":
		return &Tell{adminWords}, nil
	case "stats", "server stats":
		return &statsOrder{server: name != "stats"}, nil
	case "claim":
		return claimAround(h, args)
	case "unclaim":
		at, ok := h.place()
		if !ok {
			return nil, notice.New("order_outside")
		}
		return &issueCommand{cmd: command.Command{Kind: command.Unclaim, Tile: grid.TileAt(at)}, did: "gave up the claim"}, nil
	}
	return &charterOrder{words: charterWords(h, l)}, nil
}

// charterWords are the words for ParseCharter of a slash command about the charter.
func charterWords(h *Actor, l slash.Line) []string {
	words := append(strings.Fields(l.Command.Name), l.Args...)
	switch l.Command.Name {
	case "hosting":
		words[0] = "policy"
	case "spawn set":
		words[1] = "here"
		if at, ok := h.place(); ok {
			t := grid.TileAt(at)
			words = []string{"spawn", strconv.Itoa(int(t.X)), strconv.Itoa(int(t.Y))}
		}
	case "ban":
		if l.Args[1] != "" {
			words = []string{"ban", l.Args[0], "for", l.Args[1], l.Args[2]}
		}
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// claimSide is the side of a claim whose size is not given.
const claimSide = 8

// claimAround claims the land around the player.
func claimAround(h *Actor, args []string) (Order, error) {
	at, ok := h.place()
	if !ok {
		return nil, notice.New("order_outside")
	}
	w, hgt := claimSide, claimSide
	if args[0] != "" {
		w, _ = strconv.Atoi(args[0]) // it was read by slash.Parse
		hgt = w
	}
	if args[1] != "" {
		hgt, _ = strconv.Atoi(args[1])
	}
	corner := grid.TileAt(at).Add(int32(-w/2), int32(-hgt/2))
	return &claimOrder{issue: issueCommand{cmd: command.Command{Kind: command.Claim, Tile: corner, Slot: uint8(w), Slot2: uint8(hgt)},
		did: fmt.Sprintf("claimed %d × %d tiles at %d %d", w, hgt, corner.X, corner.Y)}}, nil
}

// slashHelp lists the commands that the player may use, or explains one.
func slashHelp(view *slash.View, name string) (string, error) {
	name = strings.ToLower(strings.TrimPrefix(name, "/"))
	var b strings.Builder
	for i := range slash.Commands {
		c := &slash.Commands[i]
		if name != "" && c.Name != name && !strings.HasPrefix(c.Name, name+" ") || name == "" && !view.May(c) {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", c.Usage(strings.ToUpper), c.Help)
	}
	if b.Len() == 0 {
		return "", &slash.Problem{Code: "unknown", Value: name}
	}
	return strings.TrimRight(b.String(), "\n"), nil
}

// adminWords say which rank the player has, and which keepers are here.
func adminWords(h *Actor) string {
	code := &h.World.Code
	var keepers []string
	for _, p := range h.World.Players() {
		if p.Key != h.Me && code.Rank(p.Key) >= rights.Keeper {
			keepers = append(keepers, p.Name.String())
		}
	}
	here := "no other keeper is here"
	if len(keepers) > 0 {
		here = "keepers here: " + strings.Join(keepers, ", ")
	}
	return fmt.Sprintf("you are a %s; %s", code.Rank(h.Me), here)
}

// ParseLine reads a line of a chat: a slash command, or something to say. Two slashes say a line that begins
// with one.
func ParseLine(line string) (Order, error) {
	line = strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "/"); ok && !strings.HasPrefix(rest, "/") {
		return parseSlash(line)
	} else if ok {
		line = rest
	}
	return parseSpeech("say", line)
}
