package federation

import (
	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/codec"
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
// message of this world.
func onLights(i *world.State, from uint64, c *codec.Cursor) {
	sent := game.Tick(c.U64())
	o := lights.ReadTable(c)
	if c.Done() != nil || sent >= 1<<60 || from == i.Register.SelfID || !beacon.Known(i, &o) {
		return
	}
	o.Told()
	o.Rebase(sent, i.Clock)
	beacon.Learn(i, &o)
}
