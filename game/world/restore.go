package world

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
	// ErrSnapshot says that bytes are no snapshot. It is wrapped with the cause.
	ErrSnapshot = errors.New("island: not a valid snapshot")
	// ErrOtherWorld says that a snapshot is of another world than the island.
	ErrOtherWorld = errors.New("island: a snapshot of another world")
)

// Restore replaces the state by that of a snapshot. Malformed bytes are refused, and the state is then
// unchanged. An island of New accepts snapshots of its own world only, a zero one those of any.
func (i *State) Restore(snapshot []byte) error {
	next, err := DecodeSnapshot(snapshot)
	if err != nil {
		return err
	}
	if i.Gen != (Genesis{}) && !SameWorld(i.Gen, next.Gen) {
		return fmt.Errorf("%w: seed %d rules %d", ErrOtherWorld, next.Gen.Seed, next.Gen.Rules)
	}
	next.Do, next.Mover = i.Do, i.Mover
	*i = *next
	return nil
}

// Part is one part of a snapshot.
type Part struct{ Name, Data []byte }

func ReadParts(snapshot []byte) (list []Part, err error) {
	c := codec.Read(snapshot)
	for c.Len() > 0 {
		p := Part{Name: c.Blob(9)}
		p.Data = c.Blob(c.Len())
		if len(list) > 0 {
			c.Require(slices.Compare(list[len(list)-1].Name, p.Name) < 0)
		}
		list = append(list, p)
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: its parts: %w", ErrSnapshot, err)
	}
	if len(list) == 0 || string(list[0].Name) != headName {
		return nil, fmt.Errorf("%w: without a head", ErrSnapshot)
	}
	return list, nil
}

