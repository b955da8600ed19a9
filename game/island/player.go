package island

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
	"manyhold/game/random"
)

// mostSeats is the greatest seat: the width of its type.
const mostSeats entity.Seat = 1<<16 - 1

// MaxHealth is the health of a player who is well.
const MaxHealth = 20

// kit is what a newcomer carries: the hotbar first, then the rest.
var kit = [item.InventorySlots]item.Stack{
	{Kind: item.WoodWall, Count: 60}, {Kind: item.WoodFloor, Count: 80}, {Kind: item.Door, Count: 6},
	{Kind: item.Lamp, Count: 12}, {Kind: item.Glass, Count: 24}, {Kind: item.Chest, Count: 4},
	{Kind: item.Torch, Count: 16}, {Kind: item.StoneWall, Count: 60}, {Kind: item.Fence, Count: 40},
	{Kind: item.Crate, Count: 6}, {Kind: item.Ball, Count: 2}, {Kind: item.Sapling, Count: 8},
	{Kind: item.StoneFloor, Count: 60}, {Kind: item.Bed, Count: 2}, {Kind: item.Table, Count: 4},
	{Kind: item.Hearth, Count: 2}, {Kind: item.Sign, Count: 4}, {Kind: item.Flower, Count: 12},
	{Kind: item.Mushroom, Count: 6}, {Kind: item.Earth, Count: 30}, {Kind: item.SandPile, Count: 20},
	{Kind: item.Stone, Count: 20},
}

// keyHash folds a key to the number that stands for it where numbers are hashed.
func keyHash(key game.PlayerID) uint64 {
	h := uint64(0)
	for k := 0; k < len(key); k += 8 {
		h = random.Mix(h ^ binary.LittleEndian.Uint64(key[k:]))
	}
	return h
}

// playerBySeat returns a player in the world or away.
func playerBySeat(i *State, seat entity.Seat) *entity.PlayerState {
	if k, ok := findSeat(i.players, seat); ok {
		return &i.players[k]
	}
	if k, ok := findSeat(i.away, seat); ok {
		return &i.away[k]
	}
	return nil
}

// findSeat is a binary search that copies no player: they are many words.
func findSeat(list []entity.PlayerState, seat entity.Seat) (int, bool) {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].Seat < seat {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(list) && list[lo].Seat == seat
}

// remember must follow every change to a player who may be away.
func remember(i *State, p *entity.PlayerState) {
	if p.Body == 0 {
		i.sumAway()
	}
}

// enter brings a player into the world: a newcomer at the spawn with its kit, one who was away where it
// left, one who sleeps where it lies. Of one who is awake it only changes name and look.
func enter(i *State, c *SeatCommand) {
	p := i.PlayerByKey(c.Key)
	if p == nil && (i.partial || i.elsewhere(c.Key)) {
		return // who is new is not known before it is ordered, and is admitted by home only
	}
	if p != nil && c.Seq <= p.LastSeq {
		return
	}
	if p == nil && (i.Known() >= MaxKnown || i.lastSeat == mostSeats) || (p == nil || p.Body == 0) && (len(i.players) >= MaxPlayers || landless(i)) {
		if p == nil {
			p = &entity.PlayerState{Last: i.spawn.Centre()}
		} else {
			p.LastSeq = c.Seq
			i.sumAway()
		}
		i.refuse(p, c.Seq, event.NoRoom)
		return
	}
	if p == nil {
		p = admit(i, c)
	}
	if p.Body == 0 {
		p = bringBack(i, p, c.Seq)
	}
	p.LastSeq, p.LastSeen = c.Seq, i.tick
	b := i.Body(p.Body)
	p.Look = c.Command.Look
	if speakable(c.Command.Text) {
		p.Name = entity.NameOf(c.Command.Text)
	}
	if b != nil && b.Flags&entity.Asleep != 0 && !knockedOut(i, p, b) {
		b.Flags &^= entity.Asleep
		i.tellText(event.Entered, p, b.Pos, p.Name.String())
	}
}

// admit makes a newcomer known. It stays among those who are away until bringBack.
func admit(i *State, c *SeatCommand) *entity.PlayerState {
	i.lastSeat++
	p := entity.PlayerState{Key: c.Key, Seat: i.lastSeat, FirstSeen: i.tick, Health: MaxHealth, Inventory: kit, Last: doorstep(i, i.lastSeat)}
	p.Name = entity.NameOf("guest-" + string(guestLetters(c.Key)))
	for _, s := range kit {
		i.created[s.Kind] += uint64(s.Count)
	}
	i.away = append(i.away, p) // the greatest seat comes last
	return &i.away[len(i.away)-1]
}

// doorsteps are where newcomers appear, in tiles from the spawn: one after the other in a ring, so that
// two who come together do not stand in one another.
var doorsteps = [...]grid.Tile{{}, {X: 2}, {X: -2}, {X: 1, Y: 2}, {X: -1, Y: 2}, {X: 1, Y: -2}, {X: -1, Y: -2}, {X: 3, Y: 1}, {X: -3, Y: 1}}

// doorstep returns where the newcomer of a seat appears, if a body fits there (see room).
func doorstep(i *State, s entity.Seat) fixed.Vec {
	d := doorsteps[int(s-1)%len(doorsteps)]
	return i.spawn.Add(d.X, d.Y).Centre()
}

// guestLetters are the first four letters of the key in base32, as it is shown elsewhere.
func guestLetters(key game.PlayerID) []byte {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	v := uint32(key[0])<<12 | uint32(key[1])<<4 | uint32(key[2])>>4
	return []byte{letters[v>>15&31], letters[v>>10&31], letters[v>>5&31], letters[v&31]}
}

