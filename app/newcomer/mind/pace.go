package mind

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
)

// A newcomer is no faster than a person. The times are in ticks.
const (
	// arrives is for how long it looks at the new world and tries the keys before it does anything.
	arrives game.Tick = 20 * game.TicksPerSecond
	// thinks is how long it takes to decide before each thing that it does, and reads how long to read and to
	// think over a new goal.
	thinks, reads game.Tick = 45, 6 * game.TicksPerSecond
	// reaction is how long it takes to act on what it sees, when it is in a hurry or begins to dig: 250 ms.
	reaction game.Tick = 15
	// readsWord is how long a word of a message takes: 200 words a minute.
	readsWord game.Tick = 60 * game.TicksPerSecond / 200
	// opens is how long it takes to open a panel; finds to find a recipe for the first time, and findsAgain
	// later. A panel stays open for a moment.
	opens, finds, findsAgain, staysOpen game.Tick = 30, 4 * game.TicksPerSecond, 90, 3 * game.TicksPerSecond
	// rummages is how long it takes something out of the bag, and menus how long to find a line of the menu.
	rummages, menus game.Tick = 90, 150
	// It stops to look around for looksFor after each looksEvery of walking, and for as long where it sees a
	// kind of creature or thing for the first time.
	looksEvery, looksFor = 20 * game.TicksPerSecond, 2 * game.TicksPerSecond
)

// notices are the messages to a player, how many words each has, and whether it comes once only.
var notices = [event.KindCount]struct {
	words game.Tick
	once  bool
}{
	event.Clung: {10, true}, event.Hurt: {5, true}, event.Guttered: {9, true}, event.BurntDown: {7, false},
	event.KnockedOut: {14, false}, event.Fell: {12, false}, event.Recovered: {6, false}, event.Robbed: {10, false},
	event.GoalReached: {6, false}, event.LightWon: {8, false}, event.Feasted: {20, false},
}

// pace is the reading and looking of a newcomer, besides its act.
type pace struct {
	reading game.Tick             // until when it reads messages
	alert   game.Tick             // when it reacts to danger, 0: there is none
	stroll  game.Tick             // when it looks around next
	gazes   game.Tick             // until when it looks around
	panel   game.Tick             // until when the crafting panel is open
	recipes map[int]bool          // those that it has found in the panel
	told    [event.KindCount]bool // the messages that it has read
	met     [256]bool             // the kinds of bodies that it has seen
	coming  []coming              // lessons that it is still reading
}

// coming is a lesson that is being read.
type coming struct {
	at game.Tick
	lessons
}

// message takes the time to read a message that comes now, and returns when it is read.
func (p *pace) message(k event.Kind, now game.Tick) game.Tick {
	n := &notices[k]
	if n.words > 0 && !(n.once && p.told[k]) {
		p.reading = max(p.reading, now) + n.words*readsWord
	}
	p.told[k] = true
	return max(p.reading, now+reaction)
}

// busy reports whether the player reads before it decides what to do. In danger it acts first.
func (p *Player) busy() bool { return p.Now < p.reading && !p.hurried() }

// startled reports whether the player drops what it does, since it has seen a danger and has reacted.
func (p *Player) startled() bool {
	switch {
	case p.does == nil || !p.alarmed():
		p.alert = 0
	case p.alert == 0:
		p.alert = p.Now + reaction
	case p.Now >= p.alert:
		p.alert = 0
		return true
	}
	return false
}

// gazing reports whether a player that walks stops to look around.
func (p *Player) gazing() bool {
	for k := range p.Bodies {
		if b := p.Bodies[k].Kind; !p.met[b] && b != entity.NoKind {
			p.met[b] = true
			p.gazes = p.Now + looksFor
		}
	}
	if p.hurried() {
		return false
	}
	if p.stroll == 0 {
		p.stroll = p.Now + looksEvery
	}
	if p.Now >= p.stroll {
		p.gazes, p.stroll = p.Now+looksFor, p.Now+looksFor+looksEvery
	}
	return p.Now < p.gazes
}

// crafting carries a recipe out in the panel, after the player has opened it and found the recipe.
func (p *Player) crafting(recipe, times int) *once {
	return &once{delay: p.leaf(recipe, p.Now), cmd: command.Command{Kind: command.Craft, Slot: uint8(recipe), Count: uint8(times)}}
}

// leaf returns how long it takes to find a recipe in the panel.
func (p *pace) leaf(recipe int, now game.Tick) game.Tick {
	d := findsAgain
	if !p.recipes[recipe] {
		d = finds
		p.recipes[recipe] = true
	}
	if now > p.panel {
		d += opens
	}
	p.panel = now + d + staysOpen
	return d
}

// goHome lets the menu take the player home.
func (p *hands) goHome() act {
	return &once{delay: menus, cmd: command.Command{Kind: command.Home}, wait: 60}
}

// lead is the answer of the crafting panel about an ore, and how the player follows it.
type lead struct {
	kind item.Kind

	dir   int       // in eighths of a circle
	legs  int32     // tiles of the next leg
	least int32     // how near it has come
	vain  int       // how often it came no nearer
	after game.Tick // until then it looks by itself: the panel has led nowhere
}
