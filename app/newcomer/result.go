package newcomer

import (
	"manyhold/game"
	"manyhold/game/goal"
	"manyhold/game/lights"
)

// Result is what came of a life. The names are those of the printed JSON and are stable.
type Result struct {
	Lights  int     `json:"lights"`
	Minutes Minutes `json:"minutes"`
	Deaths  int     `json:"deaths"`
	Longest float64 `json:"longest_without_goal_s"`
	Finds   int     `json:"distinct_finds"`
}

// Minutes are when the milestones were reached, in minutes of the world; nil: not at all. Light1, Light3 and
// Light9 are so many lights, whichever they are.
type Minutes struct {
	Light1 *float64 `json:"light1"`
	Bench  *float64 `json:"bench"`
	Copper *float64 `json:"copper"`
	Light3 *float64 `json:"light3"`
	Light9 *float64 `json:"light9"`
}

// Result returns what has come of a life so far.
func (l *Life) Result() Result {
	return Result{Lights: l.Lights.Count(), Deaths: l.deaths, Longest: tenths(l.longest, game.TicksPerSecond), Finds: l.finds.Finds(),
		Minutes: Minutes{Light1: l.lightsAt(1), Bench: l.at(goal.Bench), Copper: l.at(goal.Copper), Light3: l.lightsAt(3), Light9: l.lightsAt(lights.Count)}}
}

// at is when a goal was reached first.
func (l *Life) at(g goal.Goal) *float64 {
	t, ok := l.reached[g]
	if !ok {
		return nil
	}
	m := tenths(t, Minute)
	return &m
}

// lightsAt is when so many lights burned.
func (l *Life) lightsAt(n int) *float64 {
	var list []game.Tick
	for g := goal.First; g < goal.LongNight; g++ {
		if t, ok := l.reached[g]; ok {
			k := len(list)
			list = append(list, t)
			for k > 0 && list[k-1] > t {
				list[k] = list[k-1]
				k--
			}
			list[k] = t
		}
	}
	if len(list) < n {
		return nil
	}
	m := tenths(list[n-1], Minute)
	return &m
}

// tenths is a time in some unit, with one decimal.
func tenths(t, unit game.Tick) float64 { return float64(t*10/unit) / 10 }
