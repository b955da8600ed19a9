package order

import (
	"context"
	"errors"
	"strings"
)

// doorOrder is an order about the door of the world: to knock, or to answer a knock. The node is asked in a
// goroutine of its own: a window that carries the order out does not wait.
type doorOrder struct {
	words []string
	done  chan doorAnswer
}

// doorAnswer is what came of a doorOrder.
type doorAnswer struct {
	said string
	err  error
}

// parseDoorOrder reads the words of an order about the door.
func parseDoorOrder(words []string) (Order, error) {
	if words[0] == "withdraw" && len(words) > 1 { // and not a knock
		return &withdrawOrder{name: strings.Join(words[1:], " ")}, nil
	}
	if _, err := ParseDoor(words); err != nil {
		return nil, err
	}
	return &doorOrder{words: words}, nil
}

// outside reports that the player need not be in the world.
func (o *doorOrder) outside() bool { return true }

// Step implements Order.
func (o *doorOrder) Step(h *Actor) (bool, string, error) {
	if h.Door == nil {
		return true, "", errors.New("no node here has a door")
	}
	if o.words[0] == "knock" && h.Body() != nil {
		return true, "", errors.New("you are in this world already")
	}
	if o.done == nil {
		o.done = make(chan doorAnswer, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), DecreeTime)
			defer cancel()
			said, err := h.Door(ctx, o.words)
			o.done <- doorAnswer{said, err}
		}()
	}
	select {
	case a := <-o.done:
		return true, a.said, a.err
	default:
		return false, "", nil
	}
}
