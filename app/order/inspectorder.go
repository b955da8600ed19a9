package order

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/revert"
	"manyhold/net/host/notice"
)

// inspectLines is how many changes of a tile are told.
const inspectLines = 8

// parseInspect reads an order to tell who changed a tile.
func parseInspect(w []string) (Order, error) {
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		return &Tell{func(h *Actor) string { return historyWords(h, t) }}, err
	}), nil
}

// historyWords says what stands on a tile and who changed it, the last change first.
func historyWords(h *Actor, t grid.Tile) string {
	words := tileWords(h, t)
	if _, _, _, ok := h.World.TileAt(t); !ok {
		return words
	}
	list := h.World.Diary.History(t, 0, inspectLines)
	if len(list) == 0 {
		return words + "\nnobody changed it in the last 24 hours"
	}
	for _, l := range list {
		words += "\n" + lineWords(&l, h.World.Clock)
	}
	return words
}

// deedWords are the words for each deed, with the thing in place of %s.
var deedWords = [diary.DeedCount]string{
	diary.Placed: "%s placed", diary.Laid: "%s laid", diary.Dug: "%s dug up", diary.Deepened: "%s dug up", diary.Felled: "%s felled",
	diary.Kindled: "%s set on fire", diary.Poured: "water poured out", diary.Adjusted: "%s adjusted", diary.Changed: "changed to %s",
	diary.PutIn: "%s put in", diary.TookOut: "%s taken out", diary.Set: "%s set down", diary.Removed: "%s put away",
}

// lineWords tells one change.
func lineWords(l *diary.Line, now game.Tick) string {
	d, what := l.Deed()
	thing := what.Items.Kind.String()
	switch {
	case what.Block != 0:
		thing = what.Block.String()
	case what.Ground != 0:
		thing = what.Ground.String()
	case what.Items.Count > 1:
		thing = fmt.Sprintf("%d %s", what.Items.Count, thing)
	}
	words := strings.Replace(deedWords[d], "%s", thing, 1) + " by " + l.Author.Name.String() + ", " + agoWords(now-l.Tick)
	if l.Reverted != 0 {
		words += "; reverted by " + l.Reverter.Name.String() + ", " + agoWords(now+1-l.Reverted)
	}
	return words
}

// agoWords tells how long ago something was.
func agoWords(t game.Tick) string {
	switch s := t / game.TicksPerSecond; {
	case s < 60:
		return fmt.Sprintf("%d s ago", s)
	case s < 3600:
		return fmt.Sprintf("%d min ago", s/60)
	default:
		return fmt.Sprintf("%d h %d min ago", s/3600, s/60%60)
	}
}

// revertOrder gives the command Revert, and tells what came of it.
type revertOrder struct {
	issueCommand
	undo bool
}

func (r *revertOrder) Step(h *Actor) (bool, string, error) {
	done, _, err := r.issueCommand.Step(h)
	if !done || err != nil {
		return done, "", err
	}
	said := "done"
	for _, e := range h.Events {
		if p := h.Player(); p == nil || e.Seat != p.Seat {
			continue
		}
		switch e.Kind {
		case event.Reverted:
			said = fmt.Sprintf("reverted %s of %s", amount(int(e.A), "change"), e.Text)
		case event.Reinstated:
			said = fmt.Sprintf("undid the revert of %s of %s", amount(int(e.A), "change"), e.Text)
		default:
			continue
		}
		if e.B > 0 {
			said += fmt.Sprintf("; %d kept, because somebody built there since or is in the way", e.B)
		}
	}
	return true, said, nil
}

func amount(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// parseUndo reads an order to undo the last revert near a tile.
func parseUndo(w []string) (Order, error) {
	if len(w) == 0 {
		w = []string{"~0", "~0"}
	}
	at, err := parseTile(w)
	if err != nil {
		return nil, err
	}
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		c := command.Command{Kind: command.Revert, Tile: t, Slot: revert.MaxRadius}
		return &revertOrder{issueCommand{cmd: c, until: event.Reinstated}, true}, err
	}), nil
}

// errRevert says what a revert needs.
var errRevert = fmt.Errorf("revert needs a player's name, minutes from 1 to 255, a radius from 0 to %d, and optionally X Y and preview: %w", revert.MaxRadius, errOrder)

