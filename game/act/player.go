// Package act holds the players' actions, as functions on a world.State: walking, digging, placing and using
// things, carrying, dropping, crafting, chests, chat, calls and visits, portals, and the condition of a
// player's body (health, effects, embers).
//
// A command that cannot be executed changes nothing, and its function returns the event.Reason. The package
// may call living (the machines that a command sets off) and federation (the requests of a command to another
// island); neither calls it.
package act

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/world"
)

// KeyHash folds a key to the number that stands for it where numbers are hashed.
func KeyHash(key game.PlayerID) uint64 {
	h := uint64(0)
	for k := 0; k < len(key); k += 8 {
		h = random.Mix(h ^ binary.LittleEndian.Uint64(key[k:]))
	}
	return h
}

// Remember must follow every change to a player that may be away.
func Remember(i *world.State, p *entity.PlayerState) {
	if p.Body == 0 {
		i.Roster.SumAway()
	}
}

// Enter brings a player into the world: a newcomer at the spawn with its kit, a returning player where it
// left, a sleeping player where it lies. For a player who is awake it only changes name and look.
func Enter(i *world.State, c *world.SeatCommand) {
	p := i.Roster.ByKey(c.Key)
	if p == nil && (i.Partial || i.Register.Elsewhere(c.Key)) {
		return // a newcomer is not known before its Enter is ordered, and only home admits it
	}
	if p != nil && c.Seq <= p.LastSeq {
		return
	}
	if why := admits(i, p, c); why != event.NoReason {
		if p == nil {
			p = &entity.PlayerState{Last: i.SpawnTile.Centre(), Key: c.Key}
		} else {
			p.LastSeq = c.Seq
			Remember(i, p)
		}
		i.Refuse(p, c.Seq, why)
		return
	}
	if p == nil {
		p = Admit(i, c)
	}
	if p.Body == 0 {
		p = bringBack(i, p, c.Seq)
	}
	p.LastSeq, p.LastSeen = c.Seq, i.Clock
	b := i.Space.Body(p.Body)
	p.Look = c.Command.Look
	if Speakable(c.Command.Text) {
		p.Name = entity.NameOf(c.Command.Text)
	}
	if b != nil && b.Flags&entity.Asleep != 0 && !knockedOut(i, p, b) {
		b.Flags &^= entity.Asleep
		i.TellText(event.Entered, p, b.Pos, p.Name.String())
	}
}

// Admit makes a newcomer known. The newcomer is listed as away until bringBack.
func Admit(i *world.State, c *world.SeatCommand) *entity.PlayerState {
	seat := nextSeat(i)
	p := entity.PlayerState{Key: c.Key, Seat: seat, FirstSeen: i.Clock, Health: world.MaxHealth, Inventory: i.Gen.Start.Kit(), Last: doorstep(i, seat)}
	p.Name = entity.NameOf("guest-" + string(guestLetters(c.Key)))
	for _, s := range p.Inventory {
		i.Ledger.Created[s.Kind] += uint64(s.Count)
	}
	k, _ := world.FindSeat(i.Roster.Away, seat)
	i.Roster.Away = slices.Insert(i.Roster.Away, k, p)
	return &i.Roster.Away[k]
}

// doorsteps are the places of newcomers, in tiles from the spawn: one after the other in a ring, so that two
// that come together stand apart.
var doorsteps = [...]grid.Tile{{}, {X: 2}, {X: -2}, {X: 1, Y: 2}, {X: -1, Y: 2}, {X: 1, Y: -2}, {X: -1, Y: -2}, {X: 3, Y: 1}, {X: -3, Y: 1}}

// doorstep returns where the newcomer of a seat appears, if a body fits there (see room).
func doorstep(i *world.State, s entity.Seat) fixed.Vec {
	d := doorsteps[int(s-1)%len(doorsteps)]
	return i.Arrival().Add(d.X, d.Y).Centre()
}

// guestLetters are the first four letters of the key in base32, as it is shown elsewhere.
func guestLetters(key game.PlayerID) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	v := uint32(key[0])<<12 | uint32(key[1])<<4 | uint32(key[2])>>4
	return []byte{letters[v>>15&31], letters[v>>10&31], letters[v>>5&31], letters[v&31]}
}

