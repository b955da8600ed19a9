package audio

import (
	"manyhold/audio/music"
	"manyhold/game"
)

// Character is the kind of music of a place.
type Character = music.Character

// The characters.
const (
	NoCharacter = music.NoCharacter
	OfLight     = music.OfLight
	OfStone     = music.OfStone
	OfWood      = music.OfWood
	OfSea       = music.OfSea
	OfSpring    = music.OfSpring
	OfFire      = music.OfFire
)

// Theme is the music of a place; without a Character it is the world's.
type Theme struct {
	Seed      uint64 // of the place: different for each
	Character Character
	Since     game.Tick // when it was heard first, from which on its repetitions count
}

// Play lets the music of a place be heard from the next frame on, where there is one.
func (p *Player) Play(t Theme) { p.hearing.theme = t }
