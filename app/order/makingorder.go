package order

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/maker"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/making"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
)

// blueprintNamed returns the blueprint with a title, or with a name Author/Title, or the only one that begins
// so.
func blueprintNamed(h *Actor, name string) (*blueprint.Entry, error) {
	var found []*blueprint.Entry
	fold := strings.ToLower(name)
	list := h.World.Blueprints.List()
	for k := range list {
		e := &list[k]
		title, whole := strings.ToLower(e.Title), strings.ToLower(e.Name())
		if title == fold || whole == fold {
			found = append([]*blueprint.Entry{e}, slices.DeleteFunc(found, func(o *blueprint.Entry) bool { return !exact(o, fold) })...)
		} else if (strings.HasPrefix(title, fold) || strings.HasPrefix(whole, fold)) && !slices.ContainsFunc(found, func(o *blueprint.Entry) bool { return exact(o, fold) }) {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no blueprint is called %q; `manyhold do blueprints` lists them", name)
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%q is %s or %s: say which", name, found[0].Name(), found[1].Name())
}

func exact(e *blueprint.Entry, fold string) bool {
	return strings.ToLower(e.Title) == fold || strings.ToLower(e.Name()) == fold
}

// parseGoods reads the orders about items and about the things of makers.
func parseGoods(verb, rest string, w []string) (Order, error) {
	switch verb {
	case "craft":
		return parseCraft(w)
	case "recipes":
		return &Tell{recipeWords}, nil
	case "stack", "sort", "swap":
		return parseStore(verb, w)
	case "put":
		return parsePut(w)
	case "putaway", "props", "unlink", "move", "answer":
		return parseThingOrder(verb, rest)
	case "blueprints":
		return &Tell{blueprintWords}, nil
	case "things":
		return &Tell{thingWords}, nil
	}
	if verb == "take" && len(w) > 0 && w[0] == "all" {
		return parseStore("take", w[1:])
	}
	return parseMoveItems(verb, w)
}

// parsePut reads put: items into a chest, or a thing of a blueprint onto a tile. Where the name is that of an
// item, the chest on the tile decides, or that there is no such blueprint.
func parsePut(w []string) (Order, error) {
	items, err := parseMoveItems("put", w)
	if err != nil && len(w) != 3 {
		return nil, err
	}
	at, bad := parseTile(w[len(w)-2:])
	if bad != nil || len(w) != 3 {
		return items, err
	}
	return later(func(h *Actor) (Order, error) {
		t, bad := at(h)
		if bad != nil {
			return nil, bad
		}
		e, unknown := blueprintNamed(h, w[0])
		_, block, _, _ := h.World.TileAt(t)
		switch {
		case items != nil && (unknown != nil || block == item.Chest.Info().Block):
			return items, nil
		case unknown != nil:
			return nil, unknown
		}
		c := command.Command{Kind: command.Put, Entity: game.EntityID(e.ID), Tile: t}
		return &issueCommand{cmd: c, until: event.ThingPut, did: fmt.Sprintf("put %s at %d %d", e.Name(), t.X, t.Y)}, nil
	}), nil
}

// parseThing reads the ID of a thing: hexadecimal, as `things` lists it.
func parseThing(s string) (game.EntityID, error) {
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is not the ID of a thing; `manyhold do things` lists them", s)
	}
	return game.EntityID(n), nil
}

// parseThingOrder reads putaway, move, props, unlink and answer.
func parseThingOrder(verb, rest string) (Order, error) {
	w := strings.Fields(rest)
	switch {
	case verb == "move" && len(w) != 3:
		return nil, fmt.Errorf("move needs the ID of a thing, and a tile: %w", errOrder)
	case len(w) == 0 || (verb == "putaway" || verb == "unlink") && len(w) != 1 || verb == "answer" && len(w) < 2:
		return nil, fmt.Errorf("%s needs the ID of a thing: %w", verb, errOrder)
	}
	id, err := parseThing(w[0])
	if err != nil {
		return nil, err
	}
	switch verb {
	case "unlink":
		return &unlinkOrder{thing: id}, nil
	case "move":
		at, err := parseTile(w[1:])
		if err != nil {
			return nil, err
		}
		return later(func(h *Actor) (Order, error) {
			t, err := at(h)
			c := command.Command{Kind: command.Shift, Entity: id, Tile: t}
			return &issueCommand{cmd: c, did: fmt.Sprintf("moved to %d %d", t.X, t.Y)}, err
		}), nil
	case "answer":
		_, words, _ := strings.Cut(rest, " ")
		return &issueCommand{cmd: command.Command{Kind: command.Ask, Entity: id, Text: strings.TrimSpace(words)}, did: "answered"}, nil
	case "putaway":
		return &issueCommand{cmd: command.Command{Kind: command.PutAway, Entity: id}, did: "put away"}, nil
	}
	_, set, _ := strings.Cut(rest, " ")
	set = strings.TrimSpace(set)
	if set != "" && !strings.Contains(set, "=") {
		return nil, fmt.Errorf("props needs KEY=VALUE, not %q: %w", set, errOrder)
	}
	return later(func(h *Actor) (Order, error) {
		x := h.World.Things.Find(id)
		if x == nil {
			return nil, fmt.Errorf("no thing has the ID %x", uint64(id))
		}
		e := h.World.Blueprints.Find(x.Of)
		if e == nil {
			return nil, fmt.Errorf("its blueprint is not known here")
		}
		if set == "" {
			return &Tell{func(*Actor) string { return propWords(x, e) }}, nil
		}
		if p := h.Player(); p != nil && !e.Has(blueprint.Frozen) && making.MayAdjust(&h.World.State, p, x) == event.NotAllowed {
			return nil, errNotOwner
		}
		text, err := adjustText(e, set)
		return &issueCommand{cmd: command.Command{Kind: command.Adjust, Entity: id, Text: text}, did: "set " + set}, err
	}), nil
}

// adjustText returns the text of the command that sets KEY=VALUE.
func adjustText(e *blueprint.Entry, set string) (string, error) {
	key, text, _ := strings.Cut(set, "=")
	p := e.Prop(key)
	if p == nil {
		return "", fmt.Errorf("%s has no property %q", e.Name(), key)
	}
	v, err := maker.ParseValue(p, text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", key, err)
	}
	words, ok := making.Text(p, v, command.MaxText)
	if !ok {
		return "", fmt.Errorf("%s is too long: key and value have %d bytes at most", key, command.MaxText-1)
	}
	return words, nil
}

// propWords lists the properties of a thing.
func propWords(x *thing.Thing, e *blueprint.Entry) string {
	var lines []string
	for k := range e.Props {
		p := &e.Props[k]
		words := maker.FormatValue(p, x.Value(p))
		if p.Field == blueprint.Button {
			words = "(a button)"
		}
		lines = append(lines, p.Key+"="+words)
	}
	if len(lines) == 0 {
		return "no properties"
	}
	return strings.Join(lines, "\n")
}

// blueprintWords lists the blueprints that are known here.
func blueprintWords(h *Actor) string {
	var lines []string
	for _, e := range h.World.Blueprints.List() {
		line := fmt.Sprintf("%s, version %d, %s, by %s, %s", e.Name(), e.Version, e.Shape.Form, e.By, e.Licence)
		if e.Has(blueprint.Withdrawn) {
			line += ", withdrawn"
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return "no blueprints"
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// healthWords tell of the last fault of a script, "" if there was none.
func healthWords(h *thing.Health) string {
	state := "has failed"
	switch {
	case h.Count == 0:
		return ""
	case h.Stopped:
		state = "is stopped until its next version"
	}
	return fmt.Sprintf(", its script %s: line %d, column %d (%s)", state, h.Last.Line, h.Last.Column, value.FaultKind(h.Last.Kind))
}

// errNotOwner says why a player cannot change a thing.
var errNotOwner = errors.New("refused: the thing is another player's")

// thingName is the name of a thing's blueprint.
func thingName(h *Actor, x *thing.Thing) string {
	if e := h.World.Blueprints.Find(x.Of); e != nil {
		return e.Name()
	}
	return "of an unknown blueprint"
}

// thingWords lists the things that are known here.
func thingWords(h *Actor) string {
	var lines []string
	for _, x := range h.World.Things.List() {
		at := h.World.ThingPlace(x)
		line := fmt.Sprintf("%x %s at %d %d", uint64(x.ID), thingName(h, x), at.X, at.Y)
		if x.Label != "" {
			line += fmt.Sprintf(", label %q", x.Label)
		}
		if x.Open {
			line += ", open"
		}
		if x.Health.Last.Kind == thing.Unshaped {
			line += ", its new version has no room or right there"
		} else {
			line += healthWords(&x.Health)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return "no things"
	}
	return strings.Join(lines, "\n")
}
