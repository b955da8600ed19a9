package match

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/tile"
)

// The limits of a package.
const (
	// MaxBytes is the most bytes of a package.
	MaxBytes = 4 << 20
	// MaxSeats, MaxNames and MaxSettings are the most seats, the most states or stages, and the most
	// settings.
	MaxSeats, MaxNames, MaxSettings = 16, 16, blueprint.MaxProps
	// MaxThings is the most kinds of things, MaxAssets the most assets of all of them.
	MaxThings, MaxAssets = 32, 64
	// MaxName is the most bytes of the name of a seat, state or stage.
	MaxName = 32
	// MaxSide is the longest side of a field, in tiles; LeastSide the shortest.
	MaxSide, LeastSide = 96, 8
)

// Author is the author of all blueprints of a match, and the owner of its things. It is the key of nobody.
var Author = game.PlayerID(sha256.Sum256([]byte("manyhold match")))

// RefereeTitle is the title of the referee's blueprint.
const RefereeTitle = "Referee"

// BotsKey is the key of the setting, a toggle, that says whether bots play for seats that nobody has.
const BotsKey = "bots"

// State is a state that the referee can enter. From are the states from which it may: FromStart is the one
// before all others; none: from all.
type State struct {
	Name string
	From []string
}

// FromStart is the name of the beginning in State.From.
const FromStart = "start"

// Setting is a part of the configuration, and the number of the stage in which it is chosen.
type Setting struct {
	blueprint.Prop
	Stage uint8
}

// Arena is the land of a match: a field whose north-west corner is tile 0 0.
type Arena struct {
	Width, Height uint8
	Ground        tile.Ground
	Wall          tile.Block  // round the field; NoBlock: none
	Outside       tile.Ground // beyond the wall
	Hour          uint8       // of the day, when it begins
	Terms         blueprint.Terms
	Build         bool // players may dig and place
	Kit           bool // players have the items of newcomers
	Secret        bool // players of other sides are marked nowhere
}

// Package is what is played: the rules of a match with all that belongs to it. A package is never changed
// after it was made or decoded.
type Package struct {
	Title   string // letters, digits and hyphens
	About   string
	Hint    string // says players what to do, when the match begins; {use} stands for the key of an action
	Licence string
	Roster  []string
	Least   uint8 // how many seats have to be taken
	Shirts  []uint8
	Stages  []string
	States  []State

	Settings []Setting
	Arena    Arena

	Referee, Bot, View string // sources
	Picture            blueprint.Picture
	Things             []*blueprint.Blueprint // by Author, in ascending titles
	Assets             [][]byte               // that the things name
	Tongues            []Tongue               // in ascending languages
}

// Name is the name by which people call the engine.
func (p *Package) Name() string { return strings.ToLower(p.Title) }

// ErrPackage reports that bytes are no package, or that a package is not in order.
var ErrPackage = errors.New("match: malformed package")

// Check returns what is wrong with a package, nil if it is in order.
func (p *Package) Check() error {
	bad := func(format string, a ...any) error {
		return fmt.Errorf("%w: %s", ErrPackage, fmt.Sprintf(format, a...))
	}
	switch {
	case !blueprint.IsTitle(p.Title) || !blueprint.IsText(p.About, blueprint.MaxText, false) || !blueprint.IsLicence(p.Licence):
		return bad("title, about or licence")
	case !blueprint.IsText(p.Hint, blueprint.MaxText, false):
		return bad("hint: it must be one line of at most %d bytes", blueprint.MaxText)
	case len(p.Roster) == 0 || len(p.Roster) > MaxSeats || p.Least < 1 || int(p.Least) > len(p.Roster):
		return bad("a roster has 1 to %d seats, of which at least one must be taken", MaxSeats)
	case len(p.Shirts) > len(p.Roster):
		return bad("more shirts than seats")
	case len(p.Stages) == 0 || len(p.Stages) > MaxNames || len(p.States) > MaxNames:
		return bad("there are 1 to %d stages and up to %d states", MaxNames, MaxNames)
	case len(p.Settings) > MaxSettings:
		return bad("there are %d settings, and at most %d", len(p.Settings), MaxSettings)
	case len(p.Things) > MaxThings || len(p.Assets) > MaxAssets:
		return bad("a match has at most %d kinds of things and %d assets", MaxThings, MaxAssets)
	}
	var states []string
	for _, s := range p.States {
		states = append(states, s.Name)
	}
	for _, list := range [][]string{p.Roster, p.Stages, states} {
		for k, name := range list {
			if !IsName(name) || name == FromStart || slices.Contains(list[:k], name) {
				return bad("the name %q", name)
			}
		}
	}
	for _, s := range p.States {
		for _, from := range s.From {
			if len(s.From) > MaxNames || from == s.Name || from != FromStart && !slices.Contains(states, from) {
				return bad("the state %q cannot follow %q", s.Name, from)
			}
		}
	}
	for k := range p.Settings {
		if int(p.Settings[k].Stage) >= len(p.Stages) || p.Settings[k].Field == blueprint.File || p.Settings[k].Field == blueprint.Button ||
			p.Settings[k].Key == BotsKey && p.Settings[k].Field != blueprint.Toggle {
			return bad("the setting %q", p.Settings[k].Key)
		}
	}
	if err := p.Arena.check(); err != nil {
		return err
	}
	if err := p.checkTongues(bad); err != nil {
		return err
	}
	return p.checkThings(bad)
}

