package island

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/terrain"
)

var (
	// ErrSnapshot says that bytes are no snapshot. It is wrapped with what is wrong.
	ErrSnapshot = errors.New("island: not a valid snapshot")
	// ErrOtherWorld says that a snapshot is of another world than the island.
	ErrOtherWorld = errors.New("island: a snapshot of another world")
)

// Restore replaces the state by that of a snapshot. Malformed bytes are refused, and the state is then
// unchanged. An island of New accepts snapshots of its own world only, a zero one those of any.
func (i *State) Restore(snapshot []byte) error {
	next, err := decodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	if i.genesis != (Genesis{}) && !sameWorld(i.genesis, next.genesis) {
		return fmt.Errorf("%w: seed %d rules %d", ErrOtherWorld, next.genesis.Seed, next.genesis.Rules)
	}
	next.do, next.mover = i.do, i.mover
	*i = *next
	return nil
}

// part is one part of a snapshot.
type part struct{ name, data []byte }

func readParts(snapshot []byte) (list []part, err error) {
	c := codec.Read(snapshot)
	for c.Len() > 0 {
		p := part{name: c.Blob(9)}
		p.data = c.Blob(c.Len())
		if len(list) > 0 {
			c.Require(slices.Compare(list[len(list)-1].name, p.name) < 0)
		}
		list = append(list, p)
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: its parts: %w", ErrSnapshot, err)
	}
	if len(list) == 0 || string(list[0].name) != headName {
		return nil, fmt.Errorf("%w: without a head", ErrSnapshot)
	}
	return list, nil
}

func decodeSnapshot(snapshot []byte) (*State, error) {
	parts, err := readParts(snapshot)
	if err != nil {
		return nil, err
	}
	i := new(State)
	if err := i.readHead(parts[0].data); err != nil {
		return nil, err
	}
	var odd []grid.Region
	for _, p := range parts[1:] {
		if string(p.name) == awakeName {
			if odd, err = readOdd(p.data); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
			}
			continue
		}
		if string(p.name) == lawName {
			if err := readCode(i, p.data); err != nil {
				return nil, fmt.Errorf("%w: its laws: %w", ErrSnapshot, err)
			}
			continue
		}
		at, ok := regionOfPart(p.name)
		if !ok {
			return nil, fmt.Errorf("%w: a part %q, which is none", ErrSnapshot, p.name)
		}
		if err := i.readRegion(at, p.data); err != nil {
			return nil, fmt.Errorf("%w: region %d %d: %w", ErrSnapshot, at.X, at.Y, err)
		}
	}
	if err := i.awaken(odd); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	// Parts come by column, tables are kept by row.
	slices.SortFunc(i.regions, func(a, b *region) int { return compareRegions(a.at, b.at) })
	slices.SortFunc(i.dormant, func(a, b dormant) int { return compareRegions(a.at, b.at) })
	i.reindex()
	raiseBorders(i)
	if err := i.consistent(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	i.sumAway()
	i.sumChat()
	i.spawn = terrain.Spawn(i.genesis.Seed)
	return i, nil
}

func (i *State) readHead(data []byte) error {
	c := codec.Read(data)
	magic, format := string(c.Bytes(len(snapshotMagic))), c.U16()
	i.genesis.Rules = game.Rules(c.U32())
	switch {
	case magic == earlyMagic && c.Err() == nil:
		return fmt.Errorf("island: %w", tooOld(i.genesis.Rules, format))
	case magic != snapshotMagic:
		return fmt.Errorf("%w: no magic", ErrSnapshot)
	}
	if err := checkRules(i.genesis.Rules, format); c.Err() == nil && err != nil {
		return fmt.Errorf("island: %w", err)
	}
	i.genesis.Seed = c.U64()
	i.tick = game.Tick(c.U64())
	c.Must(i.tick < 1<<60, "no world is as old as its tick")
	i.lastSeat = entity.Seat(c.U16())
	for k := range c.Count(int(item.KindCount), 16) {
		i.created[k], i.destroyed[k] = c.U64(), c.U64()
	}
	i.readChat(&c)
	c.Within("its columns", 0)
	before := ""
	for range c.Count(MaxColumns, 3) {
		col := column{name: string(c.Blob(64)), size: c.U16()}
		c.Must(validColumn(col.name) && col.name > before && col.size > 0 && col.size <= MaxComponent, "a column must have a name, behind the last one's, and a size")
		before = col.name
		i.columns = append(i.columns, col)
	}
	i.players = readPlayers(&c, MaxPlayers)
	i.away = readPlayers(&c, MaxKnown)
	c.Within("its place among the islands", 0)
	i.readRealm(&c)
	c.Within("the islands that went into it", 0)
	i.readWithin(&c)
	if err := c.Done(); err != nil {
		return fmt.Errorf("%w: its head: %w", ErrSnapshot, err)
	}
	return nil
}

