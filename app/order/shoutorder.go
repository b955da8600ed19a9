package order

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"manyhold/game/command"
	"manyhold/net/host/notice"
)

// ShoutTime is how long the node may take to take a shout, PublishTime how long a blueprint may take to hold.
const (
	ShoutTime   = 2 * time.Second
	PublishTime = 20 * time.Second
)

// shoutOrder is the order that says something to the whole world. The node is asked in a goroutine of its
// own: a window that carries the order out does not wait.
type shoutOrder struct {
	text string
	done chan error
}

func parseShout(text string) (Order, error) {
	if text == "" || len(text) > command.MaxText {
		return nil, notice.New("order_text", "word", "shout", "most", strconv.Itoa(command.MaxText))
	}
	return &shoutOrder{text: text}, nil
}

func (s *shoutOrder) Step(h *Actor) (bool, string, error) {
	if h.Shout == nil {
		return true, "", errors.New("no node here can send to others")
	}
	if s.done == nil {
		s.done = make(chan error, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), ShoutTime)
			defer cancel()
			s.done <- h.Shout(ctx, s.text)
		}()
	}
	select {
	case err := <-s.done:
		return true, "sent to the whole world", err
	default:
		return false, "", nil
	}
}

// shoutWords are the last n things that were said to the whole world, a line each.
func shoutWords(h *Actor, n int) string {
	if h.Heard == nil {
		return ""
	}
	var b strings.Builder
	heard := h.Heard()
	for _, s := range heard[max(0, len(heard)-n):] {
		fmt.Fprintf(&b, "%s, to the whole world: %s\n", s.Name, s.Text)
	}
	return b.String()
}
