// Package world is the state of an island: all regions that are active together, the bodies and players in
// them, and the island's knowledge of other islands. The rules are in packages living, act, federation and
// island, which are functions on a State.
//
// A State is a list of tables: Roster, Bodies, Components, Land, DormantRegions, Chests, Outlines, Works,
// Diary (package diary), Chat, Ledger, Blueprints (package blueprint), Things (package thing), Flock (package
// flock), Stores (package store), Lights (package lights), Challenges (package challenge), Abroad (package
// abroad), and the tables of Topology. Each table owns its fields, keeps them in order, and has its lookup,
// its bytes for snapshot and digest, its comparison, and its copy. Only work that needs several tables is a
// method of State.
//
// A State is a pure function of its Genesis and of the turns that were executed, in their order. A region is
// unborn (as package terrain makes it, without bytes), active (in the tables) or dormant (kept as the bytes
// of its part of a snapshot, without ticks). The 3×3 regions at the spawn are always active, and the 3×3
// around every player in the world.
//
// A State is not safe for concurrent use: one goroutine owns it.
package world

import (
	"errors"

	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/annals"
	"manyhold/game/blueprint"
	"manyhold/game/challenge"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/component"
	"manyhold/game/diary"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/flock"
	"manyhold/game/gate"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/lights"
	"manyhold/game/store"
	"manyhold/game/thing"
)

var (
	// ErrStranger says that a stranger sent another command than Enter.
	ErrStranger = errors.New("island: not in the world")
	// ErrElsewhere says that a player is, or may be, on another island: see Holds.
	ErrElsewhere = errors.New("island: on another island")
)

// SeatCommand is a command with its author.
type SeatCommand struct {
	Seat    entity.Seat
	Key     game.PlayerID // of Enter, whose author may have no seat yet
	Seq     uint64        // 0: not numbered
	Command command.Command
}

// Tick returns the tick that the state has reached, as a builtin type.
func (i *State) Tick() uint64 { return uint64(i.Clock) }

// Genesis is the origin of a world's state.
type Genesis struct {
	Seed  uint64
	Rules game.Rules
	Cap   uint16     // the most players that one island takes in by merging and at lines; 0: MaxPlayers
	Start item.Start // what newcomers begin with
}

// State is the whole of an island, as data. The zero value is empty; CopyNear and Restore fill it.
type State struct {
	Gen       Genesis
	SpawnTile grid.Tile
	Clock     game.Tick

	Roster     Roster
	Space      Bodies
	Components component.Table
	Land       Land
	Dormant    DormantRegions
	Chests     Chests
	Outlines   Outlines
	Works      Works
	Diary      diary.Table
	Chat       Chat
	Ledger     Ledger
	Government
	Making
	Progress
	Topology

	// The following fields are not state: they are derived from it, or scratch.
	Partial bool // a copy for prediction: regions neither come nor go
	Moved   bool // a player has come, gone or changed its region
	Motion  Motion
	Visits  Visits
	Scratch
}

// Government is what the people of the world decided, and what is theirs.
type Government struct {
	Code   Code // what the charter decided
	Claims claim.Table
	Gate   gate.Gate
}

// Progress is what the people of the world have achieved together.
type Progress struct {
	Lights     lights.Table // of scene 0
	Challenges challenge.Table
	Abroad     abroad.Table // the people of other islands
	Annals     annals.Table
}

// Making is what makers brought into the world.
type Making struct {
	Blueprints blueprint.Register
	Things     thing.Table // those of the active regions
	Stores     store.Table // what scripts keep
	Flock      flock.Table // the sheep of a match
}

// Scratch is what a step makes, and what it works with.
type Scratch struct {
	Happened []event.Event // in the last step, in order; valid until the next
	Due      []SeatCommand
	Workshop any           // of package script
	Gloom    gloom.Fields  // of package dark
	Lanterns Lanterns      // of package beacon
	Calls    []event.Event // commands to things near a player (Seat, Pos, Text), in this tick
	bytes    []byte
}

// Lanterns is where the lanterns of the nine lighthouses of a world stand: derived from its seed when it is
// first asked for.
type Lanterns struct {
	Of    uint64 // the seed
	Known bool
	At    [lights.Count]grid.Tile
}

// Visits is scratch of package living, in which tiles are visited.
type Visits struct {
	Site    Site     // the tile visited now
	Spent   int      // the most that the work of one region has cost in the last tick
	Applied []uint64 // how often each row of the table took effect
}

// Known returns how many players that have ever entered the world are known here.
func (i *State) Known() int {
	return len(i.Roster.Here) + len(i.Roster.Away) + len(i.Register.AwayPlayers)
}

// RaiseBorders derives the regions beyond the lines from the strips.
func (i *State) RaiseBorders() { i.Land.raiseBorders(i.Gen, i.Border.Strips) }

// IsAwake reports whether a player is in the world and not asleep.
func (i *State) IsAwake(p *entity.PlayerState) bool {
	b := i.Space.Body(p.Body)
	return b != nil && b.Flags&entity.Asleep == 0
}

// MaxHealth is the health of an unhurt player.
const MaxHealth = entity.MaxHealth

// Emotes is the number of emotes: 1 to Emotes.
const Emotes = entity.Emotes