// parseRevert reads an order to undo what a player did.
func parseRevert(w []string) (Order, error) {
	preview := len(w) > 0 && w[len(w)-1] == "preview"
	if preview {
		w = w[:len(w)-1]
	}
	numbers := 0
	for numbers < len(w)-1 && isCoordinate(w[len(w)-1-numbers]) {
		numbers++
	}
	where := []string{"~0", "~0"}
	if numbers >= 4 {
		where, w = w[len(w)-2:], w[:len(w)-2]
	}
	if numbers < 2 || len(w) < 3 {
		return nil, errRevert
	}
	at, err := parseTile(where)
	if err != nil {
		return nil, err
	}
	minutes, err1 := strconv.ParseUint(w[len(w)-2], 10, 8)
	radius, err2 := strconv.ParseUint(w[len(w)-1], 10, 8)
	if err1 != nil || err2 != nil || minutes == 0 || radius > revert.MaxRadius {
		return nil, errRevert
	}
	name := strings.Join(w[:len(w)-2], " ")
	return later(func(h *Actor) (Order, error) {
		t, err := at(h)
		if err != nil {
			return nil, err
		}
		area := revert.Area{Middle: t, Radius: uint8(radius)}
		seat, err := seatOf(h, name, area)
		if err != nil {
			return nil, err
		}
		if preview {
			return &Tell{func(h *Actor) string { return previewWords(h, seat, area, uint8(minutes)) }}, nil
		}
		c := command.Command{Kind: command.Revert, Tile: t, Slot: area.Radius, Count: uint8(minutes), Entity: game.EntityID(seat)}
		return &revertOrder{issueCommand{cmd: c, until: event.Reverted}, false}, nil
	}), nil
}

func isCoordinate(s string) bool {
	rest, near := strings.CutPrefix(s, "~")
	if near && rest == "" {
		return true
	}
	_, err := strconv.ParseInt(rest, 10, 32)
	return err == nil
}

// seatOf returns the seat of a player by name: of those that the island knows, of those elsewhere, or of
// those that changed something in the area.
func seatOf(h *Actor, name string, a revert.Area) (entity.Seat, error) {
	var found []entity.Seat
	add := func(n entity.Name, s entity.Seat) {
		if strings.EqualFold(n.String(), name) && s != 0 && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	for _, p := range h.World.Roster.Everybody() {
		add(p.Name, p.Seat)
	}
	if h.Elsewhere != nil {
		for _, p := range h.Elsewhere() {
			add(p.Name, p.Seat)
		}
	}
	for _, at := range a.Regions() {
		if d := h.World.Diary.Of(at); d != nil {
			for k := range d.Authors {
				add(d.Authors[k].Name, d.Authors[k].Seat)
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, notice.New("order_stranger", "name", name)
	}
	return 0, fmt.Errorf("%d players are named %q", len(found), name)
}

// previewWords tells what a revert would do, as far as it can be seen from where the player is.
func previewWords(h *Actor, seat entity.Seat, a revert.Area, minutes uint8) string {
	plan, why := planOf(h, seat, a, minutes)
	if why != nil {
		return why.Error()
	}
	said := fmt.Sprintf("would restore %s", amount(len(plan.Tiles()), "tile"))
	if plan.Stacks > 0 {
		said += fmt.Sprintf(", %s in %s", amount(plan.Stacks, "stack"), amount(plan.Chests(&h.World.State), "chest"))
	}
	if plan.Bodies > 0 {
		said += ", " + amount(plan.Bodies, "thing")
	}
	if plan.Kept > 0 {
		said += fmt.Sprintf("; %d kept, because somebody built there since or is in the way", plan.Kept)
	}
	if plan.Beyond > 0 {
		said += fmt.Sprintf("; %s in reach not visible from here", amount(plan.Beyond, "region"))
	}
	for _, s := range plan.Tiles() {
		thing := s.To.Block.String()
		if s.To.Block == 0 {
			thing = s.To.Ground.String()
		}
		said += fmt.Sprintf("\n%d %d: %s", s.T.X, s.T.Y, thing)
	}
	return said
}

func planOf(h *Actor, seat entity.Seat, a revert.Area, minutes uint8) (revert.Plan, error) {
	p := h.Player()
	if p == nil {
		return revert.Plan{}, notice.New("order_outside")
	}
	of, why := revert.Named(&h.World.State, a, game.EntityID(seat))
	if why != event.NoReason {
		return revert.Plan{}, errors.New(why.String())
	}
	plan, why := revert.Of(&h.World.State, p, &of, a, minutes)
	if why != event.NoReason {
		return plan, errors.New(why.String())
	}
	return plan, nil
}
