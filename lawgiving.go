package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"manyhold/game"
	"manyhold/game/island"
)

// lawTime is how long an order waits until the law that it wrote into the charter holds where the player is.
const lawTime = 20 * game.TicksPerSecond

// lawsIn names the laws of the charter that hold.
func lawsIn(laws uint8) []string {
	names := []string{}
	for l := range island.LawCount {
		if island.Laws(laws).Has(l) {
			names = append(names, l.String())
		}
	}
	return names
}

// lawWords says which laws hold where the player is.
func lawWords(h *hand) string {
	return cmp.Or(strings.Join(lawsIn(uint8(h.World.Laws())), ", "), "none")
}

// lawgiving writes a law into the world's charter, and waits until it holds where the player is.
type lawgiving struct {
	words  []string
	law    island.Law
	on     bool
	done   chan error
	wrote  bool
	waited game.Tick // after it was written
}

func parseLaw(w []string) (errand, error) {
	a, err := parseCharter(append([]string{"law"}, w...))
	if err != nil {
		return nil, fmt.Errorf("law takes blocking, strife or mercy, and on or off: %w", errOrder)
	}
	return &lawgiving{words: append([]string{"law"}, w...), law: island.Law(a.entry.Value / 2), on: a.entry.Value%2 == 1}, nil
}

func (g *lawgiving) step(h *hand) (bool, string, error) {
	switch {
	case h.Charter == nil:
		return true, "", errors.New("here is no node that could write it into the charter")
	case g.done == nil:
		g.done = make(chan error, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), decreeTime)
			defer cancel()
			_, err := h.Charter(ctx, g.words)
			g.done <- err
		}()
	case !g.wrote:
		select {
		case err := <-g.done:
			if err != nil {
				return true, "", err
			}
			g.wrote = true
		default:
		}
	case h.World.Laws().Has(g.law) == g.on:
		return true, "laws that hold: " + lawWords(h), nil
	case g.waited > lawTime:
		return true, "it is written into the charter, and does not hold here yet", nil
	default:
		g.waited++
	}
	return false, "", nil
}
