package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestEvening: eight play in one world and leave one by one, the founder first, and one by a power cut. The
// next day, the last one's world holds everybody's buildings.
func TestEvening(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	t.Parallel()
	if name := fmt.Sprintf("mh%dtry", os.Getpid()); noLAN(name) == "" {
		exec.Command("ip", "netns", "del", name).Run()
		t.Skip("TestLANEvening tells the same story, on machines of their own")
	}
	names := []string{"Ada", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gro", "Hal"}
	nodes := []*process{headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", names[0])}
	for _, name := range names[1:] {
		nodes = append(nodes, follow(t, nodes[0], name, "--no-lan"))
	}
	built := make([]string, len(nodes)) // where each has put a lamp
	for k, p := range nodes {
		p.must(fmt.Sprintf("say %s is here", names[k]))
		for _, way := range []string{"east", "south", "west", "north", "east", "south"} {
			out, err := p.do("place lamp ~2 ~0; where")
			if lines := strings.Split(out, "\n"); err == nil {
				built[k] = lines[len(lines)-1]
				break
			}
			p.must("walk " + way + " 1s") // somebody stands there, or has built there
		}
		if built[k] == "" {
			t.Fatalf("%s found no place for a lamp", names[k])
		}
	}
	last := nodes[len(nodes)-1]
	for k, p := range nodes[:len(nodes)-1] {
		last.await("a committee without those who left", 30*time.Second, func() bool {
			_, i := last.island()
			return i.Firm && len(i.Voters) == voters(len(nodes)-k) && i.Waiting == ""
		})
		_, before := last.island()
		if k == 3 {
			p.kill()
		} else {
			p.quit()
		}
		last.await("turns to go on", 15*time.Second, func() bool {
			_, i := last.island()
			return i.TurnCommitted > before.TurnCommitted+10 && i.Firm
		})
	}
	last.await("the last one to hold it alone", 20*time.Second, func() bool {
		_, i := last.island()
		return i.Leader.Name == "Hal" && len(i.Voters) == 1
	})
	last.must("say good night")
	last.quit()

	next := headless(t, last.data, "--no-lan")
	next.must("where")
	for k, at := range built {
		var x, y int
		if n, err := fmt.Sscanf(strings.Trim(strings.ReplaceAll(at, ",", " "), " ()"), "%d %d", &x, &y); n != 2 {
			t.Fatalf("%q says no place: %v", at, err)
		}
		if got := next.must(fmt.Sprintf("look %d %d", x+2, y)); !strings.Contains(strings.ToLower(got), "lamp") {
			t.Errorf("the lamp of %s at %d %d is gone: %s", names[k], x+2, y, got)
		}
	}
	st, _ := next.island()
	next.quit()
	if out, err := program("world", "check", "--data", last.data, st.World.Name).CombinedOutput(); err != nil {
		t.Errorf("world check: %v\n%s", err, out)
	}
}

// voters is how many voters there are among n peers of a world of this day: three of five seats belong to
// peers that the charter vouches for, or that have been known for a day.
func voters(n int) int {
	if n < 3 {
		return 1
	}
	return 3
}

// TestVolunteer: players come and go, the node without a window stays. It holds the world while nobody is
// there, and after it was killed it holds it again.
func TestVolunteer(t *testing.T) {
	t.Parallel()
	box := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Box")
	ada, bo := follow(t, box, "Ada", "--no-lan"), follow(t, box, "Bo", "--no-lan")
	ada.must("place lamp ~2 ~0; say a light for the night")
	where := ada.must("where")
	bo.must("say good night")
	ada.quit()
	bo.quit()
	box.await("the world to be the volunteer's", 20*time.Second, func() bool {
		_, i := box.island()
		return i.Leader.Name == "Box" && len(i.Voters) == 1 && i.Firm
	})
	_, alone := box.island()
	box.await("time to pass while nobody is there", 10*time.Second, func() bool {
		_, i := box.island()
		return i.TurnCommitted > alone.TurnCommitted+40
	})
	box.kill()
	box = headless(t, box.data, "--no-lan")
	box.island()
	ada = headless(t, ada.data, "--no-lan")
	ada.await("the volunteer", 20*time.Second, func() bool { st, err := ada.status(); return err == nil && len(st.Links) == 1 })
	if got := ada.must("where"); got != where {
		t.Errorf("Ada stands at %s, stood at %s", got, where)
	}
	if got := ada.must("look ~2 ~0"); !strings.Contains(strings.ToLower(got), "lamp") {
		t.Errorf("the lamp is gone: %s", got)
	}
	if got := ada.must("chat"); !strings.Contains(got, "Bo: good night") {
		t.Errorf("what was said is gone: %q", got)
	}
}
