package island

import (
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
)

// StepTick executes one tick with these commands, which it puts in order. Events holds what happened
// in it. Prediction runs on it; a confirmed island is stepped by turns.
func StepTick(i *State, cmds []SeatCommand) {
	i.events = i.events[:0]
	i.due = append(i.due[:0], cmds...)
	step(i, i.due)
}

// step executes one tick (see the package comment for the order).
func step(i *State, cmds []SeatCommand) {
	inOrder(i, cmds)
	for k := range cmds {
		execute(i, &cmds[k])
	}
	for k := range i.players {
		workPlayer(i, &i.players[k])
	}
	pelt(i)
	roam(i)
	drive(i)
	i.moveBodies()
	if len(i.ghosts) > 0 {
		meetGhosts(i)
	}
	if !i.partial && len(i.borders) > 0 {
		crossLines(i)
	}
	if !i.partial && anyDoors(i) {
		travel(i)
	}
	i.events = append(i.events, i.space.Events...)
	i.space.Events = i.space.Events[:0]
	gather(i)
	cool(i)
	grow(i)
	labour(i)
	tend(i)
	wearOff(i)
	depart(i)
	watchRegions(i)
	i.tick++
	i.attend()
	lookAround(i)
}

// inOrder sorts the commands of a tick: authors by a hash of seed, tick and seat, so that nobody is
// always first and the order in which commands arrived does not matter; each author's commands by their
// number. Strangers, who have no seat, are told apart by their keys.
func inOrder(i *State, cmds []SeatCommand) {
	rank := func(c *SeatCommand) uint64 {
		if c.Seat == 0 {
			return random.Hash(i.genesis.Seed, uint64(i.tick), keyHash(c.Key), 1)
		}
		return random.Hash(i.genesis.Seed, uint64(i.tick), uint64(c.Seat), 0)
	}
	for a := 1; a < len(cmds); a++ { // insertion sort: stable, and there are few
		for c := a; c > 0; c-- {
			x, y := rank(&cmds[c-1]), rank(&cmds[c])
			if x < y || x == y && cmds[c-1].Seq <= cmds[c].Seq {
				break
			}
			cmds[c-1], cmds[c] = cmds[c], cmds[c-1]
		}
	}
}

// execute lets one command take effect, or refuses it.
func execute(i *State, c *SeatCommand) {
	if c.Command.Kind == command.Enter {
		enter(i, c)
		return
	}
	p := playerBySeat(i, c.Seat)
	if p == nil || c.Seq != 0 && c.Seq <= p.LastSeq {
		return
	}
	if c.Seq != 0 {
		p.LastSeq = c.Seq
		p.LastSeen = i.tick
	}
	b := i.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 {
		remember(i, p)
		if c.Command.Kind != command.Sleep {
			i.refuse(p, c.Seq, event.NotHere)
		}
		return
	}
	if why := obey(i, p, b, c); why != event.NoReason {
		i.refuse(p, c.Seq, why)
	}
}

// obey executes a command of a player who is awake in the world.
func obey(i *State, p *entity.PlayerState, b *entity.Body, c *SeatCommand) event.Reason {
	if why := able(i, p, &c.Command); why != event.NoReason {
		return why
	}
	switch cmd := &c.Command; cmd.Kind {
	case command.Leave:
		return leave(i, p)
	case command.Sleep:
		return fallAsleep(i, p)
	case command.Move:
		p.Move, b.Face = cmd.Dir.Clamp(fixed.One), cmd.Face
	case command.Dig:
		return startDig(i, p, b, cmd.Tile, c.Seq)
	case command.StopDig:
		if p.Action == entity.Digging {
			act(i, p, entity.Idle)
		}
	case command.Place:
		return place(i, p, b, cmd.Tile, cmd.Slot)
	case command.Use:
		return use(i, p, b, cmd.Tile)
	case command.Select:
		return selectSlot(i, p, cmd.Slot)
	case command.Kick:
		return kick(i, p, b, cmd.Dir)
	case command.PickUp:
		return pickUp(i, p, b, cmd.Entity)
	case command.Throw:
		return throw(i, p, b, cmd.Dir, cmd.Slot)
	case command.Drop:
		return drop(i, p, b, cmd.Slot, cmd.Count)
	case command.ChestPut:
		return i.chestPut(p, b, cmd.Tile, cmd.Slot, cmd.Count)
	case command.ChestTake:
		return i.chestTake(p, b, cmd.Tile, cmd.Slot, cmd.Count)
	case command.Swap:
		return swap(i, p, cmd.Slot, cmd.Slot2)
	case command.Say:
		return say(i, p, b, cmd.Text)
	case command.Emote:
		return emote(i, p, b, cmd.Count)
	case command.SetName:
		return rename(i, p, cmd.Text)
	case command.SetLook:
		p.Look = cmd.Look
	case command.Fill:
		return fill(i, p, b, cmd.Tile)
	case command.Erase:
		return i.erase(p, b, cmd.Tile, cmd.Count != 0)
	case command.Craft:
		return craft(i, p, b, cmd.Slot, cmd.Count)
	case command.Visit:
		return knock(i, p, b, cmd.Entity)
	case command.Call:
		return call(i, b, cmd)
	case command.Welcome:
		return letIn(i, b, cmd.Entity)
	case command.Home:
		return goHome(i, p, b)
	default:
		panic("island: a command that Decode let pass is not known: " + cmd.Kind.String())
	}
	return event.NoReason
}

// refuse tells that a command was refused.
func (i *State) refuse(p *entity.PlayerState, seq uint64, why event.Reason) {
	e := event.Event{Kind: event.Refused, Tick: i.tick, Seat: p.Seat, Seq: seq, A: int32(why), Pos: p.Last}
	if b := i.Body(p.Body); b != nil {
		e.Pos = b.Pos
	}
	e.Tile = grid.TileAt(e.Pos)
	i.events = append(i.events, e)
}

// tell notes an event at a tile by a player, who may be nil.
func (i *State) tell(k event.Kind, p *entity.PlayerState, t grid.Tile, a, b int32) {
	e := event.Event{Kind: k, Tick: i.tick, Pos: t.Centre(), Tile: t, A: a, B: b}
	if p != nil {
		e.Seat = p.Seat
	}
	i.events = append(i.events, e)
}

// tellBody notes an event of a body by a player.
func (i *State) tellBody(k event.Kind, p *entity.PlayerState, b *entity.Body, a, c int32) {
	i.events = append(i.events, event.Event{Kind: k, Tick: i.tick, Seat: p.Seat, Pos: b.Pos, Tile: grid.TileAt(b.Pos), Entity: b.ID, A: a, B: c})
}

// tellText notes an event with words.
func (i *State) tellText(k event.Kind, p *entity.PlayerState, pos fixed.Vec, text string) {
	i.events = append(i.events, event.Event{Kind: k, Tick: i.tick, Seat: p.Seat, Pos: pos, Tile: grid.TileAt(pos), Text: text})
}
