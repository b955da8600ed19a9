package tabs_test

import (
	"slices"
	"strings"
	"testing"

	"manyhold/app/settings"
	"manyhold/app/window/tabs"
	"manyhold/render/ui/model"
)

// TestEverySettingHasATab: each table of config.toml is on a tab, in one piece, and no tab has one line
// alone.
func TestEverySettingHasATab(t *testing.T) {
	var list []model.Setting
	for _, r := range settings.SettingRules {
		table, _, _ := strings.Cut(r.Key, ".")
		list = append(list, model.Setting{Key: r.Key, Group: tabs.Of(table)})
	}
	list = append(list, model.Setting{Key: "keys.dig", Group: tabs.Of("keys")})
	tabs.Sort(list)
	var groups []string
	count := map[string]int{}
	for _, s := range list {
		if len(groups) == 0 || groups[len(groups)-1] != s.Group {
			groups = append(groups, s.Group)
		}
		count[s.Group]++
	}
	if want := []string{"player", "video", "audio", "controls", "net", "host", "rooms"}; !slices.Equal(groups, want) {
		t.Errorf("the tabs are %v, not %v", groups, want)
	}
	for g, n := range count {
		if n < 2 {
			t.Errorf("the tab %s has %d lines", g, n)
		}
	}
}

// TestSizes: the present size is in the list once, in order of size, and is read back as it was.
func TestSizes(t *testing.T) {
	for _, v := range []settings.Video{{Width: 640, Height: 360}, {Width: 1280, Height: 720}, {Width: 1300, Height: 740}, {Width: 7680, Height: 4320}, {Width: 641, Height: 360}} {
		list := tabs.Sizes(&v)
		now, found, area := tabs.SizeOf(&v), 0, 0
		for _, s := range list {
			if s == now {
				found++
			}
			w, h, ok := tabs.Sides(s)
			if r := settings.RuleOf("video.width"); !ok || r == nil {
				t.Fatalf("%q is no size", s)
			}
			a := number(w) * number(h)
			if a < area {
				t.Errorf("%v is not in order", list)
			}
			area = a
		}
		if found != 1 {
			t.Errorf("%s is in %v %d times", now, list, found)
		}
	}
	if _, _, ok := tabs.Sides("large"); ok {
		t.Error("a word is a size")
	}
	if names := tabs.Names([]string{"1280x720"}); names[0] != "1280 × 720" {
		t.Errorf("it is read as %v", names)
	}
}

func number(s string) (n int) {
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return n
}
