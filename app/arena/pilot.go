package arena

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/match"
	"manyhold/net/room"
	"manyhold/net/room/cadence"
)

const (
	// Most is how many generations a pilot executes in a look, at most.
	Most = 64
	// behind is how many generations may wait before a pilot executes them as fast as it can.
	behind = 3 * cadence.AtOnce
	// remembered is for how many generations a pilot knows its digests.
	remembered = 2 * room.Window
	// again is after which time a signature that the room does not have is sent again: longer than the room
	// takes to answer, or not. A host that dies takes signatures with it that it had answered.
	again = 6 * time.Second
	// saveEvery is how often a pilot saves the state, in generations; it keeps saves of them, so that it can
	// go back as far as a room may take masters back.
	saveEvery, saves = 20, 1 + (room.Window+19)/20
)

// Pilot is a player's part in a match: it executes the generations as they close, and says which packets to
// send. It has no clock and no goroutine, so that simulations can run it.
type Pilot struct {
	Me        room.Key
	Package   *match.Package
	RoundTrip uint16 // what the packets tell
	FrameRate uint8
	Bot       bool // the engine's bot plays
	// Sign signs a result for the player (room.Room.Sign).
	Sign func(after uint32, result []byte) ([64]byte, error)
	// Stepped is told of each generation that was executed; may be nil.
	Stepped func(m *match.Match, master *room.Master)

	run
	repeat   *repetition // while the room is halted
	broken   error
	waiting  []room.Master // they are there, and not executed
	beat     cadence.Cadence
	sent     uint32 // the newest generation for which a packet is under way, or was taken
	wishes   wishes
	memory   []byte // of the bot
	asked    game.Tick
	rejected map[uint32]bool // versions of the configuration
	approved setup           // that was found valid last
	returned uint32          // the generation whose digest is on its way as proof
	reported time.Time       // when the result was signed last; zero: it is to be signed
	shown    time.Time       // when a viewer was shown something last
}

// Match returns the match as far as it was executed, nil before it begins.
func (p *Pilot) Match() *match.Match { return p.m }

// Seen returns the newest generation that is there, and Executed the newest that was executed, 0 for none.
func (p *Pilot) Seen() uint32 { return p.past.seen }

// Executed returns the newest generation that was executed, 0 for none.
func (p *Pilot) Executed() uint32 { return p.past.executed }

// Undone returns how often the pilot went back because the room took masters back.
func (p *Pilot) Undone() int { return p.past.undone }

// Err says why the match cannot be played here, nil if it can.
func (p *Pilot) Err() error { return p.broken }

// Next returns when a look is due although nothing has come; ok is false if none is.
func (p *Pilot) Next() (at time.Time, ok bool) { return p.beat.Next() }

// Look executes what has come, and returns the packets that are to be sent, in their order.
func (p *Pilot) Look(s *Sight, now time.Time) (packets []room.Packet) {
	switch s.Phase {
	case room.Setup:
		return p.judge(s)
	case room.Running, room.Ended:
		if p.begin(s); p.m == nil {
			return nil
		}
		p.goBack(s)
		p.arrive(s, now)
		p.follow(s, now)
	}
	if s.Seat < 0 || p.m == nil {
		return nil
	}
	if s.Phase == room.Running {
		packets = append(p.play(s), p.executeAgain(s)...)
	}
	return append(packets, p.report(s, now)...)
}

// setup is what an engine judges before a match. Its zero value is none.
type setup struct {
	config  []byte
	players []match.Player
}

// judge rejects a setup that the engine finds invalid, once for each version. While seats are missing there
// is nothing to be judged. A setup that was found valid is not judged again until it changes: the engine's
// source is compiled each time.
func (p *Pilot) judge(s *Sight) []room.Packet {
	taken := 0
	for k := range s.Seats {
		if s.Seats[k].Taken() {
			taken++
		}
	}
	if s.Seat < 0 || s.Invalid != "" || taken < s.Engine.Least || p.rejected[s.Version] {
		return nil
	}
	if p.approved.players != nil && bytes.Equal(p.approved.config, s.Config) && slices.Equal(p.approved.players, s.Players) {
		return nil
	}
	why := match.Validate(p.Package, s.Config, s.Players)
	if why == "" {
		p.approved = setup{slices.Clone(s.Config), slices.Clone(s.Players)}
		return nil
	}
	if p.rejected == nil {
		p.rejected = map[uint32]bool{}
	}
	p.rejected[s.Version] = true
	return []room.Packet{{Kind: room.Reject, Text: why, Header: room.Header{Generation: s.Version}}}
}

