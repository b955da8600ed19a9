package order

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/world"
)

// lawTime is how long an order waits until the law that it wrote into the charter holds where the player is.
const lawTime = 20 * game.TicksPerSecond

// lawWords says which laws hold where the player is.
func lawWords(h *Actor) string {
	return cmp.Or(strings.Join(status.LawsIn(uint8(h.World.Code.Laws)), ", "), "none")
}

// lawOrder writes a law into the world's charter, and waits until it holds where the player is.
type lawOrder struct {
	words  []string
	law    world.Law
	on     bool
	done   chan error
	wrote  bool
	waited game.Tick // after it was written
}

func parseLaw(w []string) (Order, error) {
	a, err := ParseCharter(append([]string{"law"}, w...))
	if err != nil {
		return nil, fmt.Errorf("law needs blocking, strife, mercy or homestead, and on or off: %w", errOrder)
	}
	return &lawOrder{words: append([]string{"law"}, w...), law: world.Law(a.Entry.Value / 2), on: a.Entry.Value%2 == 1}, nil
}

func (g *lawOrder) Step(h *Actor) (bool, string, error) {
	switch {
	case h.Charter == nil:
		return true, "", errors.New("no node here can write into the charter")
	case g.done == nil:
		g.done = make(chan error, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), DecreeTime)
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
	case h.World.Code.Laws.Has(g.law) == g.on:
		return true, "laws in force: " + lawWords(h), nil
	case g.waited > lawTime:
		return true, "the charter entry is written, but the law is not in force here yet", nil
	default:
		g.waited++
	}
	return false, "", nil
}
