package world

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/flock"
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
	next.Motion.Do, next.Motion.Mover = i.Motion.Do, i.Motion.Mover
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
		if known, err := i.readTable(string(p.Name), p.Data); known {
			if err != nil {
				return nil, err
			}
			continue
		}
		at, ok := RegionOfPart(p.Name)
		if !ok {
			return nil, fmt.Errorf("%w: unknown part %q", ErrSnapshot, p.Name)
		}
		if err := i.ReadRegion(at, p.Data); err != nil {
			return nil, fmt.Errorf("%w: region %d %d: %w", ErrSnapshot, at.X, at.Y, err)
		}
	}
	if err := i.awaken(odd); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	// Parts come by column, tables are kept by row.
	slices.SortFunc(i.Land.Regions, func(a, b *Region) int { return a.At.Compare(b.At) })
	slices.SortFunc(i.Dormant.List, func(a, b DormantRegion) int { return a.At.Compare(b.At) })
	i.Land.Reindex()
	i.RaiseBorders()
	if err := i.Consistent(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	i.Roster.SumAway()
	i.Chat.Sum()
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
	i.Gen.Start = item.Start(c.U8())
	c.Must(i.Gen.Start < item.StartCount, "the start is known")
	i.Clock = game.Tick(c.U64())
	c.Must(i.Clock < game.MaxTick, "no world is as old as its tick")
	i.Roster.LastSeat = entity.Seat(c.U16())
	i.Ledger.read(&c)
	i.Chat.read(&c)
	i.Components.Read(&c)
	i.Roster.read(&c)
	c.Within("its place among the islands", 0)
	i.Gen.Cap = i.Topology.read(&c, i.Clock)
	c.Within("the islands that went into it", 0)
	i.Absorbed.read(&c, i.Register.SelfID, i.Clock)
	if err := c.Done(); err != nil {
		return fmt.Errorf("%w: its head: %w", ErrSnapshot, err)
	}
	return nil
}

// Consistent returns an error for a state whose tables contradict each other.
func (i *State) Consistent() error {
	if err := i.Roster.consistent(); err != nil {
		return err
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b == nil || b.Kind != entity.Player || b.Seat != p.Seat {
			return fmt.Errorf("seat %d is in the world and has no body", p.Seat)
		}
	}
	if err := i.Topology.consistent(i); err != nil {
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
		o := i.Space.Body(b.Other)
		if o == nil || o.Other != b.ID || (b.Flags^o.Flags)&(entity.Carried|entity.Carrying) != entity.Carried|entity.Carrying {
			return fmt.Errorf("body %x carries or is carried by nobody", b.ID)
		}
		if b.Flags&entity.Riding != 0 && o.Kind != entity.Cart {
			return fmt.Errorf("body %x rides a body that is no cart", b.ID)
		}
	}
	if owners != len(i.Roster.Here) {
		return fmt.Errorf("%d bodies of players for %d players", owners, len(i.Roster.Here))
	}
	return nil
}

// readTable reads the part of a table that belongs to no region; known is false for another part.
func (i *State) readTable(name string, data []byte) (known bool, err error) {
	what := ""
	switch name {
	case GateName:
		what, err = "gate", i.Gate.Read(data)
	case lawName:
		what, err = "laws", i.Code.readLaws(data)
	case codeName:
		what, err = "ordinances", i.Code.read(data)
	case claimName:
		what, err = "claims", i.Claims.Read(data)
	case blueprintName:
		what, err = "blueprints", i.Blueprints.Read(data)
	case flockName:
		c := codec.Read(data)
		i.Flock = flock.Read(&c)
		what, err = "flock", c.Done()
	case challengeName:
		what, err = "challenges", i.Challenges.Read(data)
	case abroadName:
		what, err = "people of other islands", i.Abroad.Read(data)
	case annalsName:
		what, err = "annals", i.Annals.Read(data)
	case lightName:
		what, err = "lights", i.Lights.Read(data)
	case storeName:
		what, err = "stores", i.Stores.Read(data)
	default:
		return false, nil
	}
	if err != nil {
		err = fmt.Errorf("%w: its %s: %w", ErrSnapshot, what, err)
	}
	return true, err
}