// bringBack gives a player who is away a body where it left, asleep: enter wakes it.
func bringBack(i *world.State, away *entity.PlayerState, seq uint64) *entity.PlayerState {
	p := *away
	k, _ := world.FindSeat(i.Roster.Away, p.Seat)
	i.Roster.Away = slices.Delete(i.Roster.Away, k, k+1)
	i.Roster.SumAway()
	k, _ = world.FindSeat(i.Roster.Here, p.Seat)
	i.Roster.Here = slices.Insert(i.Roster.Here, k, p)

	b := entity.Body{Kind: entity.Player, Seat: p.Seat, Flags: entity.Asleep, Face: 64, Born: i.Clock, Pos: federation.Ashore(i, p.Last)}
	b.ID = i.Space.NewID(KeyHash(p.Key), seq)
	i.Roster.Here[k].Body = b.ID
	i.Space.Insert(b)
	i.Moved = true
	living.Attend(i) // the ground under it, and what lies there
	at, _ := i.Space.Find(b.ID)
	i.Space.Bodies()[at].Pos = living.Room(i, entity.Player, b.Pos)
	i.Space.Moved(at, b.Pos)
	i.Roster.Here[k].Last = i.Space.Bodies()[at].Pos
	i.Moved = true // it may have come to another region than it left in
	return &i.Roster.Here[k]
}

// FallAsleep lets a player sleep where it stands: its peer is gone.
func FallAsleep(i *world.State, p *entity.PlayerState) event.Reason {
	living.Unload(i, p)
	b := i.Space.Body(p.Body)
	b.Flags |= entity.Asleep
	p.Move, p.SleptAt = fixed.SVec{}, i.Clock
	living.Act(i, p, entity.Idle)
	i.TellText(event.Left, p, b.Pos, p.Name.String())
	return event.NoReason
}

// Depart takes players out of the world after they have slept for SleepTime.
func Depart(i *world.State) {
	if i.Partial {
		return
	}
	for k := len(i.Roster.Here) - 1; k >= 0; k-- {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep != 0 && i.Clock >= p.SleptAt+world.SleepTime {
			federation.Leave(i, p)
		}
	}
}

// WatchRegions notices when a player has come into another region.
func WatchRegions(i *world.State) {
	if i.Partial {
		return
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b != nil && grid.TileAt(b.Pos).Region() != grid.TileAt(p.Last).Region() {
			p.Last, i.Moved = b.Pos, true
		}
	}
}

// Rename gives a player another name.
func Rename(i *world.State, p *entity.PlayerState, name string) event.Reason {
	if !Speakable(name) {
		return event.BadText
	}
	p.Name = entity.NameOf(name)
	i.TellText(event.Renamed, p, i.Space.Body(p.Body).Pos, p.Name.String())
	return event.NoReason
}

// Wear gives a player a picture to wear, by the digits of its name, or takes it off. A picture needs the law
// that allows them; it can be taken off without. While the law is off, nobody draws any.
func Wear(i *world.State, p *entity.PlayerState, digits string) event.Reason {
	if digits == "" {
		p.Avatar = entity.Avatar{}
		return event.NoReason
	}
	if !i.Code.Laws.Has(world.Avatars) {
		return event.NoAvatars
	}
	a, ok := avatarOf(digits)
	if !ok {
		return event.BadText
	}
	p.Avatar = a
	return event.NoReason
}

// avatarOf reads the name of a picture: two digits for each byte, from 0 to 9 and a to f. No picture has the
// name zero.
func avatarOf(digits string) (a entity.Avatar, ok bool) {
	if len(digits) != 2*len(a) {
		return a, false
	}
	for k := range len(digits) {
		v := digits[k]
		switch {
		case v >= '0' && v <= '9':
			v -= '0'
		case v >= 'a' && v <= 'f':
			v -= 'a' - 10
		default:
			return entity.Avatar{}, false
		}
		a[k/2] = a[k/2]<<4 | v
	}
	return a, a != (entity.Avatar{})
}

// Speakable reports whether a text can be shown: UTF-8 with something to see, and nothing that controls
// the terminal or the direction of writing. It has its own short table, because that of package
// unicode changes with its version.
func Speakable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	seen := false
	for _, r := range s {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
			return false
		case r == ' ', r == 0xa0, r >= 0x2000 && r <= 0x200f, r == 0x3000:
		default:
			seen = true
		}
	}
	return seen
}

// SelectSlot takes a slot of the hotbar in hand.
func SelectSlot(i *world.State, p *entity.PlayerState, slot uint8) event.Reason {
	if slot >= item.HotbarSlots {
		return event.NothingThere
	}
	p.Slot = slot
	return event.NoReason
}

// Emote shows a feeling.
func Emote(i *world.State, p *entity.PlayerState, b *entity.Body, which uint8) event.Reason {
	if which == 0 || which > world.Emotes {
		return event.NothingThere
	}
	p.Emote, p.EmoteAt = which, i.Clock
	i.TellBody(event.Emoted, p, b, int32(which), 0)
	return event.NoReason
}
