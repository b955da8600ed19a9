package federation

import (
	"slices"

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

// tell sends what the whole world is to know: an island to home, and home to all islands that hold land.
func tell(i *world.State, m []byte) {
	if i.Register.Child() {
		Send(i, world.Home, m)
		return
	}
	var told []uint64
	for _, l := range i.Register.Leases {
		if k, found := slices.BinarySearch(told, l.To); !found {
			told = slices.Insert(told, k, l.To)
			Send(i, l.To, m)
		}
	}
}

// onChallenges takes in what another island has told. News of a week that has not begun here would end the
// week here, and are not taken in. An island hears of them from home only. Home believes no island more than
// what is left of a challenge.
func onChallenges(i *world.State, from uint64, c *codec.Cursor) {
	o := challenge.ReadTable(c)
	if c.Done() != nil || from == i.Register.SelfID || o.Ahead(i.Clock) || !fromHome(i, from) {
		return
	}
	o.Clip(i.Gen.Seed)
	i.Challenges.Hear(&o, i.Register.Child() && from == world.Home)
	i.Challenges.Clip(i.Gen.Seed)
	i.Challenges.Meet(i.Gen.Seed, i.Clock)
}
