// Package blueprint describes what makers publish: signed, versioned templates of things, and the register of
// those that an island knows.
//
// A blueprint is named by its author and a title, "ann/Lamp". Its ID is a hash of the author's key and the
// title, so two authors called Ann have different blueprints. A version is signed by its editor: the author,
// or somebody that the rules let change it (see Register.Admit). The signature covers the bytes of Append.
// Peers check it before they pass a blueprint on, and again when its last piece arrives in a turn.
//
// A blueprint holds everything that a peer needs to execute its things: shape, properties and the sources of
// its scripts. Pictures larger than Picture, sounds and modules are assets, named by their hash, that only
// machines with a window fetch.
package blueprint

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/rights"
)

const (
	// MaxBytes is the most bytes of an encoded blueprint, signature included.
	MaxBytes = 48 << 10
	// MaxSource is the most bytes of the host half of a script, and of the view half.
	MaxSource = 32 << 10
	// MaxTitle and MaxLabel are the most bytes of a title and of other texts for people.
	MaxTitle, MaxLabel = 32, 64
	// MaxProps is the most properties, MaxOptions the most options of one, MaxText the most bytes of a value.
	MaxProps, MaxOptions, MaxText = 16, 12, 256
	// MaxAssets is the most assets that a blueprint names beside its sprite.
	MaxAssets = 8
	// MaxCredits is the most earlier authors.
	MaxCredits = 8
	// MaxChildren is the most children: blueprints whose things come and go with one of this.
	MaxChildren = 8
	// MaxSide is the longest side of an area, in tiles.
	MaxSide = 16
	// MaxLicence is the most bytes of a licence: an SPDX expression.
	MaxLicence = 48
)

// ID names a blueprint in all its versions. Zero is none.
type ID uint64

// IDOf returns the ID of an author's blueprint.
func IDOf(author game.PlayerID, title string) ID {
	h := sha256.New()
	h.Write([]byte("manyhold blueprint\x00"))
	h.Write(author[:])
	h.Write([]byte(title))
	return max(ID(binary.LittleEndian.Uint64(h.Sum(nil))), 1)
}

// Hash names one version: the SHA-256 of its bytes, signature included.
type Hash [32]byte

// Asset names an asset by the SHA-256 of its descriptor (see docs/protocol.md). Zero is none.
type Asset [32]byte

// Form is the kind of body that the things of a blueprint have. The numbers are stored: forms are only
// appended.
type Form uint8

// The forms.
const (
	Block     Form = iota // stands on a tile
	Area                  // a rectangle of Width × Height tiles from its tile on, which nobody feels
	Ball                  // rolls, bounces, is kicked and carried
	Box                   // is pushed and carried
	Land                  // no thing: what a land is like (see Terms)
	FormCount             // how many there are
)

var formNames = [FormCount]string{"block", "area", "ball", "box", "land"}

// String returns the form in a word, as blueprint.toml names it.
func (f Form) String() string {
	if f >= FormCount {
		return "unknown"
	}
	return formNames[f]
}

// Shape is the form of a thing, and its measures.
type Shape struct {
	Form          Form
	Solid         bool        // of a block: nobody walks through it unless the script opened it
	Width, Height uint8       // of an area, in tiles: 1 to MaxSide
	Mass          fixed.S     // of a ball or box, in multiples of the plain one's: 1/4 to 8; 0: 1
	Bounce        fixed.S     // of a ball or box: the part of its speed that is left, 0 to 1
	Make          entity.Make // of a ball or box: what it does not meet, and whether it carries; of an area: what it does not notice
}

// Flags are the yes-or-no facts of a blueprint.
type Flags uint8

// The flags.
const (
	Locked   Flags = 1 << iota // its things cannot be moved or taken away, but by its owner and by keepers
	Frozen                     // its things keep their properties: nobody changes them
	Public                     // every builder may publish the next version
	Disabled                   // its scripts do not run
	Preload                    // its assets are fetched before anybody sees a thing
	Unsaved                    // its things go when the version changes
	// Withdrawn is that of a version which says that there are to be no new things. It may be empty. The next
	// version without it brings the blueprint back.
	Withdrawn
	flagsEnd
)

// Picture is a small sprite in colours of the palette, row by row: 0 is clear. It is at most 16 × 16.
type Picture struct {
	Width, Height uint8
	Pixels        string // Width × Height bytes, each below Colours
}

