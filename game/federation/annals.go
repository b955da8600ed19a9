package federation

import (
	"manyhold/game/annals"
	"manyhold/game/codec"
	"manyhold/game/world"
)

// An island tells home what was done there for the first time in the world, and home tells all islands that
// hold land. Home's table holds.

// tellAnnals tells other islands of firsts, if there is news.
func tellAnnals(i *world.State) {
	if !i.Annals.News() {
		return
	}
	i.Annals.Told()
	tell(i, i.Annals.Append(codec.U64([]byte{uint8(AnnalsLetter)}, uint64(i.Clock))))
}

// onAnnals takes in what another island knows of firsts: an island hears of them from home only.
func onAnnals(i *world.State, from uint64, c *codec.Cursor) {
	sent := readSent(c)
	o := annals.ReadTable(c)
	if !hears(i, from, c) {
		return
	}
	o.Rebase(sent, i.Clock)
	i.Annals.Join(&o, i.Register.Child())
}
