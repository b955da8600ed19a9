package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/settings"
	"manyhold/app/window"
	"manyhold/app/window/tabs"
	"manyhold/input"
	"manyhold/net/key"
	"manyhold/render/ui/model"
)

// typedSettings are the words typed into settings that are texts.
var typedSettings = map[string]string{
	"player.name": "Zoe", "net.signal": "ws://host:7777", "net.listen": "1", "net.ice_servers": " stun:host:3478", "net.bootstrap": " 192.0.2.1:7777#" + key.FromSeed([32]byte{1}).ID().String(),
	"rooms.listen": "127.0.0.1:7780", "net.trusted_peers": " 192.0.2.2:7777#" + key.FromSeed([32]byte{2}).ID().String(),
}

// TestEverySettingByKeyboard goes through the settings screen of the real window with arrow keys, Enter, page
// keys and letters alone: each line is come to, changed, and left, and all of config.toml is another
// afterwards.
func TestEverySettingByKeyboard(t *testing.T) {
	windowed(t)
	data := t.TempDir()
	g := newGuest(t, 1280, 720, data, "--seed", "7") // a flag would hold net.lan where it is
	g.ticks(60)
	g.openSettings()
	g.ticks(20)
	var lines []model.Setting
	for i := range settings.SettingRules {
		key := settings.SettingRules[i].Key
		if table, _, _ := strings.Cut(key, "."); key != "video.height" { // it is in the line of the width
			lines = append(lines, model.Setting{Key: key, Group: tabs.Of(table)})
		}
	}
	tabs.Sort(lines)
	for i, line := range lines {
		if i > 0 && line.Group != lines[i-1].Group {
			if lines[i-1].Group == tabs.Of("keys") { // they are below it
				g.down(3)
				g.press(ebiten.KeyEnter, 2)
				g.press(ebiten.KeyF9, 2)
			}
			g.press(ebiten.KeyPageDown, 2)
		}
		g.down(1)
		g.change(settings.RuleOf(line.Key))
	}
	g.press(ebiten.KeyArrowUp, 2) // out of the last box
	g.ticks(window.KeepAfter + 30)
	changedAll := g.frame("settings-changed")
	g.press(ebiten.KeyEscape, 2)
	g.ticks(30)
	if c := changed(changedAll, g.frame("settings-left"), wholeWindow); c < 0.1 {
		t.Errorf("the settings were not left: %.1f %% of the window changed", 100*c)
	}
	b, err := os.ReadFile(filepath.Join(data, "config.toml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := settings.ParseConfig("config.toml", string(b))
	if err != nil {
		t.Fatal(err)
	}
	for i := range settings.SettingRules {
		if r := &settings.SettingRules[i]; r.Value(&c) == window.DefaultOf(r.Key) {
			t.Errorf("%s is still %q", r.Key, r.Value(&c))
		}
	}
	third := input.Actions()[2].String()
	if got := strings.Join(c.Keys[third], " "); !strings.Contains(got, "F9") {
		t.Errorf("keys.%s is %q", third, got)
	}
}

// openSettings opens the settings from the title: the third row from below.
func (g *guest) openSettings() {
	for range 3 {
		g.press(ebiten.KeyArrowUp, 2)
	}
	g.press(ebiten.KeyEnter, 2)
}

// change changes the setting that has the focus by keys, to another value than its default.
func (g *guest) change(r *settings.SettingRule) {
	g.t.Helper()
	s, err := settings.ParseConfig("config.toml", settings.DefaultConfig)
	if err != nil {
		g.t.Fatal(err)
	}
	key := ebiten.KeyArrowRight
	switch v := r.Field(&s).(type) {
	case *bool:
		if *v {
			key = ebiten.KeyArrowLeft
		}
	case *int:
		if *v >= r.Max {
			key = ebiten.KeyArrowLeft
		}
	}
	if text, ok := typedSettings[r.Key]; ok {
		g.press(ebiten.KeyEnd, 2)
		g.typed(text)
		return
	}
	if r.Key == "player.look" {
		g.press(ebiten.KeyEnter, 2) // the wardrobe
		g.ticks(20)
		g.press(key, 2)
		g.press(ebiten.KeyEscape, 2)
		g.ticks(20)
		return
	}
	g.press(key, 2)
}
