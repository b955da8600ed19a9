package rooms

import (
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"manyhold/app/rig"
	"manyhold/net/room"
)

// TestNoEngineLinked: a program that hosts rooms links no engine: neither the packages that execute or read
// one, nor the game itself.
func TestNoEngineLinked(t *testing.T) {
	for _, pkg := range []string{"./app/rooms", "./net/room/hosted", "./net/lobby"} {
		list := exec.Command("go", "list", "-deps", pkg)
		list.Dir = rig.Root()
		b, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		own := 0
		for path := range strings.FieldsSeq(string(b)) {
			in, ok := strings.CutPrefix(path, "manyhold/")
			if !ok {
				continue
			}
			own++
			for _, no := range []string{"game", "assets", "app/maker", "app/arena", "app/window", "render"} {
				if in == no || strings.HasPrefix(in, no+"/") {
					t.Errorf("%s links %s", pkg, path)
				}
			}
		}
		if own < 3 {
			t.Errorf("%s: only %d packages are listed", pkg, own)
		}
	}
}

// TestHostWithoutEngine: a node that has no seat and runs no engine founds and hosts a room in which two
// others play. It passes bodies on that it does not understand, and compares digests that it cannot compute.
func TestHostWithoutEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := newNodes(t, 1, 3, true, lan)
		host, players := x.players[0], x.players[1:]
		for _, p := range players {
			p.send(room.Packet{Kind: room.Sit})
		}
		x.ready(players...)
		for _, p := range players {
			p.await("the match", func(v *View) bool { return v.Phase == room.Running })
			p.play()
		}
		pass(10 * time.Second)
		if _, own := host.room.Host(); !own {
			t.Error("the founder does not host the room")
		}
		v := host.room.View()
		if v.Generation < 150 || v.Agreed+room.Delay+2 < v.Generation {
			t.Errorf("%s; agreed at %d", words(v), v.Agreed)
		}
		players[0].lies.Store(true)
		host.await("a halt that it sees by digests alone", func(v *View) bool { return v.Child == "halted" && v.Seats[0].Diverged > 0 })
		for _, p := range players {
			if _, _, n := p.spread(); n < 20 {
				t.Errorf("player %d saw the effects of %d clicks", p.n, n)
			}
		}
		x.players = players
		x.equal()
	})
}
