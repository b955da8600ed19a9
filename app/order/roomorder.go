package order

import (
	"context"
	"errors"
	"strings"
	"time"

	"manyhold/app/rooms/hall"
)

// roomTime is how long an act about rooms may take: a configuration is several packets.
const roomTime = 30 * time.Second

// roomOrder is an act about match rooms. The node is asked in a goroutine of its own: a window that carries
// the order out does not wait.
type roomOrder struct {
	act  hall.Act
	done chan roomAnswer
}

// roomAnswer is the node's.
type roomAnswer struct {
	said string
	err  error
}

// parseWide reads an order that concerns more than the island.
func parseWide(verb, rest string) (Order, error) {
	if verb == "room" {
		return parseRoom(rest)
	}
	return parseShout(rest)
}

func parseRoom(text string) (Order, error) {
	a, err := hall.Parse(splitWords(text))
	return &roomOrder{act: a}, err
}

// splitWords splits a text at blanks. Quotation marks and braces hold a word together.
func splitWords(text string) (words []string) {
	var word strings.Builder
	depth, quoted, begun := 0, false, false
	for _, c := range text {
		switch {
		case c == '"' && depth == 0:
			quoted, begun = !quoted, true
			continue
		case c == '{' && !quoted:
			depth++
		case c == '}' && !quoted && depth > 0:
			depth--
		case c == ' ' && !quoted && depth == 0:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
			continue
		}
		begun = true
		word.WriteRune(c)
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}

func (o *roomOrder) Step(h *Actor) (bool, string, error) {
	if h.Room == nil {
		return true, "", errors.New("no node here is in any room")
	}
	if o.done == nil {
		o.done = make(chan roomAnswer, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), roomTime)
			defer cancel()
			said, err := h.Room(ctx, o.act)
			o.done <- roomAnswer{said, err}
		}()
	}
	select {
	case a := <-o.done:
		return true, a.said, a.err
	default:
		return false, "", nil
	}
}
