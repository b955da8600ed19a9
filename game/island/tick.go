package island

import (
	"manyhold/game/act"
	"manyhold/game/beacon"
	"manyhold/game/board"
	"manyhold/game/carry"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fall"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/goal"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/making"
	"manyhold/game/pins"
	"manyhold/game/random"
	"manyhold/game/revert"
	"manyhold/game/script"
	"manyhold/game/tune"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// StepTick executes one tick with these commands, which it puts in order. Afterwards Events holds the tick's
// events. Prediction uses it; a confirmed island is stepped by turns.
func StepTick(i *world.State, cmds []world.SeatCommand) {
	i.Happened = i.Happened[:0]
	i.Due = append(i.Due[:0], cmds...)
	step(i, i.Due)
}

// step executes one tick. Its order is a rule of the world.
func step(i *world.State, cmds []world.SeatCommand) {
	told := len(i.Happened)
	living.Survey(i)
	script.Look(i)
	inOrder(i, cmds)
	for k := range cmds {
		execute(i, &cmds[k])
	}
	for k := range i.Roster.Here {
		act.WorkPlayer(i, &i.Roster.Here[k])
	}
	act.Pelt(i)
	living.Roam(i)
	dark.Step(i)
	living.Drive(i)
	living.GlideOn(i)
	living.MoveBodies(i)
	living.MoveFlock(i)
	carry.Step(i)
	if len(i.Border.Ghosts) > 0 {
		federation.MeetGhosts(i)
	}
	if !i.Partial && len(i.Land.Borders) > 0 {
		federation.CrossLines(i)
	}
	if !i.Partial && act.AnyDoors(i) {
		act.Travel(i)
	}
	i.Happened = append(i.Happened, i.Space.Events...)
	i.Space.Events = i.Space.Events[:0]
	act.Gather(i)
	fall.Settle(i)
	act.Cool(i)
	beacon.Tend(i)
	tune.Step(i)
	living.Grow(i)
	living.Labour(i)
	act.Tend(i)
	act.WearOff(i)
	act.KeepClaims(i)
	living.Follow(i)
	act.TellLosses(i)
	goal.Step(i)
	board.Step(i, i.Happened[told:])
	board.Chronicle(i, i.Happened[told:])
	script.Run(i)
	act.Depart(i)
	act.WatchRegions(i)
	i.Clock++
	living.Attend(i)
	federation.LookAround(i)
}

// inOrder sorts the commands of a tick. Authors are sorted by a hash of seed, tick and seat, so that no
// author is always first and the order of arrival does not matter; each author's commands by their number.
// Strangers, which have no seat, are told apart by their keys.
func inOrder(i *world.State, cmds []world.SeatCommand) {
	rank := func(c *world.SeatCommand) uint64 {
		if c.Seat == 0 {
			return random.Hash(i.Gen.Seed, uint64(i.Clock), act.KeyHash(c.Key), 1)
		}
		return random.Hash(i.Gen.Seed, uint64(i.Clock), uint64(c.Seat), 0)
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
func execute(i *world.State, c *world.SeatCommand) {
	if c.Command.Kind == command.Enter {
		act.Enter(i, c)
		return
	}
	p := i.Roster.BySeat(c.Seat)
	if p == nil || c.Seq != 0 && c.Seq <= p.LastSeq {
		return
	}
	if c.Seq != 0 {
		p.LastSeq = c.Seq
		p.LastSeen = i.Clock
	}
	b := i.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 {
		act.Remember(i, p)
		if b != nil && c.Command.Kind == command.Home && fall.Out(i, p) {
			if why := fall.GiveUp(i, p, b); why != event.NoReason {
				i.Refuse(p, c.Seq, why)
			}
			return
		}
		if c.Command.Kind != command.Sleep {
			i.Refuse(p, c.Seq, event.NotHere)
		}
		return
	}
	seat := p.Seat // p and b may be elsewhere afterwards
	i.Diary.Hand = seat
	why := obey(i, p, b, c)
	i.Diary.Hand = 0
	if why != event.NoReason {
		i.Refuse(p, c.Seq, why)
	} else {
		act.Mark(i, seat, c.Command.Kind)
	}
}

// obey executes a command of a player that is awake in the world.
func obey(i *world.State, p *entity.PlayerState, b *entity.Body, c *world.SeatCommand) event.Reason {
	if why := act.Able(i, p, b, &c.Command); why != event.NoReason {
		return why
	}
	switch cmd := &c.Command; cmd.Kind {
	case command.Leave:
		return federation.Leave(i, p)
	case command.Sleep:
		return act.FallAsleep(i, p)
	case command.Move:
		p.Move, b.Face = cmd.Dir.Clamp(fixed.One), cmd.Face
	case command.Dig:
		return act.StartDig(i, p, b, cmd.Tile, c.Seq)
	case command.StopDig:
		if p.Action == entity.Digging {
			living.Act(i, p, entity.Idle)
		}
	case command.Place:
		return act.Place(i, p, b, cmd.Tile, cmd.Slot)
	case command.Use:
		return act.Use(i, p, b, cmd.Tile)
	case command.Select:
		return act.SelectSlot(i, p, cmd.Slot)
	case command.Kick:
		return act.Kick(i, p, b, cmd.Dir)
	case command.PickUp:
		return federation.PickUp(i, p, b, cmd.Entity)
	case command.Throw:
		return act.Throw(i, p, b, cmd.Dir, cmd.Slot)
	case command.Drop:
		return act.Drop(i, p, b, cmd.Slot, cmd.Count)
	case command.ChestPut, command.ChestTake, command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort, command.BagSort:
		return store(i, p, b, cmd)
	case command.Swap:
		return act.Swap(i, p, cmd.Slot, cmd.Slot2)
	case command.Say:
		return act.Say(i, p, b, cmd.Text)
	case command.Emote:
		return act.Emote(i, p, b, cmd.Count)
	case command.SetName:
		return act.Rename(i, p, cmd.Text)
	case command.SetLook:
		p.Look = cmd.Look
	case command.Play:
		return tune.Play(i, p, b, cmd.Count)
	case command.Carry:
		return carry.Do(i, p, b, cmd.Entity)
	case command.Pin:
		return pins.Set(p, cmd.Tile, cmd.Count)
	case command.Wear:
		return act.Wear(i, p, cmd.Text)
	case command.Fill:
		return act.Fill(i, p, b, cmd.Tile)
	case command.Erase:
		return act.Erase(i, p, b, cmd.Tile, cmd.Count != 0)
	case command.Craft:
		return act.Craft(i, p, b, cmd.Slot, cmd.Count)
	case command.Visit:
		return act.RequestVisit(i, p, b, cmd.Entity)
	case command.RemoteVisit:
		return act.RequestRemoteVisit(i, b, cmd)
	case command.Welcome:
		return act.LetIn(i, b, cmd.Entity)
	case command.Home:
		return act.GoHome(i, p, b)
	case command.Claim:
		return act.Claim(i, p, b, claim.Plot{At: cmd.Tile, W: cmd.Slot, H: cmd.Slot2}, c.Seq)
	case command.Unclaim:
		return act.Unclaim(i, p, cmd.Tile)
	case command.Share:
		return act.Share(i, p, cmd.Tile, cmd.Entity, claim.Grant(cmd.Count))
	case command.Revert:
		return revert.Do(i, p, cmd)
	case command.Put, command.PutAway, command.Shift, command.Adjust, command.Relink, command.Ask:
		return making.Do(i, p, b, cmd)
	default:
		panic("island: a command that Decode let pass is not known: " + cmd.Kind.String())
	}
	return event.NoReason
}

// store executes a command about a chest, or sorts the inventory.
func store(i *world.State, p *entity.PlayerState, b *entity.Body, cmd *command.Command) event.Reason {
	switch cmd.Kind {
	case command.ChestPut:
		return act.ChestPut(i, p, b, cmd.Tile, cmd.Slot, cmd.Count)
	case command.ChestTake:
		return act.ChestTake(i, p, b, cmd.Tile, cmd.Slot, cmd.Count)
	case command.ChestTakeAll:
		return act.ChestTakeAll(i, p, b, cmd.Tile)
	case command.ChestStack:
		return act.ChestStack(i, p, b, cmd.Tile)
	case command.ChestMove:
		return act.ChestMove(i, p, b, cmd.Tile, cmd.Slot, cmd.Slot2, cmd.Count)
	case command.ChestSort:
		return act.ChestSort(i, b, cmd.Tile)
	}
	item.Sort(p.Inventory[item.HotbarSlots:])
	return event.NoReason
}

// Step executes a turn.
func Step(i *world.State, t *turn.Turn) {
	i.Happened = i.Happened[:0]
	living.Survey(i)
	for k := range t.Records {
		switch r := &t.Records[k]; r.Kind {
		case turn.Parcel:
			federation.Take(i, r.Island, i.Register.SelfID, r.Seq, t.Body(r))
		case turn.Acknowledgement:
			federation.Acknowledged(i, r.Island, r.Seq)
		case turn.Ordinance:
			act.Enact(i, r.Ordinance)
		case turn.Piece:
			p := t.Piece(r)
			act.Publish(i, &p)
		}
	}
	for at := range t.Ticks {
		i.Due = i.Due[:0]
		for k := range t.Records {
			if r := &t.Records[k]; r.At == at && r.Kind == turn.Command {
				i.Due = append(i.Due, r.SeatCommand)
			}
		}
		step(i, i.Due)
	}
}
