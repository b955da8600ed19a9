package ui

import (
	"testing"

	"manyhold/game/event"
)

// TestDarkIsTold: each thing that the dark does to the player has its words, what helps is said once, and
// what it does to others is not said.
func TestDarkIsTold(t *testing.T) {
	s := newStage(t, 1280, 720)
	seat := s.m.Game.Me.Seat
	for _, c := range []struct {
		name string
		e    event.Event
		want []int // notices, each time that it happens
	}{
		{"knocked out", event.Event{Kind: event.KnockedOut, Seat: seat}, []int{1, 1}},
		{"another was", event.Event{Kind: event.KnockedOut, Seat: seat + 1}, []int{0}},
		{"things lie there", event.Event{Kind: event.Fell, Seat: seat, A: 3}, []int{1}},
		{"got them back", event.Event{Kind: event.Recovered, Seat: seat}, []int{1}},
		{"revived", event.Event{Kind: event.Revived, Seat: seat}, []int{1}},
		{"robbed", event.Event{Kind: event.Robbed, Seat: seat, A: 2}, []int{1}},
		{"hurt", event.Event{Kind: event.Hurt, Seat: seat, A: 1}, []int{1, 0}},
		{"in the cling of a shade", event.Event{Kind: event.Clung, Seat: seat, A: 1}, []int{1, 0}},
		{"a torch burns low", event.Event{Kind: event.Guttered, Seat: seat}, []int{1, 0}},
		{"another's torch", event.Event{Kind: event.BurntDown, Seat: seat + 1}, []int{0}},
		{"a torch is out", event.Event{Kind: event.BurntDown, Seat: seat, A: 2}, []int{1, 1}},
		{"the last is out", event.Event{Kind: event.BurntDown, Seat: seat}, []int{1, 1}},
		{"a moth was driven off", event.Event{Kind: event.MothFled}, []int{1}},
		{"a moth left a burning tower", event.Event{Kind: event.MothFled, A: 1}, []int{0}},
	} {
		for n, want := range c.want {
			s.u.c.Notices.Lane = nil
			s.u.Observe([]event.Event{c.e}, s.m)
			if got := len(s.u.c.Notices.Lane); got != want {
				t.Errorf("%s, the time %d: %d notices, want %d", c.name, n+1, got, want)
			}
		}
	}
}
