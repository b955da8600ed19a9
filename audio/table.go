package audio

import (
	"math"

	"manyhold/audio/synth"
	"manyhold/game/act"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// cue is how an event sounds.
type cue struct {
	sound synth.Sound
	gain  float64 // 0 counts as 1
	rate  float64 // of pitch; 0 counts as 1
	flat  bool    // from nowhere: as loud everywhere
	why   string  // why it is silent on purpose; then sound is Silence
}

// cueOf returns how e sounds to the player on seat. body is the body that e names, NoKind when unknown.
// Every event either sounds or says why not; a test holds this line.
func cueOf(e *event.Event, body entity.Kind, seat entity.Seat) cue {
	switch e.Kind {
	case event.Entered:
		return cue{sound: synth.Joined, flat: true}
	case event.Left:
		return cue{sound: synth.Left, flat: true}
	case event.Said:
		return cue{sound: synth.Chat, flat: true}
	case event.Emoted:
		return cue{sound: synth.Emote, rate: voiceOf(e.Seat)}
	case event.Renamed:
		return cue{why: "a name changes; nothing in the world moves"}
	case event.DigHit:
		return cue{sound: synth.Hit(touched(e))}
	case event.Dug:
		return cue{sound: synth.Break(touched(e))}
	case event.Placed:
		return cue{sound: synth.Place(touched(e))}
	case event.Opened:
		return cue{sound: opening(tile.Block(e.A), synth.ChestOpen, synth.PortalOpen, synth.DoorOpen)}
	case event.Closed:
		return cue{sound: opening(tile.Block(e.A), synth.ChestClose, synth.PortalClose, synth.DoorClose)}
	case event.Lit:
		return cue{sound: lighting(tile.Block(e.A), synth.LampOn, synth.FireOn)}
	case event.Unlit:
		return cue{sound: lighting(tile.Block(e.A), synth.LampOff, synth.FireOff)}
	case event.PickedUp:
		return cue{sound: synth.PickUp}
	case event.Collected:
		return cue{sound: synth.Collect}
	case event.Thrown:
		return cue{sound: synth.Throw, gain: 0.4 + 0.6*force(e.A)}
	case event.Kicked:
		return cue{sound: synth.Kick, gain: 0.4 + 0.6*force(e.A)}
	case event.Bounced:
		return bouncing(body, float64(e.A)/16)
	case event.Landed:
		return cue{sound: synth.Land, gain: hardness(float64(e.A) / 16)}
	case event.Splashed:
		return cue{sound: synth.Splash}
	case event.ChestPut:
		return cue{sound: synth.ChestPut}
	case event.ChestTaken:
		return cue{sound: synth.ChestTake}
	case event.Dropped:
		return cue{sound: synth.Drop}
	case event.Grew:
		return cue{why: "what grows takes its time and makes no noise"}
	case event.Refused:
		if e.Seat != seat || seat == 0 {
			return cue{why: "what another was refused is between the world and them"}
		}
		return cue{sound: synth.Cannot, flat: true}
	case event.Told:
		return cue{sound: synth.UIOpen, flat: e.Seat == seat && seat != 0}
	case event.VisitRequested:
		return cue{sound: synth.Bump}
	case event.Visited:
		return cue{sound: synth.Travel, flat: e.Seat == seat && seat != 0}
	case event.Travelled: // the traveller hears it at the new place
		return cue{sound: synth.Travel, flat: e.Seat == seat && seat != 0}
	}
	return cueOfLiving(e)
}

// cueOfLiving returns the sound of an event of machines and animals, and of player actions on them.
func cueOfLiving(e *event.Event) cue {
	switch e.Kind {
	case event.Switched:
		if tile.Block(e.A) == tile.Piston {
			return cue{sound: either(e.B == 1, synth.DoorOpen, synth.DoorClose)}
		}
		return cue{sound: synth.Place(OfBlock(tile.Block(e.A))), rate: either(e.B == 1, 1.2, 0.9)}
	case event.Creaked:
		speed := float64(e.A) / 16
		return cue{sound: synth.Creak, gain: hardness(speed), rate: 0.85 + 0.05*min(max(speed, 0), 8)}
	case event.ClaimMade, event.ClaimShared: // a post is driven in
		return cue{sound: synth.Place(synth.Wood), rate: 0.9}
	case event.ThingPut, event.ThingMoved:
		return cue{sound: synth.Place(synth.Wood), rate: 1.15}
	case event.ThingGone:
		return cue{sound: synth.Place(synth.Wood), rate: 0.8}
	case event.ThingSaid:
		return cue{sound: synth.Place(synth.Wood), rate: 1.6}
	case event.ThingFailed:
		return cue{sound: synth.Place(synth.Stone), rate: 0.5}
	case event.ThingUsed:
		return cue{sound: synth.Bump, gain: 0.5}
	case event.ClaimEnded:
		return cue{sound: synth.Place(synth.Wood), rate: 0.7}
	case event.Reverted, event.Reinstated:
		return cue{sound: synth.Place(synth.Stone), rate: 0.8}
	case event.Granted, event.Hushed, event.ClaimFree, event.Published, event.Unpublished, event.ThingChanged,
		event.ThingAsked, event.ThingOffered, event.ThingTold, event.Overruled:
		return cue{why: "words of the interface; nothing in the world moves"}
	case event.ThingSounded:
		return cue{why: "the sound is the maker's own: app/window/jukebox finds it, and Player.Sound plays it"}
	case event.Locked:
		return cue{sound: either(e.B == 1, synth.ChestClose, synth.ChestOpen)}
	case event.Crafted:
		return cue{sound: synth.Place(synth.Wood), rate: 1.3}
	case event.Poured:
		return cue{sound: synth.Splash, rate: either(e.A == int32(item.Bucket), 1.2, 0.9)}
	case event.Felled:
		return cue{sound: synth.Break(synth.Wood), rate: 0.7}
	case event.Hurt:
		return cue{sound: synth.Kick, rate: 0.8}
	case event.Pelted:
		return cue{sound: either(e.A == int32(item.Snowball), synth.Break(synth.Snow), synth.Kick), rate: 1.2}
	case event.Affected:
		if e.A == int32(act.Frozen) || e.A == int32(act.Held) {
			return cue{sound: synth.Place(synth.Glass), rate: 1.4}
		}
		return cue{why: "what passes off makes no noise"}
	case event.Ruled:
		return cue{sound: synth.HostChanged, rate: either(e.B == 1, 1.1, 0.9)}
	case event.KnockedOut:
		return cue{sound: synth.Land, rate: 0.7}
	case event.Woke:
		return cue{sound: synth.FireOn}
	case event.Ate:
		return cue{sound: synth.Hit(synth.Leaf), rate: 1.3}
	case event.Rode:
		return cue{sound: synth.Place(synth.Wood), rate: either(e.A == 1, 0.8, 1.1)}
	case event.LightWon:
		return cue{sound: either(e.B <= 1, synth.FirstLight, synth.Kindled), flat: true}
	case event.Feasted:
		return cue{sound: synth.Feast, flat: true}
	case event.LanternRose:
		return cue{sound: synth.SkyLantern, rate: 0.8 + 0.05*float64(e.Seat%9)}
	case event.GoalReached:
		return cue{sound: synth.Kindled, gain: 0.4, rate: 1.4}
	case event.Flickered:
		return cue{sound: synth.LampOff, flat: e.B == 1}
	case event.Tended:
		return cue{sound: synth.FireOn}
	case event.Watched:
		return cue{sound: synth.Place(synth.Stone), rate: 0.8 + float64(e.A)/60}
	case event.Turned:
		return cue{sound: synth.Hit(OfBlock(tile.Block(e.A)))}
	}
	if c := cueOfShow(e); c != (cue{}) {
		return c
	}
	return cueOfDark(e)
}

// cueOfDark returns the sound of an event of the dark.
func cueOfDark(e *event.Event) cue {
	switch e.Kind {
	case event.ShadeRose:
		return cue{sound: synth.ShadeRises}
	case event.ShadeFaded:
		return cue{sound: synth.ShadeFades}
	case event.Clung:
		return cue{sound: synth.Cling, gain: min(0.6+0.2*float64(max(e.A, 0)), 1)}
	case event.Robbed:
		return cue{sound: synth.Chatter}
	case event.Hoarded:
		return cue{sound: synth.Chatter, rate: 0.8, gain: 0.5}
	case event.Startled:
		return cue{sound: synth.Chatter, rate: 1.3}
	case event.Swooped:
		return cue{sound: synth.Wings, rate: 1.2}
	case event.Cowed:
		return cue{sound: synth.Wings, gain: 0.7}
	case event.MothFled:
		return cue{sound: synth.MothFalls}
	case event.Revived:
		return cue{sound: synth.Revived}
	case event.Fell:
		return cue{sound: synth.Drop, rate: 0.7}
	case event.Recovered:
		return cue{sound: synth.Collect, rate: 0.8}
	case event.Guttered:
		return cue{sound: synth.FireOff, rate: 1.3, gain: 0.6}
	case event.BurntDown:
		return cue{sound: synth.FireOff}
	}
	return cue{}
}

func either[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// touched returns the material of a DigHit, Dug or Placed.
func touched(e *event.Event) Material {
	if e.B == 1 {
		return OfGround(tile.Ground(e.A))
	}
	return OfBlock(tile.Block(e.A))
}

func opening(b tile.Block, chest, portal, door synth.Sound) synth.Sound {
	switch b {
	case tile.Chest, tile.MatchBoard, tile.Notice:
		return chest
	case tile.Portal:
		return portal
	}
	return door
}

func lighting(b tile.Block, lamp, fire synth.Sound) synth.Sound {
	if b == tile.Torch || b == tile.Hearth || b == tile.Beacon || b == tile.Fire {
		return fire
	}
	return lamp
}

// bouncing: a ball's pitch follows the root of its speed, everything else is a dull bump.
func bouncing(body entity.Kind, speed float64) cue {
	if body.Round() {
		pace := min(max(speed, 0.5), 30)
		return cue{sound: synth.Bounce, gain: hardness(speed), rate: math.Sqrt(pace / synth.BounceSpeed)}
	}
	return cue{sound: synth.Bump, gain: hardness(speed)}
}

// hardness is the gain of a collision at a speed in tiles per second: full from 9 on.
func hardness(speed float64) float64 { return min(max(math.Sqrt(max(speed, 0))/3, 0.1), 1) }

func force(a int32) float64 { return min(max(float64(a), 0), 255) / 255 }

// voiceOf is the pitch of a player's emotes: one of ten steps of a pentatonic scale, the same on every peer
// and in every session.
func voiceOf(seat entity.Seat) float64 {
	scale := [...]float64{-10, -8, -5, -3, 0, 2, 4, 7, 9, 12}
	h := (uint64(seat) + 1) * 0x9e3779b97f4a7c15 >> 33
	return math.Pow(2, scale[h%uint64(len(scale))]/12)
}
