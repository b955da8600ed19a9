package simgame

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"

	"manyhold/app/replica"
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/register"
	"manyhold/net/sim"
)

// Makers is the game with people who publish blueprints: new ones of their own, and next versions of
// anybody's, so that two sides of a partition often change the same one.
type Makers struct{ Game }

const (
	// makerPace is of how many steps one publishes, ownTitles how many blueprints a maker has at most.
	makerPace, ownTitles = 6, 3
	// withdrawals is of how many versions one is a withdrawal.
	withdrawals = 8
	// mostSource is the most bytes of a source: a blueprint then takes some turns to arrive.
	mostSource = 900
)

// Publish is sim.Maker's.
func (Makers) Publish(s sim.Scene, pair key.Pair) []byte {
	rng := s.Chance
	if rng.IntN(makerPace) > 0 {
		return nil
	}
	me := game.PlayerID(s.Me)
	all := &replica.Of(s.Machine).Blueprints
	b := blueprint.Blueprint{Author: me, By: s.Me.Short(), Title: fmt.Sprint("Thing-", rng.IntN(ownTitles)), Licence: "CC0-1.0", Flags: blueprint.Public}
	if list := all.List(); len(list) > 0 && rng.IntN(2) == 0 {
		b = *list[rng.IntN(len(list))].Blueprint
		b.Flags = blueprint.Public
	}
	if old := all.Find(b.ID()); old != nil {
		b.Version = old.Version
	}
	b.Version, b.Editor = b.Version+1, me
	if b.Version > 1 && rng.IntN(withdrawals) == 0 {
		b.Flags = blueprint.Withdrawn
	}
	line := fmt.Sprintf("# %x\n", rng.Uint64())
	b.Host = strings.Repeat(line, 1+rng.IntN(mostSource/len(line)))
	b.Seal = register.Seal(pair, blueprint.Unsealed(nil, &b))
	return blueprint.Append(nil, &b)
}

// Print is sim.Maker's.
func (Makers) Print(m kernel.Machine) uint64 {
	list := replica.Of(m).Blueprints.List()
	var b bytes.Buffer
	for k := range list {
		b.Write(list[k].Hash[:])
	}
	return xxh3.Hash(b.Bytes())
}
