package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/status"
	"manyhold/net/charter"
)

// TestWorldPage: the founder changes the world on its page and in the list of players; another peer has the
// title, picture, spawn, rank and mute.
func TestWorldPage(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--no-lan", "--name", "Ada", "--seed", plainSeed)
	node := &process{t: t, data: data, done: g.proc.done}
	g.seeTitle()
	g.press(ebiten.KeyEnter, 2) // Play
	g.until("the player to be in the world", 30*time.Second, func() bool { return g.players(node) == 1 })
	var b *process
	g.until("another player", 40*time.Second, started(func() {
		b = follow(t, node, "Bo", "--no-lan")
		b.must("say I am here")
	}))
	if b == nil {
		t.FailNow()
	}
	of := func(what string, holds func(c *status.CharterStatus) bool) {
		t.Helper()
		g.until(what, 20*time.Second, func() bool {
			st, err := b.status()
			return err == nil && st.World.Charter != nil && holds(st.World.Charter)
		})
	}
	click := func(x, y float64) { t.Helper(); g.click(x, y, ebiten.MouseButtonLeft, 3); g.ticks(12) }
	section := func(i int, name string) { t.Helper(); click(196, float64(112+56*i)); g.frame("page-" + name) }
	g.pause(pausePage)
	g.frame("page-world")
	click(828, 272)
	g.typed("Lamp hill")
	click(464, 656)
	of("the title", func(c *status.CharterStatus) bool { return c.Title == "Lamp hill" })
	click(1004, 392)
	of("the picture", func(c *status.CharterStatus) bool { _, ok := charter.ParsePicture(c.Picture); return ok })
	click(1004, 464)
	where := g.ask(node, "where")
	of("the spawn", func(c *status.CharterStatus) bool {
		return c.Rules.Spawn != nil && fmt.Sprintf("%d %d", c.Rules.Spawn[0], c.Rules.Spawn[1]) == where
	})
	g.paced(60)
	g.frame("page-world-set")
	for i, name := range []string{"laws", "rules", "members"} {
		section(i+1, name)
	}
	click(874, 236) // Bo: visitor
	ranked := func(rank string) func(c *status.CharterStatus) bool {
		return func(c *status.CharterStatus) bool {
			return len(c.Ranked) == 2 && c.Ranked[1].Rank == rank && c.Ranked[1].Name == "Bo"
		}
	}
	of("the rank", ranked("visitor"))
	for i, name := range []string{"bans", "claims", "invites", "government", "branches"} {
		section(i+4, name)
	}
	for range 3 {
		g.press(ebiten.KeyEscape, 2)
	}
	g.ticks(20)
	g.pause(pausePlayers)
	g.frame("players")
	click(990, 336)
	of("the rank by the list of players", ranked("builder"))
	click(990, 280)
	of("the mute", func(c *status.CharterStatus) bool { return len(c.Mutes) == 1 && c.Mutes[0].Name == "Bo" })
	g.until("the list to show the mute", 20*time.Second, func() bool {
		out, err := b.do("say can you hear me")
		return err != nil && strings.Contains(out, "muted")
	})
	g.frame("players-muted")
	click(990, 280)
	of("the end of the mute", func(c *status.CharterStatus) bool { return len(c.Mutes) == 0 })
	for range 3 {
		g.press(ebiten.KeyEscape, 2)
	}
	g.ticks(20)
	g.press(ebiten.KeySlash, 2)
	g.typed("kick ")
	g.ticks(10)
	g.frame("slash")
	g.press(ebiten.KeyTab, 2)
	g.typed("go to bed")
	g.frame("slash-reason")
	g.press(ebiten.KeyEnter, 2)
	g.until("the other player to be kicked", 20*time.Second, b.ended)
	if out := b.output(); !strings.Contains(out, "Ada removed you from this world: go to bed") {
		t.Errorf("the kicked player reads %s", out)
	}
	g.paced(30)
	g.frame("kicked")
}
