package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/game/grid"
)

// playFlags are the flags of play, and of bot which takes some of them.
type playFlags struct {
	world      string // "", "new", or name or id of a world in the data directory
	join       string // invitation
	name       string
	headless   bool
	attach     bool // to the node that runs on data
	data       string
	config     string
	listen     string
	signal     string
	noLAN      bool
	record     string
	screenshot string
	after      time.Duration
	seed       string
	islandCap  uint16
	at         string
	hour       float64
	weather    string
	title      bool
	press      string // names of keys with commas between them
	do         string
	watch      string // a recording to look at
	archive    string // a lost branch to look at: its id, or `last`
	log        string

	windowed bool // a window is opened: settings that are wrong are told of there, and their defaults used
}

// registerFlags adds the flags named, or all of them, to c.
func registerFlags(c *cobra.Command, f *playFlags, names ...string) {
	fs := c.Flags()
	all := map[string]func(){
		"world": func() {
			fs.StringVar(&f.world, "world", "", "world to enter: its name or id, or \"new\"; without it the last one")
		},
		"join":     func() { fs.StringVar(&f.join, "join", "", "join by invitation") },
		"name":     func() { fs.StringVar(&f.name, "name", "", "what others see") },
		"headless": func() { fs.BoolVar(&f.headless, "headless", false, "hold a world without window and sound") },
		"attach": func() {
			fs.BoolVar(&f.attach, "attach", false, "open a window on the node that already runs on the data directory")
		},
		"data": func() { fs.StringVar(&f.data, "data", "", "directory of identity, worlds and settings") },
		"config": func() {
			fs.StringVar(&f.config, "config", "", "settings file, instead of config.toml in the data directory")
		},
		"listen": func() { fs.StringVar(&f.listen, "listen", "", "address for other machines, such as :7778") },
		"signal": func() { fs.StringVar(&f.signal, "signal", "", "signalling server, such as ws://host:7777") },
		"no-lan": func() { fs.BoolVar(&f.noLAN, "no-lan", false, "neither look for nor announce worlds on this network") },
		"archive": func() {
			fs.StringVar(&f.archive, "archive", "", "look at a lost branch of the world: its id as world info shows it, or last")
		},
		"record": func() { fs.StringVar(&f.record, "record", "", "record the world's turns to a file") },
		"screenshot": func() {
			fs.StringVar(&f.screenshot, "screenshot", "", "write a picture of a world of its own to a PNG file and exit")
		},
		"after": func() { fs.DurationVar(&f.after, "after", 0, "with --screenshot: how long the world runs first") },
		"seed":  func() { fs.StringVar(&f.seed, "seed", "", "seed of a new world: a number or words") },
		"island-cap": func() {
			fs.Uint16Var(&f.islandCap, "island-cap", 0, "most players of a new world whose islands become one when they meet; 0: as many as there is room for")
		},
		"at":   func() { fs.StringVar(&f.at, "at", "", "with --screenshot: the tile to stand on, X,Y") },
		"hour": func() { fs.Float64Var(&f.hour, "hour", -1, "with --screenshot: hour of the world's day, 0 to 24") },
		"weather": func() {
			fs.StringVar(&f.weather, "weather", "clear", "with --screenshot: clear, rain (snow where it is cold), storm or fog")
		},
		"title": func() { fs.BoolVar(&f.title, "title", false, "with --screenshot: the title, over a world of the seed") },
		"press": func() {
			fs.StringVar(&f.press, "press", "", "with --screenshot: keys pressed one after the other at the end, such as Escape,ArrowDown,Enter")
		},
		"do":  func() { fs.StringVar(&f.do, "do", "", "orders for the player, as in manyhold do") },
		"log": func() { fs.StringVar(&f.log, "log", "text", "how events are printed: text or json") },
	}
	if len(names) == 0 {
		for _, add := range all {
			add()
		}
		return
	}
	for _, n := range names {
		all[n]()
	}
}

// checkFlags refuses flags that contradict each other or cannot be read.
func checkFlags(f *playFlags) error {
	if f.join != "" && f.world != "" {
		return usagef("--join and --world name two worlds; leave one out")
	}
	if f.attach && (f.headless || f.world != "" || f.join != "" || f.screenshot != "" || f.listen != "" || f.signal != "" || f.noLAN) {
		return usagef("--attach shows the world of the node that runs; it goes with none of --headless, --world, --join, --screenshot, --listen, --signal and --no-lan")
	}
	if f.screenshot == "" && (f.at != "" || f.hour >= 0 || f.after != 0 || f.title || f.press != "") {
		return usagef("--after, --at, --hour, --title and --press go with --screenshot")
	}
	if _, err := parseKeys(f.press); err != nil {
		return err
	}
	if f.archive != "" && (f.headless || f.join != "" || f.screenshot != "" || f.record != "" || f.do != "") {
		return usagef("--archive only looks at what is kept here; it goes with --world and --data")
	}
	if f.screenshot != "" && f.headless {
		return usagef("--screenshot draws; it cannot go with --headless")
	}
	if f.hour >= 24 || f.hour < 0 && f.hour != -1 {
		return usagef("--hour is %g; it can be 0 to 24", f.hour)
	}
	if _, ok := pictureWeather[f.weather]; !ok && f.screenshot != "" {
		return usagef("--weather is %q; it can be clear, rain, storm or fog", f.weather)
	}
	if f.after < 0 || f.after > time.Hour {
		return usagef("--after is %s; it can be 0s to 1h", f.after)
	}
	if f.do != "" {
		_, err := parseOrders(f.do)
		if f.screenshot != "" {
			_, err = parseCast("", f.do)
		}
		if err != nil {
			return wrongUsage(fmt.Errorf("--do: %w", err))
		}
	}
	if _, err := parseAt(f.at); err != nil {
		return err
	}
	return nil
}

// parseAt reads "X,Y"; nil for "".
func parseAt(s string) (*grid.Tile, error) {
	if s == "" {
		return nil, nil
	}
	xs, ys, ok := strings.Cut(s, ",")
	x, errx := strconv.ParseInt(strings.TrimSpace(xs), 10, 32)
	y, erry := strconv.ParseInt(strings.TrimSpace(ys), 10, 32)
	if !ok || errx != nil || erry != nil {
		return nil, usagef("--at is %q; it looks like 12,-40", s)
	}
	return &grid.Tile{X: int32(x), Y: int32(y)}, nil
}

// loadSettings reads the settings that apply: --config or the data directory's file, with flags on top.
func loadSettings(f *playFlags, dir string) (*configFile, error) {
	path, create := f.config, false
	if path == "" {
		path, create = filepath.Join(dir, "config.toml"), true
	}
	c, err := loadConfig(path, create)
	if create && f.windowed && errors.Is(err, errConfig) {
		c, err = mendConfig(path)
	}
	if err != nil {
		return nil, err
	}
	over := func(key, value string) error {
		if value == "" {
			return nil
		}
		if err := ruleOf(key).set(&c.settings, value); err != nil {
			return wrongUsage(err)
		}
		return nil
	}
	if f.noLAN {
		c.settings.Net.LAN = false
	}
	for _, o := range [][2]string{{"player.name", f.name}, {"net.signal", f.signal}, {"net.listen", f.listen}} {
		if err := over(o[0], o[1]); err != nil {
			return nil, err
		}
	}
	return c, nil
}
