// Package tabs says on which tab of the settings a setting stands, and in which order: by what a player looks
// for, and not by the tables of config.toml. The size of the window is one line there.
package tabs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/settings"
	"manyhold/render/ui/model"
)

// order is the tabs from the left.
var order = []string{"player", "video", "audio", "controls", "net", "host", "rooms"}

// moved are the tables of config.toml whose settings stand on the tab of another.
var moved = map[string]string{"keys": "controls", "world": "host"}

// Of returns the tab of a table of config.toml.
func Of(table string) string {
	if to := moved[table]; to != "" {
		return to
	}
	return table
}

// Sort brings settings into the order of the tabs; on a tab they keep theirs.
func Sort(list []model.Setting) {
	slices.SortStableFunc(list, func(a, b model.Setting) int {
		return slices.Index(order, a.Group) - slices.Index(order, b.Group)
	})
}

// Size is the key of the size of the window, which stands for video.width and video.height.
const Size = "video.size"

// sizes are the sizes to choose from.
var sizes = [...][2]int{{640, 360}, {854, 480}, {960, 540}, {1024, 768}, {1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}}

// Sizes returns the sizes to choose from, with the present one at its place if it is another.
func Sizes(v *settings.Video) (list []string) {
	now := SizeOf(v)
	put := false
	for _, s := range sizes {
		text := fmt.Sprintf("%dx%d", s[0], s[1])
		if !put && (text == now || s[0]*s[1] > v.Width*v.Height) {
			put = true
			if text != now {
				list = append(list, now)
			}
		}
		list = append(list, text)
	}
	if !put {
		list = append(list, now)
	}
	return list
}

// Names are sizes as they are read.
func Names(sizes []string) (list []string) {
	for _, s := range sizes {
		list = append(list, strings.Replace(s, "x", " × ", 1))
	}
	return list
}

// SizeOf returns the size of the settings, such as 1280x720.
func SizeOf(v *settings.Video) string { return fmt.Sprintf("%dx%d", v.Width, v.Height) }

// Sides returns width and height of a size; ok is false for what is none.
func Sides(size string) (width, height string, ok bool) {
	width, height, ok = strings.Cut(size, "x")
	_, errw := strconv.Atoi(width)
	_, errh := strconv.Atoi(height)
	return width, height, ok && errw == nil && errh == nil
}
