package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/render/ui/model"
)

// shoutTime is how long the node may take to take a shout.
const shoutTime = 2 * time.Second

// shoutStatus is something that was said to the whole world, as status tells it.
type shoutStatus struct {
	Serial uint64  `json:"serial"` // ascending by one on this node
	Peer   string  `json:"peer"`   // who said it
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Age    float64 `json:"age_s"` // since it came here
}

// shoutsOf are those that a host knows of, oldest first.
func shoutsOf(h *host.Status) []shoutStatus {
	list := make([]shoutStatus, 0, len(h.Shouts))
	for i := range h.Shouts {
		s := &h.Shouts[i]
		list = append(list, shoutStatus{Serial: s.Serial, Peer: s.Author.String(), Name: s.Name, Text: s.Words, Age: time.Since(s.At).Seconds()})
	}
	return list
}

// Shout says something to the whole world as the node's player. Its errors are for people.
func (n *node) Shout(ctx context.Context, text string) error {
	name := n.name
	if p, ok := n.census.find(func(p *person) bool { return p.key == n.pair.ID() }); ok {
		name = p.name
	}
	return plainShout(n.host.Shout(ctx, name, text))
}

// heardShouts returns what was said to the whole world.
func (n *node) heardShouts() []shoutStatus {
	h := n.hostStatus()
	return shoutsOf(&h)
}

// plainShout puts what keeps somebody from shouting into plain words.
func plainShout(err error) error {
	switch {
	case errors.Is(err, shout.ErrOften):
		return errors.New("that is too much for a whole world; wait some seconds")
	case errors.Is(err, shout.ErrWords):
		return fmt.Errorf("a whole world can be told 1 to %d bytes of plain text", shout.MaxWords)
	case errors.Is(err, host.ErrNoWorld):
		return errors.New(joiningWords)
	case errors.Is(err, host.ErrBarred):
		return errors.New("this player is banned and may not act in this world")
	}
	return err
}

// onShout writes what was said to the whole world into the log. It is called by the host's goroutine.
func (n *node) onShout(h shout.Heard) {
	n.log.Info("said to the whole world", "player", h.Name, "key", h.Author.Short(), "text", h.Words)
}

// Shout hands it to the node.
func (a *attached) Shout(ctx context.Context, text string) error {
	resp, err := a.client.request(ctx, "POST", "/shout", []byte(text))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		why, _ := io.ReadAll(io.LimitReader(resp.Body, maxOrders))
		return errors.New(strings.TrimSpace(string(why)))
	}
	return nil
}

// serveShout says the body of a request to the whole world.
func serveShout(node controlled, w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, shout.MaxWords))
	if err == nil {
		ctx, cancel := context.WithTimeout(r.Context(), shoutTime)
		defer cancel()
		err = node.Shout(ctx, string(text))
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// shouting is the order that says something to the whole world. The node is asked in a goroutine of its own: a window
// that carries the order out does not wait.
type shouting struct {
	text string
	done chan error
}

func parseShout(text string) (errand, error) {
	if text == "" || len(text) > command.MaxText {
		return nil, fmt.Errorf("shout takes 1 to %d bytes of text", command.MaxText)
	}
	return &shouting{text: text}, nil
}

func (s *shouting) step(h *hand) (bool, string, error) {
	if h.Shout == nil {
		return true, "", errors.New("here is no node that could tell others")
	}
	if s.done == nil {
		s.done = make(chan error, 1)
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), shoutTime)
			defer cancel()
			s.done <- h.Shout(ctx, s.text)
		}()
	}
	select {
	case err := <-s.done:
		return true, "said to the whole world", err
	default:
		return false, "", nil
	}
}

// shoutWords are the last n things that were said to the whole world, a line each.
func shoutWords(h *hand, n int) string {
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

// shout says something to the whole world, without waiting, and tells why it could not be.
func (s *session) shout(text string) {
	node := s.play.node
	go func() {
		ctx, cancel := context.WithTimeout(s.ctx, shoutTime)
		defer cancel()
		if err := node.Shout(ctx, text); err != nil {
			s.tell(sentence(err))
		}
	}()
}

// hearShouts lets the chat show what was said to the whole world since the last look. Who has just come is shown what
// is no older than a minute.
func (s *session) hearShouts(p *playing) {
	for i := range p.net.shouts {
		c := &p.net.shouts[i]
		if c.Serial <= p.heard {
			continue
		}
		p.heard = c.Serial
		if c.Age > 60 {
			continue
		}
		s.ui.Heard(model.ShoutLine{Seat: seatOf(s.model.People, c.Peer), Name: c.Name, Text: c.Text})
	}
}

// seatOf returns the seat of a player by its key, zero when it is nobody's here.
func seatOf(people []model.Person, peer string) entity.Seat {
	id, err := key.ParseID(peer)
	k := slices.IndexFunc(people, func(p model.Person) bool { return key.ID(p.Key) == id })
	if err != nil || k < 0 {
		return 0
	}
	return people[k].Seat
}
