package federation

import (
	"slices"

	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/codec"
	"manyhold/game/lights"
	"manyhold/game/world"
)

// News of the world goes two ways: an island tells home, and home tells all islands that hold land.

// hearers returns the islands that this one tells what the whole world is to know, in ascending order: home,
// and at home all islands to which it has lent land.
func hearers(i *world.State) (list []uint64) {
	if i.Register.Child() {
		return []uint64{world.Home}
	}
	for _, l := range i.Register.Leases {
		if k, found := slices.BinarySearch(list, l.To); !found {
			list = slices.Insert(list, k, l.To)
		}
	}
	return list
}

// tell sends what the whole world is to know.
func tell(i *world.State, m []byte) {
	for _, to := range hearers(i) {
		Send(i, to, m)
	}
}

// hears reports whether a letter with such news has been read without error, and is of an island that can
// tell them: home tells all others, and everybody tells home.
func hears(i *world.State, from uint64, c *codec.Cursor) bool {
	return c.Done() == nil && from != i.Register.SelfID && (!i.Register.Child() || from == world.Home)
}

// readSent reads the tick at which a letter was sent.
func readSent(c *codec.Cursor) game.Tick {
	sent := game.Tick(c.U64())
	c.Require(sent < game.MaxTick)
	return sent
}

// absorbNews takes over what the other island knows of the whole world, before it has ended here: home
// believes it no more than its letters, and nobody has done anything later than now.
func absorbNews(i *world.State, o *world.State) {
	if beacon.Known(i, &o.Lights) {
		o.Lights.Keep(func(e lights.Entry) bool { return mayTell(i, o.Register.SelfID, e.At.Region()) })
		o.Lights.Rebase(i.Clock, i.Clock)
		beacon.Learn(i, &o.Lights)
	}
	o.Annals.Rebase(i.Clock, i.Clock)
	i.Annals.Join(&o.Annals, false)
	if !o.Challenges.Ahead(i.Clock) {
		o.Challenges.Clip(i.Gen.Seed)
		i.Challenges.Join(&o.Challenges, !i.Register.Child())
		i.Challenges.Clip(i.Gen.Seed)
		i.Challenges.Meet(i.Gen.Seed, i.Clock)
	}
}