// check returns what is wrong with an arena.
func (a *Arena) check() error {
	switch {
	case a.Width < LeastSide || a.Width > MaxSide || a.Height < LeastSide || a.Height > MaxSide:
		return fmt.Errorf("%w: a field has sides of %d to %d tiles", ErrPackage, LeastSide, MaxSide)
	case a.Ground == tile.NoGround || a.Ground >= tile.GroundCount || a.Ground.Info().Solid || a.Outside == tile.NoGround || a.Outside >= tile.GroundCount:
		return fmt.Errorf("%w: the ground of the field", ErrPackage)
	case a.Wall >= tile.BlockCount || a.Wall != tile.NoBlock && !a.Wall.Info().Solid || a.Wall == tile.Gadget || a.Wall == tile.Chest:
		return fmt.Errorf("%w: the wall of the field", ErrPackage)
	case a.Hour > 23:
		return fmt.Errorf("%w: a day has 24 hours", ErrPackage)
	}
	return nil
}

// checkThings checks the blueprints and the scripts.
func (p *Package) checkThings(bad func(string, ...any) error) error {
	for k, b := range p.Things {
		switch {
		case b.Author != Author || b.Editor != Author || b.Version != 1 || b.Shape.Form == blueprint.Land || b.Title == RefereeTitle || len(b.Childs) > 0:
			return bad("the thing %q is none of a match", b.Title)
		case k > 0 && p.Things[k-1].Title >= b.Title:
			return bad("the things are not in the order of their titles")
		}
		if err := b.Check(); err != nil {
			return bad("%s: %v", b.Title, err)
		}
		if err := star.Check(b.Title+".star", []byte(b.Host), script.Match); err != nil && b.Host != "" {
			return bad("%v", err)
		}
	}
	for _, b := range []*blueprint.Blueprint{p.referee(), p.land()} {
		if err := b.Check(); err != nil {
			return bad("%v", err)
		}
	}
	if p.Referee == "" {
		return bad("there is no referee")
	}
	if err := star.Check("referee.star", []byte(p.Referee), script.Match); err != nil {
		return bad("%v", err)
	}
	if err := star.Check("bot.star", []byte(p.Bot), script.Bot); err != nil && p.Bot != "" {
		return bad("%v", err)
	}
	return nil
}

// referee returns the blueprint of the referee: an area of one tile, with the settings as properties.
func (p *Package) referee() *blueprint.Blueprint {
	b := p.blank(RefereeTitle)
	b.Shape = blueprint.Shape{Form: blueprint.Area, Width: 1, Height: 1}
	b.Host, b.View, b.Picture = p.Referee, p.View, p.Picture
	for k := range p.Settings {
		b.Props = append(b.Props, p.Settings[k].Prop)
	}
	return b
}

// blank returns a blueprint of the match.
func (p *Package) blank(title string) *blueprint.Blueprint {
	return &blueprint.Blueprint{Author: Author, Editor: Author, Version: 1, By: "match", Title: title, Licence: p.Licence}
}

// land returns the blueprint of what the land of the match is like.
func (p *Package) land() *blueprint.Blueprint {
	b := p.blank(blueprint.LandTitle)
	b.Shape.Form, b.Terms = blueprint.Land, p.Arena.Terms
	return b
}

// IsName reports whether a text can be the name of a seat, a state or a stage.
func IsName(s string) bool { return s != "" && blueprint.IsText(s, MaxName, false) }

// Equal reports whether two packages are the same.
func Equal(a, b *Package) bool { return bytes.Equal(Append(nil, a), Append(nil, b)) }
