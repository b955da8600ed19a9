// Package persona gives a player a name and a look until the player chooses them. Both follow from a key, so
// that a player is the same in every world, or from chance, when the player throws the dice.
package persona

import (
	"encoding/binary"

	"manyhold/game/entity"
	"manyhold/net/key"
)

// The numbers of choices of the figures that are drawn; a test holds them together. Dyes is how far a coat is
// from the shirt of its colour.
const (
	skins, hairColours, trousers = 4, 9, 6
	Dyes                         = 9
)

// Bytes of a key are evenly spread. These are the places of the numbers that a persona is made of.
const (
	skinAt = iota
	hairColourAt
	shirtAt
	trousersAt
	outlineAt // two bytes
	nameAt    // four bytes
	seedEnd   = nameAt + 6
)

// beginnings and endings are the halves of names. Any two make a word that is easily said in many languages,
// and none of them one that is better not said.
var (
	beginnings = [...]string{
		"Al", "Ar", "Bel", "Bren", "Cal", "Cor", "Dal", "El", "Fen", "Fer", "Gal", "Har", "Il", "Jan", "Jor", "Kal", "Kel", "Lin", "Lor",
		"Mar", "Mel", "Mir", "Nor", "Ol", "Per", "Quin", "Ro", "Sel", "Tal", "Tor", "Ul", "Val", "Wil", "Yor", "Zan",
	}
	endings = [...]string{
		"a", "an", "ara", "by", "da", "den", "do", "ea", "el", "en", "enna", "eo", "i", "ia", "ian", "ida", "iel", "in", "io", "is",
		"ita", "o", "on", "ora", "os", "ric", "ta", "wen", "win", "wyn",
	}
)

// Outline is what makes figures different from afar: hair, hat and the cut of the clothes.
type Outline struct {
	Hair, Hat uint8
	Coat      bool
}

// Outlines are the outlines that a persona may have. Their drawn shapes differ clearly, which a test
// measures.
var Outlines = [...]Outline{
	{Hair: 0, Hat: 1},             // straw hat
	{Hair: 3, Hat: 2},             // cap
	{Hair: 2},                     // curls
	{Hair: 4},                     // topknot
	{Hair: 1, Hat: 5, Coat: true}, // wreath, long coat
	{Hair: 1, Hat: 4},             // bobble hat
	{Hair: 0, Hat: 6, Coat: true}, // hood, long coat
	{Hair: 1, Hat: 7},             // pointed hat
	{Hair: 0, Hat: 8},             // ears of a fox
	{Hair: 3, Hat: 9, Coat: true}, // top hat, long coat
	{Hair: 0, Hat: 3, Coat: true}, // miner's helmet, long coat
}

// Of returns the name and the look that follow from a key.
func Of(id key.ID) (name string, look entity.Look) { return from(id[:]) }

// Name returns the name that follows from a key.
func Name(id key.ID) string {
	name, _ := from(id[:])
	return name
}

// Look returns the look that follows from a key.
func Look(id key.ID) entity.Look {
	_, look := from(id[:])
	return look
}

// Roll returns a name and a look of chance: seed has bytes of chance.
func Roll(seed [seedEnd]byte) (name string, look entity.Look) { return from(seed[:]) }

// Seed is the number of bytes that Roll makes a persona of.
const Seed = seedEnd

func from(b []byte) (name string, look entity.Look) {
	n := binary.LittleEndian.Uint32(b[nameAt:])
	name = beginnings[n%uint32(len(beginnings))] + endings[n/uint32(len(beginnings))%uint32(len(endings))]
	o := Outlines[binary.LittleEndian.Uint16(b[outlineAt:])%uint16(len(Outlines))]
	look = Dress(entity.Look{
		Skin: b[skinAt] % skins, HairColour: b[hairColourAt] % hairColours,
		Shirt: b[shirtAt] % Dyes, Trousers: b[trousersAt] % trousers,
	}, o)
	return name, look
}

// Dress returns a look with another outline.
func Dress(l entity.Look, o Outline) entity.Look {
	l.Hair, l.Hat, l.Shirt = o.Hair, o.Hat, l.Shirt%Dyes
	if o.Coat {
		l.Shirt += Dyes
	}
	return l
}

// OutlineOf returns the outline of a look.
func OutlineOf(l entity.Look) Outline {
	return Outline{Hair: l.Hair, Hat: l.Hat, Coat: l.Shirt/Dyes%2 > 0}
}
