package order

import (
	"fmt"
	"strconv"
	"strings"

	"manyhold/game/command"
	"manyhold/game/craft"
	"manyhold/game/item"
	"manyhold/net/host/notice"
)

// parseCraft reads craft: an item, and perhaps how many times.
func parseCraft(w []string) (Order, error) {
	if len(w) == 0 {
		return nil, fmt.Errorf("craft needs an item: %w", errOrder)
	}
	times := uint8(1)
	if n := len(w) - 1; n > 0 {
		if v, err := strconv.ParseUint(w[n], 10, 8); err == nil {
			times, w = uint8(v), w[:n]
		}
	}
	k, err := itemNamed(strings.Join(w, " "))
	if err != nil {
		return nil, err
	}
	if times == 0 {
		return nil, fmt.Errorf("craft needs a number of times from 1 to 255: %w", errOrder)
	}
	if _, ok := recipeFor(k); !ok {
		return nil, fmt.Errorf("no recipe makes %s", k)
	}
	return later(func(h *Actor) (Order, error) { return craftNow(h, k, times) }), nil
}

func recipeFor(k item.Kind) (first int, ok bool) {
	for n := range item.Recipes {
		if item.Recipes[n].Makes.Kind == k {
			return n, true
		}
	}
	return 0, false
}

// craftNow issues the first recipe for a kind that the player can carry out where it stands. When there is
// none, it says what is missing for the first.
func craftNow(h *Actor, k item.Kind, times uint8) (Order, error) {
	p, b := h.Player(), h.Body()
	if p == nil || b == nil {
		return nil, notice.New("order_outside")
	}
	var near craft.Near
	near.Look(&h.World.State, p, b)
	first, _ := recipeFor(k)
	chosen := first
	for n := first; n < h.World.Recipes(); n++ {
		if r := &item.Recipes[n]; r.Makes.Kind == k && near.Can(&h.World.State, p, r, int(times)) == 0 {
			chosen = n
			break
		}
	}
	r := &item.Recipes[chosen]
	if near.At[r.At] {
		for _, need := range r.Needs {
			if want, have := int(times)*int(need.Count), near.Have(&h.World.State, p, need.Kind); have < want {
				return nil, notice.New("order_lacks", "material", need.Kind.String(), "need", strconv.Itoa(want), "have", strconv.Itoa(have))
			}
		}
	}
	did := fmt.Sprintf("made %d %s", int(times)*int(r.Makes.Count), k)
	return &issueCommand{cmd: command.Command{Kind: command.Craft, Slot: uint8(chosen), Count: times}, did: did}, nil
}

// stationWords say where a recipe is carried out.
var stationWords = [item.StationCount]string{"by hand", "at a bench", "at a furnace", "at a loom", "at an anvil"}

// recipeWords lists the recipes, a line each: what can be made now first.
func recipeWords(h *Actor) string {
	p, b := h.Player(), h.Body()
	if p == nil || b == nil {
		return "nothing: not in the world yet"
	}
	var near craft.Near
	near.Look(&h.World.State, p, b)
	var can, not strings.Builder
	for n := range h.World.Recipes() {
		r := &item.Recipes[n]
		var needs []string
		for _, need := range r.Needs {
			if need.Count > 0 {
				needs = append(needs, fmt.Sprintf("%d %s", need.Count, need.Kind))
			}
		}
		words := fmt.Sprintf("%d %s: %s, %s", r.Makes.Count, r.Makes.Kind, strings.Join(needs, ", "), stationWords[r.At])
		if why := near.Can(&h.World.State, p, r, 1); why != 0 {
			fmt.Fprintf(&not, "%s (%s)\n", words, why)
		} else {
			fmt.Fprintf(&can, "%s\n", words)
		}
	}
	return strings.TrimRight(can.String()+not.String(), "\n")
}