// bringBack gives a player who is away a body where it left, asleep: enter wakes it.
func bringBack(i *State, away *entity.PlayerState, seq uint64) *entity.PlayerState {
	p := *away
	k, _ := findSeat(i.away, p.Seat)
	i.away = slices.Delete(i.away, k, k+1)
	i.sumAway()
	k, _ = findSeat(i.players, p.Seat)
	i.players = slices.Insert(i.players, k, p)

	b := entity.Body{Kind: entity.Player, Seat: p.Seat, Flags: entity.Asleep, Face: 64, Born: i.tick, Pos: ashore(i, p.Last)}
	b.ID = i.newID(keyHash(p.Key), seq)
	i.players[k].Body = b.ID
	i.space.Insert(b)
	i.moved = true
	i.attend() // the ground under it, and what lies there
	at, _ := i.space.Find(b.ID)
	i.space.Bodies()[at].Pos = room(i, entity.Player, b.Pos)
	i.space.Moved(at, b.Pos)
	i.players[k].Last = i.space.Bodies()[at].Pos
	i.moved = true // it may have come to another region than it left in
	return &i.players[k]
}

// room returns the place nearest to p, in rings of tiles, where a body of kind k fits on the ground; the
// spawn's if there is none within eight tiles, or p itself where the spawn is not at hand either.
func room(i *State, k entity.Kind, p fixed.Vec) fixed.Vec {
	if physics.Free(i, k, p) {
		return p
	}
	for _, from := range [...]grid.Tile{grid.TileAt(p), i.spawn} {
		for d := int32(0); d <= 8; d++ {
			for dy := -d; dy <= d; dy++ {
				for dx := -d; dx <= d; dx++ {
					t := from.Add(dx, dy)
					if max(dx, -dx, dy, -dy) == d && physics.Free(i, k, t.Centre()) {
						return t.Centre()
					}
				}
			}
		}
	}
	if i.child() {
		return p
	}
	return i.spawn.Centre()
}

// leave takes a player out of the world. What it carries on its head is laid down.
func leave(i *State, p *entity.PlayerState) event.Reason {
	b := i.Body(p.Body)
	asleep := b.Flags&entity.Asleep != 0
	i.unload(p)
	b = i.Body(p.Body)
	if !asleep { // of a sleeper it was told when it fell asleep
		i.tellText(event.Left, p, b.Pos, p.Name.String())
	}
	gone := *p
	gone.Last, gone.Body, gone.Move, gone.Action, gone.SleptAt = b.Pos, 0, fixed.SVec{}, entity.Idle, 0
	i.removeBody(b.ID)
	k, _ := findSeat(i.players, gone.Seat)
	i.players = slices.Delete(i.players, k, k+1)
	k, _ = findSeat(i.away, gone.Seat)
	i.away = slices.Insert(i.away, k, gone)
	i.sumAway()
	i.moved = true
	return event.NoReason
}

// fallAsleep lets a player sleep where it stands: its peer is gone.
func fallAsleep(i *State, p *entity.PlayerState) event.Reason {
	i.unload(p)
	b := i.Body(p.Body)
	b.Flags |= entity.Asleep
	p.Move, p.SleptAt = fixed.SVec{}, i.tick
	act(i, p, entity.Idle)
	i.tellText(event.Left, p, b.Pos, p.Name.String())
	return event.NoReason
}

// depart takes those out of the world who have slept for SleepTime.
func depart(i *State) {
	if i.partial {
		return
	}
	for k := len(i.players) - 1; k >= 0; k-- {
		p := &i.players[k]
		if b := i.Body(p.Body); b != nil && b.Flags&entity.Asleep != 0 && i.tick >= p.SleptAt+SleepTime {
			leave(i, p)
		}
	}
}

// watchRegions notices when a player has come into another region.
func watchRegions(i *State) {
	if i.partial {
		return
	}
	for k := range i.players {
		p := &i.players[k]
		if b := i.Body(p.Body); b != nil && grid.TileAt(b.Pos).Region() != grid.TileAt(p.Last).Region() {
			p.Last, i.moved = b.Pos, true
		}
	}
}

// rename gives a player another name.
func rename(i *State, p *entity.PlayerState, name string) event.Reason {
	if !speakable(name) {
		return event.BadText
	}
	p.Name = entity.NameOf(name)
	i.tellText(event.Renamed, p, i.Body(p.Body).Pos, p.Name.String())
	return event.NoReason
}

// speakable reports whether a text can be shown: UTF-8 with something to see, and nothing that controls
// the terminal or the direction of writing. It has its own short table, because that of package
// unicode changes with its version.
func speakable(s string) bool {
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

// act sets what a player's hands do.
func act(i *State, p *entity.PlayerState, a entity.Action) {
	p.Action, p.ActionAt = a, i.tick
	p.DigTicks = 0
	if a != entity.Digging {
		p.DigTile, p.DigSeq = grid.Tile{}, 0
	}
}

// selectSlot takes a slot of the hotbar in hand.
func selectSlot(i *State, p *entity.PlayerState, slot uint8) event.Reason {
	if slot >= item.HotbarSlots {
		return event.NothingThere
	}
	p.Slot = slot
	return event.NoReason
}

// emote shows a feeling.
func emote(i *State, p *entity.PlayerState, b *entity.Body, which uint8) event.Reason {
	if which == 0 || which > Emotes {
		return event.NothingThere
	}
	p.Emote, p.EmoteAt = which, i.tick
	i.tellBody(event.Emoted, p, b, int32(which), 0)
	return event.NoReason
}

// Emotes is the number of emotes: 1 to Emotes.
const Emotes = 8