// RemoveBody takes a body out of the world, with its components and the thing that it is. A body that it
// carried must have been laid down before.
func (i *State) RemoveBody(id game.EntityID) {
	if k, ok := i.Space.Find(id); ok {
		i.Space.Remove(k)
		i.Components.Drop(id)
		if x := i.Things.OfBody(id); x != nil {
			i.Things.Remove(x)
		}
	}
}

// Refuse tells that a command was refused.
func (i *State) Refuse(p *entity.PlayerState, seq uint64, why event.Reason) {
	e := event.Event{Kind: event.Refused, Tick: i.Clock, Seat: p.Seat, Seq: seq, A: int32(why), Pos: p.Last}
	if b := i.Space.Body(p.Body); b != nil {
		e.Pos = b.Pos
	}
	e.Tile = grid.TileAt(e.Pos)
	i.Happened = append(i.Happened, e)
}

// Tell records an event at a tile by a player, which may be nil.
func (i *State) Tell(k event.Kind, p *entity.PlayerState, t grid.Tile, a, b int32) {
	e := event.Event{Kind: k, Tick: i.Clock, Pos: t.Centre(), Tile: t, A: a, B: b}
	if p != nil {
		e.Seat = p.Seat
	}
	i.Happened = append(i.Happened, e)
}

// TellBody notes an event of a body by a player.
func (i *State) TellBody(k event.Kind, p *entity.PlayerState, b *entity.Body, a, c int32) {
	i.Happened = append(i.Happened, event.Event{Kind: k, Tick: i.Clock, Seat: p.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: a, B: c})
}

// TellText notes an event with words.
func (i *State) TellText(k event.Kind, p *entity.PlayerState, pos fixed.Vec, text string) {
	i.Happened = append(i.Happened, event.Event{Kind: k, Tick: i.Clock, Seat: p.Seat, Pos: pos, Tile: grid.TileAt(pos), Text: text})
}

// NoteChange notes a change on a tile of an active region in its diary, if it is by a player's command. The
// entry's tick, tile and author are filled in.
func (i *State) NoteChange(t grid.Tile, e diary.Entry) {
	if !i.Diary.Noting() || i.Partial {
		return
	}
	if by := i.Diary.By; i.Diary.Hand == 0 {
		e.Tick, e.K = i.Clock, t.Index()
		i.Diary.Note(t.Region(), &by, e)
		return
	}
	if p := i.Roster.BySeat(i.Diary.Hand); p != nil {
		e.Tick, e.K = i.Clock, t.Index()
		i.Diary.Note(t.Region(), &diary.Author{Key: p.Key, Seat: p.Seat, Name: p.Name}, e)
	}
}

// CopyNear makes dst a copy of the surroundings of a tile: the active ones of the 3×3 regions round it, the
// bodies and chests in them, all players with their bodies, clock and chat. dst is for looking and for
// StepTick: in it regions neither come nor go, and newcomers cannot enter. dst keeps its memory, so that a
// copy into a warm dst allocates nothing. dst must not be i.
func (i *State) CopyNear(dst *State, centre grid.Tile) {
	at := centre.Region()
	i.copyTo(dst, func(r grid.Region) bool {
		return r.X-at.X >= -1 && r.X-at.X <= 1 && r.Y-at.Y >= -1 && r.Y-at.Y <= 1
	})
}

// Copy makes dst a copy of all of a copy that CopyNear made.
func (i *State) Copy(dst *State) { i.copyTo(dst, func(grid.Region) bool { return true }) }

func (i *State) copyTo(dst *State, near func(grid.Region) bool) {
	dst.Partial = true
	if dst.Gen.Rules != i.Gen.Rules {
		dst.Motion.Mover = nil
	}
	dst.Gen, dst.SpawnTile, dst.Clock, dst.Register.SelfID, dst.Code = i.Gen, i.SpawnTile, i.Clock, i.Register.SelfID, i.Code
	dst.Claims, dst.Gate, dst.Blueprints, dst.Stores = i.Claims, i.Gate, i.Blueprints, i.Stores // they are never changed in place
	dst.Lights, dst.Challenges, dst.Abroad, dst.Annals = i.Lights, i.Challenges, i.Abroad, i.Annals
	i.Flock.Copy(&dst.Flock)
	dst.Roster.copyFrom(&i.Roster)
	dst.Chat.copyFrom(&i.Chat)
	dst.Ledger = i.Ledger
	dst.Happened = dst.Happened[:0]
	dst.Land.copyFrom(&i.Land, near)
	dst.Border.Ghosts = append(dst.Border.Ghosts[:0], i.Border.Ghosts...)
	dst.Border.Signals = append(dst.Border.Signals[:0], i.Border.Signals...)
	dst.Chests.copyFrom(&i.Chests, near)
	dst.Outlines.copyFrom(&i.Outlines, near)
	dst.Works.copyFrom(&i.Works, near)
	dst.Diary.CopyFrom(&i.Diary, near)
	dst.Space.copyFrom(&i.Space, near)
	dst.Components.CopyFrom(&i.Components, dst.Space.Has)
	dst.Things.CopyFrom(&i.Things, near, dst.Space.Has)
}
