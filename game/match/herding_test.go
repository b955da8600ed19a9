package match_test

import (
	"strings"
	"testing"

	"manyhold/game/blueprint"
	"manyhold/game/match"
)

// shepherd is a referee with a flock: a ball frightens it, and so does the player in the north.
const shepherd = `
CHANNELS = ["dog"]

def begin(me, config, seed):
    flock(80, 12, 8, 3)
    pen(2, 9, 5, 6, 6)
    spawn("Dog", 20, 8)
    after(1, "count")
    after(6 * SECOND, "end")

def on_message(me, channel, value, sender):
    fear(sender, 5)
    fear(me, 5)
    me.state["dog"] = sender

def on_timer(me, name):
    if name == "count":
        flock(2000, 12, 8, 3)
        me.state["first"] = [penned(2), penned(1), sheep(9, 5, 6, 6), sheep(0, 0, 24, 16), list(herd(12, 8, 9))[0]]
        after(3 * SECOND, "drive")
    elif name == "drive":
        me.state["second"] = [penned(2)]
        place(me.state["dog"], 12, 8)
    else:
        n, x, y = herd(12, 8, 30)
        me.state["third"] = [penned(2), sheep(9, 5, 6, 6), n]
        finish({"first": me.state["first"], "second": me.state["second"], "third": me.state["third"]})
`

const dog = `
def on_born(me, who):
    publish("dog", True)
`

// herd is an engine with a flock.
func herd(referee string) *match.Package {
	return edited(func(p *match.Package) {
		p.Referee, p.Bot = referee, ""
		p.Things = append(p.Things[:0:0], thing("Dog", dog, blueprint.Shape{Form: blueprint.Ball, Mass: 1 << 16, Bounce: 1 << 15}))
		p.Settings[0].Default.Number = 0
	})
}

// TestFlocksOfScripts: scripts of a match set sheep down, pen them, frighten and count them. Impossible
// wishes are refused: more sheep than there may be, and fear of a thing without a body.
func TestFlocksOfScripts(t *testing.T) {
	m := begun(t, herd(shepherd), "", 1)
	var remarks []string
	for range 60 * 8 / 3 {
		m.Step(match.Generation{Ticks: 3, Vacant: 0xe})
		remarks = append(remarks, m.Notes()...)
	}
	all := strings.Join(remarks, "\n")
	if !strings.Contains(all, "flock was refused") || !strings.Contains(all, "fear was refused") {
		t.Errorf("refused: %q", remarks)
	}
	result := string(m.Result())
	if !strings.HasPrefix(result, `{"first":[80,0,80,80,0],"second":[80],`) {
		t.Errorf("the sheep in the pen stay there, and are no herd: %s", result)
	}
	if left := m.Island().Flock.Penned(2); left > 40 || len(m.Island().Flock.All()) != 80 {
		t.Errorf("%d of 80 sheep stay in a pen with a dog: %s", left, result)
	}
}

// TestFlocksAreTheMatchs: a thing of the world has no such functions, and wrong values end the run.
func TestFlocksAreTheMatchs(t *testing.T) {
	for _, wrong := range []string{"flock(2001, 1, 1, 1)", "pen(9, 1, 1, 2, 2)", "pen(0, 1, 1, 2, 2)", "pen(1, 1, 1, 97, 1)", "penned(0)", "fear(None, 1)", "herd(1)"} {
		m, err := match.New(herd("def begin(me, config, seed):\n    "+wrong+"\n"), nil, 5, people(1))
		if err == nil && !strings.Contains(string(m.Result()), "fault") {
			t.Errorf("%s: %s", wrong, m.Result())
		}
	}
	far := begun(t, herd("def begin(me, config, seed):\n    flock(5, 100000000, -100000000, 1)\n    pen(1, 100000000, 1, 5, 5)\n    herd(100000000, 1, 100000000)\n    sheep(-100000000, 1, 100000000, 3)\n"), "", 1)
	far.Step(match.Generation{Ticks: 3})
	if far.Result() != nil || !far.Island().Flock.Empty() {
		t.Errorf("places far off: %s", far.Result())
	}
}
