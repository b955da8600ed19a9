// Package tune is the music that players make: notes on an instrument in hand, and scores that play a whole
// tune, as functions on a world.State. A note is one of five, numbered from 1. Package audio takes
// their pitch from the key of the world's music: so they always fit it, and each other.
//
// A score in hand is played note by note, one event each, so that everybody near hears it, also who comes
// later. It ends with its last note, or when the player does something else, takes another thing into its
// hand, or falls asleep. Nothing is stored for it but the player's action and when that began.
package tune

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/world"
)

const (
	// Notes is how many notes an instrument has.
	Notes = 5
	// apart is the least time between two notes of a player, in ticks: ten a second.
	apart game.Tick = 6
)

// song is the tune of a score.
type song struct {
	beat  game.Tick // from one note to the next
	notes string    // '1' to '5'; anything else is a rest
}

// songs are the tunes. Those that are hard to find are longer.
var songs = [item.KindCount]song{
	item.ShoreScore:  {20, "1-3-5-3-2-1-2---1-3-5-3-4-3-1---"},
	item.HearthScore: {24, "5-3-1-1-2-3-2---5-3-1-2-3-2-1---"},
	item.NineScore:   {18, "1-12-3-5-4-3-2--2-23-5-4-3-2-1--3-35-4-3-2-3-1-----"},
}

// Long returns how long the tune of a score is, in ticks; 0 for what is no score.
func Long(k item.Kind) game.Tick {
	if k >= item.KindCount {
		return 0
	}
	return songs[k].beat * game.Tick(len(songs[k].notes))
}

// inHand returns what a player has in hand.
func inHand(p *entity.PlayerState) item.Kind { return p.Inventory[p.Slot].Kind }

// Play lets a player play a note on the instrument in its hand.
func Play(i *world.State, p *entity.PlayerState, b *entity.Body, note uint8) event.Reason {
	k := inHand(p)
	switch {
	case k.Info().Use != item.Strum:
		return event.NeedsInstrument
	case note < 1 || note > Notes:
		return event.NothingThere
	case p.Action == entity.Using && i.Clock < p.ActionAt+apart:
		return event.TooSoon
	}
	living.Act(i, p, entity.Using)
	i.TellBody(event.Played, p, b, int32(k), int32(note))
	return event.NoReason
}

// Perform lets a player begin with the score in its hand, or end if it plays it.
func Perform(i *world.State, p *entity.PlayerState, b *entity.Body, k item.Kind) event.Reason {
	switch {
	case Long(k) == 0 || inHand(p) != k:
		return event.WrongItem
	case p.Action == entity.Playing:
		end(i, p, b, k)
		return event.NoReason
	}
	living.Act(i, p, entity.Playing)
	i.TellBody(event.Performed, p, b, int32(k), 1)
	return event.NoReason
}

// Step plays the notes of a tick. A copy for prediction is silent: the notes come with the turn.
func Step(i *world.State) {
	if i.Partial {
		return
	}
	for n := range i.Roster.Here {
		p := &i.Roster.Here[n]
		if p.Action != entity.Playing {
			continue
		}
		b, k := i.Space.Body(p.Body), inHand(p)
		if b == nil {
			continue
		}
		since := i.Clock - p.ActionAt
		if b.Flags&entity.Asleep != 0 || since >= Long(k) {
			end(i, p, b, k)
			continue
		}
		s := &songs[k]
		if since%s.beat != 0 {
			continue
		}
		if c := s.notes[since/s.beat]; c >= '1' && c < '1'+Notes {
			i.TellBody(event.Played, p, b, int32(voice(p)), int32(c-'0'))
		}
	}
}

// voice returns the first instrument that a player carries, on which it plays a score; item.None if it has
// to sing.
func voice(p *entity.PlayerState) item.Kind {
	for _, s := range p.Inventory {
		if s.Count > 0 && s.Kind.Info().Use == item.Strum {
			return s.Kind
		}
	}
	return item.None
}

func end(i *world.State, p *entity.PlayerState, b *entity.Body, k item.Kind) {
	living.Act(i, p, entity.Idle)
	i.TellBody(event.Performed, p, b, int32(k), 0)
}
