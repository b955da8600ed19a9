package hall

import (
	"cmp"
	"fmt"
	"strings"
)

// ListWords writes a list of rooms for a person.
func ListWords(list []Row) string {
	if len(list) == 0 {
		return "no rooms; create one with: manyhold room create ENGINE"
	}
	var b strings.Builder
	for k := range list {
		fmt.Fprintln(&b, list[k].Words())
	}
	return strings.TrimRight(b.String(), "\n")
}

// Words writes a room of a list in a line.
func (r *Row) Words() string {
	s := fmt.Sprintf("%s  %s, %s, %s, %d of %d seats taken", short(r.ID), r.Title, r.Engine, phaseWords(r.Phase, r.Child), r.Taken, r.Seats)
	if r.Viewers > 0 {
		s += fmt.Sprintf(", %d watching", r.Viewers)
	}
	if r.Strict {
		s += ", strict"
	}
	if r.Here {
		s += ", you are in it"
	}
	return s
}

// StatusWords writes a room with its players, a line each, for the status.
func (r *Row) StatusWords() (lines []string) {
	lines = append(lines, r.Words())
	for k := range r.Players {
		lines = append(lines, "  "+r.Players[k].words(""))
	}
	return lines
}

// phaseWords writes the two states of a room.
func phaseWords(phase, child string) string {
	if child == "" {
		return phase
	}
	return phase + " (" + child + ")"
}

// Words writes the state of a room for a person.
func (s *State) Words() string {
	var b strings.Builder
	strict := ""
	if s.Strict {
		strict = ", strict"
	}
	fmt.Fprintf(&b, "room      %s (%s)\nengine    %s, seed %d%s\nstate     %s", s.Title, s.ID, s.Engine, s.Seed, strict, phaseWords(s.Phase, s.Child))
	if s.Countdown > 0 {
		fmt.Fprintf(&b, ", begins in %.0f s", s.Countdown)
	}
	if s.Generation > 0 {
		fmt.Fprintf(&b, ", turn %d (%d ticks long)", s.Generation, s.TurnTicks)
	}
	if config := string(s.Config); config == "null" {
		fmt.Fprintf(&b, "\nconfig    the engine's own\n")
	} else {
		fmt.Fprintf(&b, "\nconfig    version %d: %s\n", s.Version, config)
	}
	if s.Invalid != "" {
		fmt.Fprintf(&b, "invalid   %s\n", s.Invalid)
	}
	if s.Illegal != "" {
		fmt.Fprintf(&b, "refused   %s\n", s.Illegal)
	}
	for k := range s.Seats {
		fmt.Fprintf(&b, "seat      %s\n", s.Seats[k].words(s.Mine))
	}
	for _, v := range s.Viewers {
		fmt.Fprintf(&b, "watches   %s\n", cmp.Or(v.Name, short(v.Player)))
	}
	if s.ViewDelay > 0 {
		fmt.Fprintf(&b, "delay     viewers see the match %d s late\n", s.ViewDelay)
	}
	if s.Digest != "" {
		fmt.Fprintf(&b, "digest    %s after turn %d\n", s.Digest, s.DigestAt)
	}
	if string(s.Result) != "null" {
		fmt.Fprintf(&b, "result    %s, signed by %s\n", s.Result, cmp.Or(strings.Join(s.Signed, ", "), "nobody yet"))
	}
	for _, x := range s.SentAway {
		fmt.Fprintf(&b, "away      %s: sent away by %s\n", x.Seat, strings.Join(x.By, ", "))
	}
	if len(s.Objections) > 0 {
		fmt.Fprintf(&b, "objects   %s: signed another result\n", strings.Join(s.Objections, ", "))
	}
	if s.Phase == "ended" && string(s.Result) != "null" && !s.Full {
		fmt.Fprintf(&b, "          no full result: signed by %d of the %d who began, which is not most of them\n", len(s.Signed), s.Began)
	}
	return strings.TrimRight(b.String(), "\n")
}

// words writes a seat.
func (x *Seat) words(mine string) string {
	if x.Player == "" {
		return x.Seat + ": free"
	}
	s := x.Seat + ": " + cmp.Or(x.Name, "guest "+short(x.Player))
	for _, w := range []struct {
		is   bool
		word string
	}{{x.Seat == mine, "you"}, {x.Ready, "ready"}, {x.Waited > 0 && !x.Ready, fmt.Sprintf("not ready for %d s", x.Waited)}, {x.HoldsUp, "the others may go on without it"}, {x.Lagging, "lagging"}, {x.Vacant, "away"}, {x.Diverged > 0, fmt.Sprintf("differs since turn %d", x.Diverged)}} {
		if w.is {
			s += ", " + w.word
		}
	}
	if x.RoundTrip > 0 {
		s += fmt.Sprintf(", %d ms", x.RoundTrip)
	}
	if x.FrameRate > 0 {
		s += fmt.Sprintf(", %d frames a second", x.FrameRate)
	}
	return s
}