// begin makes the first state of the match.
func (p *Pilot) begin(s *Sight) {
	if p.m != nil || p.broken != nil || s.Generation == 0 {
		return
	}
	if p.m, p.broken = match.New(p.Package, s.Config, s.Seed, s.Players); p.broken == nil {
		p.past.saved = [saves]save{{0, p.m.Snapshot(nil)}}
	}
}

// arrive takes the masters that have come.
func (p *Pilot) arrive(s *Sight, now time.Time) {
	for k := range s.Masters {
		master := &s.Masters[k]
		if master.Generation != p.past.seen+1 {
			continue
		}
		p.past.seen++
		p.past.log[p.past.seen%remembered] = master.Append(nil)
		p.waiting = append(p.waiting, *master)
		p.beat.Arrived(now, master.Ticks)
	}
}

// follow executes masters: in a steady beat, and faster when many wait. A viewer sees the match later, as the
// roster wants; after the end it sees the rest in its own time.
func (p *Pilot) follow(s *Sight, now time.Time) {
	if late := int(s.ViewDelay) * game.TicksPerSecond; s.Seat < 0 && late > 0 {
		p.watch(s, now, late)
		return
	}
	n := p.beat.Due(now)
	if len(p.waiting) > behind {
		n = min(len(p.waiting), Most)
		if p.beat = (cadence.Cadence{}); n < len(p.waiting) {
			for range p.waiting[n:] {
				p.beat.Arrived(now, 0)
			}
		}
	}
	p.execute(min(n, len(p.waiting)))
}

// watch executes what is at least so many ticks old.
func (p *Pilot) watch(s *Sight, now time.Time, late int) {
	waiting := 0
	for k := range p.waiting {
		waiting += int(p.waiting[k].Ticks)
	}
	n := 0
	for k := range p.waiting {
		ticks := int(p.waiting[k].Ticks)
		if waiting -= ticks; waiting < late {
			length := time.Duration(ticks) * cadence.Tick
			if s.Phase != room.Ended || now.Sub(p.shown) < length {
				break
			}
			p.shown = p.shown.Add(max(length, now.Sub(p.shown)-length))
		} else {
			p.shown = now
		}
		n++
	}
	p.execute(min(n, Most))
}

// execute executes the first masters that wait.
func (p *Pilot) execute(n int) {
	for k := range p.waiting[:n] {
		p.step(&p.waiting[k])
	}
	p.waiting = append(p.waiting[:0], p.waiting[n:]...)
}

// step executes a generation.
func (p *Pilot) step(master *room.Master) {
	p.run.step(master)
	p.wishes.executed(p.m.Island().Sequence(p.Me), p.past.executed)
	if p.Stepped != nil {
		p.Stepped(p.m, master)
	}
}

// Executed returns what a match executes of a master.
func Executed(master *room.Master) match.Generation {
	g := match.Generation{Ticks: master.Ticks, Vacant: master.Vacant}
	for _, in := range master.Inputs {
		g.Inputs = append(g.Inputs, match.Input{Seat: in.Seat, Body: in.Body})
	}
	return g
}

// header is the header of a packet about the newest state.
func (p *Pilot) header(generation uint32) room.Header {
	h := room.Header{Generation: generation, Done: p.past.executed, State: p.m.State(), RoundTrip: p.RoundTrip, FrameRate: p.FrameRate}
	h.Digest, _ = p.Digest(h.Done)
	return h
}

// play returns one packet for each generation that the room wants, even an empty one. A player that was away
// proves first that it has the state of the others.
func (p *Pilot) play(s *Sight) (packets []room.Packet) {
	if s.away() {
		p.sent = 0
		return p.comeBack(s)
	}
	p.returned = 0
	if s.Wants == 0 {
		return nil
	}
	if p.Bot {
		p.think(s)
	}
	last := p.past.executed + s.Delay
	if !s.Strict && s.Wants == s.Generation && p.sent < s.Generation {
		last = max(last, s.Generation) // the machine is late, and plays all the same
	}
	for g := max(s.Wants, p.sent+1); g <= last; g++ {
		packets = append(packets, room.Packet{Kind: room.Play, Header: p.header(g), Body: p.wishes.take(g, p.ticksOf(g, s.Length))})
		p.sent = g
	}
	return packets
}