// MaxPicture is the longest side of a Picture, in pixels; Colours is the number of its colours, the clear one
// included: that of the palette of all pictures.
const (
	MaxPicture = 16
	Colours    = 33
)

// Prompt is what a player near a thing reads, and how it is used.
type Prompt struct {
	Label    string // "" : the interface's own
	Distance uint8  // in tiles: 1 to 6; 0: as far as hands reach
	Hold     uint8  // how long the key is held, in tenths of a second; 0: it is pressed
}

// Child is a blueprint whose thing comes and goes with each thing of this one.
type Child struct {
	Of   ID
	X, Y int8 // its tile, from the parent's
}

// Named is an asset with the name by which scripts and properties mention it.
type Named struct {
	Name string
	Is   Asset
}

// Credit names the author of an earlier version of the work, and its title.
type Credit struct {
	Author game.PlayerID
	By     string // the author's name
	Title  string
}

// Blueprint is one version. A value is never changed in place after it was decoded: all that use it share it.
type Blueprint struct {
	Author  game.PlayerID // the author: whose name space the title is in
	Editor  game.PlayerID // the signer of this version
	Version uint32        // from 1 on
	By      string        // the author's name, for people
	Title   string        // letters, digits and hyphens
	About   string        // a line for the palette
	Shape   Shape
	Terms   Terms // of the form Land
	Sprite  Asset // a PNG, whose rough shape is Picture; zero: Picture is all
	Picture Picture
	Light   uint8  // 0 to 15
	Sound   string // of the assets: played when a thing is used; "": none
	Label   string // over the thing; "": none
	Prompt  Prompt
	Props   []Prop
	Host    string // the source that every peer executes; "": none
	View    string // the source that runs beside each renderer; "": none
	Flags   Flags
	Licence string
	Credits []Credit // earlier authors, the first one first
	Assets  []Named
	Childs  []Child
	Seal    [64]byte // the editor's Ed25519 signature of Unsealed
}

// Withdrawal returns the next version of a blueprint, by which it is withdrawn, to be signed. An
// empty one has no script, no picture and no assets any more.
func (b *Blueprint) Withdrawal(empty bool) *Blueprint {
	next := *b
	if empty {
		next = Blueprint{Author: b.Author, Editor: b.Editor, By: b.By, Title: b.Title, Licence: b.Licence, Credits: b.Credits}
		if b.Title == LandTitle {
			next.Shape.Form = Land
		}
	}
	next.Flags, next.Version = next.Flags|Withdrawn, b.Version+1
	return &next
}

// Nobody is the author and the editor of a draft, until its publisher signs it.
var Nobody = game.PlayerID{1}

// ID returns the ID of the blueprint.
func (b *Blueprint) ID() ID { return IDOf(b.Author, b.Title) }

// Name returns the name for people: the author's name, a slash, and the title.
func (b *Blueprint) Name() string { return b.By + "/" + b.Title }

// Has reports whether all of some flags are set.
func (b *Blueprint) Has(f Flags) bool { return b.Flags&f == f }

// Needs returns the assets that the blueprint names, the sprite first, each once.
func (b *Blueprint) Needs() (all []Asset) {
	if b.Sprite != (Asset{}) {
		all = append(all, b.Sprite)
	}
	for k := range b.Assets {
		if !slices.Contains(all, b.Assets[k].Is) {
			all = append(all, b.Assets[k].Is)
		}
	}
	return all
}

// Asset returns the asset of a name; ok is false if the blueprint names none so.
func (b *Blueprint) Asset(name string) (is Asset, ok bool) {
	k := slices.IndexFunc(b.Assets, func(a Named) bool { return a.Name == name })
	if k < 0 {
		return Asset{}, false
	}
	return b.Assets[k].Is, true
}

// Sum returns the hash of the version.
func (b *Blueprint) Sum() Hash { return HashOf(Append(nil, b)) }

// MayEdit reports whether a player of that rank may publish the next version of a blueprint, which may be
// nil: the author's own, or one that was not there before.
func MayEdit(b *Blueprint, editor game.PlayerID, rank rights.Rank) bool {
	switch {
	case rank < rights.Builder:
		return false
	case b == nil || editor == b.Author || rank >= rights.Keeper:
		return true
	}
	return b.Has(Public) && !b.Has(Withdrawn)
}