func DecodeSnapshot(snapshot []byte) (*State, error) {
	parts, err := ReadParts(snapshot)
	if err != nil {
		return nil, err
	}
	i := new(State)
	if err := i.readHead(parts[0].Data); err != nil {
		return nil, err
	}
	var odd []grid.Region
	for _, p := range parts[1:] {
		if string(p.Name) == AwakeName {
			if odd, err = readOdd(p.Data); err != nil {
				return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
			}
			continue
		}
		if string(p.Name) == lawName {
			if err := readCode(i, p.Data); err != nil {
				return nil, fmt.Errorf("%w: its laws: %w", ErrSnapshot, err)
			}
			continue
		}
		at, ok := RegionOfPart(p.Name)
		if !ok {
			return nil, fmt.Errorf("%w: a part %q, which is none", ErrSnapshot, p.Name)
		}
		if err := i.ReadRegion(at, p.Data); err != nil {
			return nil, fmt.Errorf("%w: region %d %d: %w", ErrSnapshot, at.X, at.Y, err)
		}
	}
	if err := i.awaken(odd); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	// Parts come by column, tables are kept by row.
	slices.SortFunc(i.Active, func(a, b *Region) int { return CompareRegions(a.At, b.At) })
	slices.SortFunc(i.Dormant, func(a, b DormantRegion) int { return CompareRegions(a.At, b.At) })
	i.Reindex()
	RaiseBorders(i)
	if err := i.Consistent(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	i.SumAway()
	i.SumChat()
	i.SpawnTile = terrain.Spawn(i.Gen.Seed)
	return i, nil
}

func (i *State) readHead(data []byte) error {
	c := codec.Read(data)
	magic, format := string(c.Bytes(len(SnapshotMagic))), c.U16()
	i.Gen.Rules = game.Rules(c.U32())
	switch {
	case magic == EarlyMagic && c.Err() == nil:
		return fmt.Errorf("island: %w", tooOld(i.Gen.Rules, format))
	case magic != SnapshotMagic:
		return fmt.Errorf("%w: no magic", ErrSnapshot)
	}
	if err := checkRules(i.Gen.Rules, format); c.Err() == nil && err != nil {
		return fmt.Errorf("island: %w", err)
	}
	i.Gen.Seed = c.U64()
	i.Clock = game.Tick(c.U64())
	c.Must(i.Clock < 1<<60, "no world is as old as its tick")
	i.LastSeat = entity.Seat(c.U16())
	for k := range c.Count(int(item.KindCount), 16) {
		i.Created[k], i.Destroyed[k] = c.U64(), c.U64()
	}
	i.readChat(&c)
	c.Within("its columns", 0)
	before := ""
	for range c.Count(MaxColumns, 3) {
		col := Column{Name: string(c.Blob(64)), Size: c.U16()}
		c.Must(validColumn(col.Name) && col.Name > before && col.Size > 0 && col.Size <= MaxComponent, "a column must have a name, behind the last one's, and a size")
		before = col.Name
		i.Columns = append(i.Columns, col)
	}
	i.Roster = readPlayers(&c, MaxPlayers)
	i.Away = readPlayers(&c, MaxKnown)
	c.Within("its place among the islands", 0)
	i.readTopology(&c)
	c.Within("the islands that went into it", 0)
	i.readAbsorbed(&c)
	if err := c.Done(); err != nil {
		return fmt.Errorf("%w: its head: %w", ErrSnapshot, err)
	}
	return nil
}

func (i *State) readChat(c *codec.Cursor) {
	c.Within("its chat", 0)
	i.ChatSeq = c.U64()
	last := uint64(0)
	for range c.Count(ChatLines, 20) {
		l := ChatLine{Seq: c.U64(), Tick: game.Tick(c.U64()), Seat: entity.Seat(c.U16())}
		l.Name, l.Text = string(c.Blob(entity.MaxName)), string(c.Blob(command.MaxText))
		c.Within("line %d of the chat", l.Seq)
		c.Must(l.Seq > last && l.Seq <= i.ChatSeq, "lines must be in ascending order")
		c.Must(utf8.ValidString(l.Name) && utf8.ValidString(l.Text), "words must be in UTF-8")
		last = l.Seq
		i.ChatLog = append(i.ChatLog, l)
	}
}

func readPlayers(c *codec.Cursor, most int) (list []entity.PlayerState) {
	c.Within("its players", 0)
	last := entity.Seat(0)
	for range c.Count(most, PlayerBytes) {
		p := ReadPlayer(c)
		c.Must(p.Seat > last, "seats must be in ascending order")
		last = p.Seat
		list = append(list, p)
		if c.Err() != nil {
			return nil
		}
	}
	return list
}

// Settle puts the contents of a part into an untouched region: edits, bodies, chests and rows. A body whose
// ID is taken meanwhile gets a new one.
func (i *State) Settle(r *Region, p *RegionPart) {
	for _, e := range p.Edits {
		r.Set(e.K, e.Ground, e.Block, e.State)
	}
	renamed := map[game.EntityID]game.EntityID{}
	for _, b := range p.Bodies {
		if _, taken := i.Space.Find(b.ID); taken {
			id := i.NewID(uint64(b.ID))
			renamed[b.ID], b.ID = id, id
		}
		i.Space.Insert(b)
	}
	for _, h := range p.Chests {
		i.AddChest(r.At.Tile(h.K)).Slots = h.Slots
	}
	for _, o := range p.Traces {
		o.At = r.At.Tile(o.At.Index())
		i.AddOutline(o)
	}
	for _, row := range p.Rows {
		id := row.Id
		if other, ok := renamed[id]; ok {
			id = other
		}
		if i.Declare(row.Name, row.Size) == nil {
			k, _ := i.FindColumn(row.Name)
			i.Columns[k].Set(id, row.Value)
		}
	}
}

// Consistent returns an error for a state whose tables contradict each other.
func (i *State) Consistent() error {
	keys := map[game.PlayerID]bool{}
	seats := map[entity.Seat]bool{}
	for _, list := range [...][]entity.PlayerState{i.Roster, i.Away} {
		for k := range list {
			p := &list[k]
			if keys[p.Key] || seats[p.Seat] || p.Seat > i.LastSeat {
				return fmt.Errorf("seat %d: not the only one of its seat and key", p.Seat)
			}
			keys[p.Key], seats[p.Seat] = true, true
		}
	}
	for k := range i.Away {
		if i.Away[k].Body != 0 {
			return fmt.Errorf("seat %d is away and has a body", i.Away[k].Seat)
		}
	}
	for k := range i.Roster {
		p := &i.Roster[k]
		if b := i.Body(p.Body); b == nil || b.Kind != entity.Player || b.Seat != p.Seat {
			return fmt.Errorf("seat %d is in the world and has no body", p.Seat)
		}
	}
	if err := i.belongsTogether(); err != nil {
		return err
	}
	owners := 0
	for k := range i.Space.Bodies() {
		b := &i.Space.Bodies()[k]
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
	if owners != len(i.Roster) {
		return fmt.Errorf("%d bodies of players for %d players", owners, len(i.Roster))
	}
	return nil
}
