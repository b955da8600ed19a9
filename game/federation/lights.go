package federation

import (
	"manyhold/game/beacon"
	"manyhold/game/codec"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/world"
)

// An island tells home what it learns of the lighthouses, and home tells all islands that hold land. So every
// island knows it within two letters. A letter has all that the sender knows: letters that meet, or come
// twice, do no harm, and an island that knew it before tells nobody.

// tellLights tells other islands of the lights, if there is news.
func tellLights(i *world.State) {
	if !i.Lights.News() {
		return
	}
	i.Lights.Told()
	tell(i, i.Lights.Append(codec.U64([]byte{uint8(LightsLetter)}, uint64(i.Clock))))
}

// onLights takes in what another island knows of the lights. A table with a lantern where none stands is no
// message of this world. An island hears of them from home only; and home believes of each light only an
// island that can know: see mayTell.
func onLights(i *world.State, from uint64, c *codec.Cursor) {
	sent := readSent(c)
	o := lights.ReadTable(c)
	if !hears(i, from, c) || !beacon.Known(i, &o) {
		return
	}
	o.Keep(func(e lights.Entry) bool { return mayTell(i, from, e.At.Region()) })
	if o.Empty() {
		return
	}
	o.Told()
	o.Rebase(sent, i.Clock)
	beacon.Learn(i, &o)
}

// mayTell reports whether an island can know what happened in a region: home can, and each that holds it. Of
// an island that holds no land home has not heard yet, or it has ended: it is believed about land that is not
// home's own.
func mayTell(i *world.State, from uint64, at grid.Region) bool {
	if i.Register.Child() {
		return true
	}
	holder := i.Register.HeldBy(at)
	return holder == from || holder != world.Home && !holdsLand(i, from)
}
