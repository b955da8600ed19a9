package federation

import (
	"manyhold/game/challenge"
	"manyhold/game/codec"
	"manyhold/game/world"
)

// An island tells home what its people have done for the challenges of the week since it told last, and home
// tells all islands that hold land how far the world has come. A parcel arrives once, so no deed counts
// twice.

// tellEvery is how often an island tells others of challenges, in ticks: twice a minute.
const tellEvery = 1800

// tellChallenges tells other islands what was done for the challenges, if there is news.
func tellChallenges(i *world.State) {
	if i.Clock%tellEvery != 0 || !i.Challenges.News() {
		return
	}
	m := i.Challenges.Append([]byte{uint8(ChallengeLetter)})
	i.Challenges.Told()
	tell(i, m)
}

// onChallenges takes in what another island has told. News of a week that has not begun here would end the
// week here, and are not taken in. An island hears of them from home only. Home believes no island more than
// what is left of a challenge.
func onChallenges(i *world.State, from uint64, c *codec.Cursor) {
	o := challenge.ReadTable(c)
	if !hears(i, from, c) || o.Ahead(i.Clock) {
		return
	}
	o.Clip(i.Gen.Seed)
	i.Challenges.Hear(&o, i.Register.Child())
	i.Challenges.Clip(i.Gen.Seed)
	i.Challenges.Meet(i.Gen.Seed, i.Clock)
}