func (i *State) readChat(c *codec.Cursor) {
	c.Within("its chat", 0)
	i.chatSeq = c.U64()
	last := uint64(0)
	for range c.Count(ChatLines, 20) {
		l := ChatLine{Seq: c.U64(), Tick: game.Tick(c.U64()), Seat: entity.Seat(c.U16())}
		l.Name, l.Text = string(c.Blob(entity.MaxName)), string(c.Blob(command.MaxText))
		c.Within("line %d of the chat", l.Seq)
		c.Must(l.Seq > last && l.Seq <= i.chatSeq, "lines must be in ascending order")
		c.Must(utf8.ValidString(l.Name) && utf8.ValidString(l.Text), "words must be in UTF-8")
		last = l.Seq
		i.chat = append(i.chat, l)
	}
}

func readPlayers(c *codec.Cursor, most int) (list []entity.PlayerState) {
	c.Within("its players", 0)
	last := entity.Seat(0)
	for range c.Count(most, playerBytes) {
		p := readPlayer(c)
		c.Must(p.Seat > last, "seats must be in ascending order")
		last = p.Seat
		list = append(list, p)
		if c.Err() != nil {
			return nil
		}
	}
	return list
}

// settle takes what a part holds into an untouched region: edits, bodies, chests and rows. A body whose ID
// another one has got meanwhile gets a new one.
func (i *State) settle(r *region, p *regionPart) {
	for _, e := range p.edits {
		r.set(e.k, e.ground, e.block, e.state)
	}
	renamed := map[game.EntityID]game.EntityID{}
	for _, b := range p.bodies {
		if _, taken := i.space.Find(b.ID); taken {
			id := i.newID(uint64(b.ID))
			renamed[b.ID], b.ID = id, id
		}
		i.space.Insert(b)
	}
	for _, h := range p.chests {
		i.addChest(r.at.Tile(h.k)).slots = h.slots
	}
	for _, o := range p.traces {
		o.At = r.at.Tile(o.At.Index())
		i.addOutline(o)
	}
	for _, row := range p.rows {
		id := row.id
		if other, ok := renamed[id]; ok {
			id = other
		}
		if i.Declare(row.name, row.size) == nil {
			k, _ := i.findColumn(row.name)
			i.columns[k].set(id, row.value)
		}
	}
}

// consistent refuses a state whose tables contradict each other.
func (i *State) consistent() error {
	keys := map[game.PlayerID]bool{}
	seats := map[entity.Seat]bool{}
	for _, list := range [...][]entity.PlayerState{i.players, i.away} {
		for k := range list {
			p := &list[k]
			if keys[p.Key] || seats[p.Seat] || p.Seat > i.lastSeat {
				return fmt.Errorf("seat %d: not the only one of its seat and key", p.Seat)
			}
			keys[p.Key], seats[p.Seat] = true, true
		}
	}
	for k := range i.away {
		if i.away[k].Body != 0 {
			return fmt.Errorf("seat %d is away and has a body", i.away[k].Seat)
		}
	}
	for k := range i.players {
		p := &i.players[k]
		if b := i.Body(p.Body); b == nil || b.Kind != entity.Player || b.Seat != p.Seat {
			return fmt.Errorf("seat %d is in the world and has no body", p.Seat)
		}
	}
	if err := i.belongsTogether(); err != nil {
		return err
	}
	owners := 0
	for k := range i.space.Bodies() {
		b := &i.space.Bodies()[k]
		if b.Kind == entity.Player {
			owners++
		}
		if b.Other == 0 {
			continue
		}
		o := i.Body(b.Other)
		if o == nil || o.Other != b.ID || (b.Flags^o.Flags)&(entity.Carried|entity.Carrying) != entity.Carried|entity.Carrying {
			return fmt.Errorf("body %x carries or is carried by nobody", b.ID)
		}
		if b.Flags&entity.Riding != 0 && o.Kind != entity.Cart {
			return fmt.Errorf("body %x rides what is no cart", b.ID)
		}
	}
	if owners != len(i.players) {
		return fmt.Errorf("%d bodies of players for %d players", owners, len(i.players))
	}
	return nil
}