// ticksOf returns the ticks that a generation will have if the unknown ones before it last for length ticks
// each.
func (p *Pilot) ticksOf(g uint32, length uint64) ticks {
	at := p.m.Island().Clock
	for k := range p.waiting {
		if p.waiting[k].Generation < g {
			at += game.Tick(p.waiting[k].Ticks)
		}
	}
	if g > p.past.seen+1 {
		at += game.Tick(length) * game.Tick(g-p.past.seen-1)
	}
	return ticks{at, at + game.Tick(max(length, 1))}
}

// comeBack returns the packet by which a player comes back to its seat: with the digest of a generation on
// which the others agree, or of the newest one if nobody is there.
func (p *Pilot) comeBack(s *Sight) []room.Packet {
	at := uint32(0)
	if s.lonely() {
		at = s.Generation - 1
	}
	for k := len(s.Agreed) - 1; k >= 0 && at == 0; k-- {
		if s.Agreed[k] <= p.past.executed {
			at = s.Agreed[k]
		}
	}
	digest, known := p.Digest(at)
	if !known || p.returned == at || p.past.executed+behind < s.Generation {
		return nil // it has to catch up first
	}
	p.returned = at
	return []room.Packet{{Kind: room.Return, Header: room.Header{Done: at, Digest: digest}}}
}

// Failed notes that a packet was refused or lost: what it held is sent again. The packet itself is sent again
// unless the room has its generation already, or has closed it.
func (p *Pilot) Failed(packet *room.Packet, why error) {
	switch packet.Kind {
	case room.Play:
		p.wishes.failed(packet.Generation)
		var refused *room.Refusal
		if !errors.As(why, &refused) || refused.Why != room.SecondPacket && refused.Why != room.OldGeneration {
			p.sent = min(p.sent, packet.Generation-1)
		}
	case room.Return:
		p.returned = 0
	case room.Report, room.Draft:
		p.reported = time.Time{}
	case room.Again:
		p.repeat = p.repeat.unsaid()
	}
}

// Ask lets the player do something: a command with its number. It reports whether there was room.
func (p *Pilot) Ask(seq uint64, c command.Command) bool { return p.wishes.add(seq, c) }

// think asks the engine's bot, as often as the match asks those of vacant seats.
func (p *Pilot) think(s *Sight) {
	w := p.m.Island()
	if w.Clock < p.asked+match.BotEvery && p.asked > 0 {
		return
	}
	p.asked = w.Clock
	deeds, memory, fault := match.Advise(p.m, game.PlayerID(p.Me), s.Seat, p.memory)
	if fault != nil {
		return
	}
	p.memory = memory
	for _, c := range deeds {
		p.wishes.add(max(p.wishes.last, w.Sequence(p.Me))+1, c)
	}
}

// report returns the packets by which the player signs the result of the match, also after its end when it
// was away. Where another result holds, that is an objection.
func (p *Pilot) report(s *Sight, now time.Time) (packets []room.Packet) {
	after := p.m.Finished()
	result := p.m.Result()
	switch {
	case result == nil || s.Signed.After == after && bytes.Equal(s.Signed.Result, result):
		return nil // there is none, or it waits for the others
	case now.Sub(p.reported) < again || after >= s.Generation || p.past.executed < after || s.away() && s.Phase != room.Ended:
		return nil
	}
	for _, x := range s.Outcome.Signed {
		if x.By == p.Me {
			return nil
		}
	}
	signature, err := p.Sign(after, result)
	if err != nil {
		return nil
	}
	p.reported = now
	for at := 0; at < len(result); at += room.MaxBody {
		packets = append(packets, room.Packet{Kind: room.Draft, Number: uint32(at), Body: result[at:min(at+room.MaxBody, len(result))]})
	}
	return append(packets, room.Packet{Kind: room.Report, Header: room.Header{Done: after}, Signature: signature})
}

// Words says in a line what the match is doing, for logs.
func (p *Pilot) Words() string {
	if p.m == nil {
		return "the match has not begun"
	}
	return fmt.Sprintf("generation %d of %d, digest %016x, state %q", p.past.executed, p.past.seen, p.past.digests[p.past.executed%remembered], p.m.StateName())
}
