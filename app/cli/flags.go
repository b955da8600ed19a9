package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/options"
	"manyhold/app/order"
	"manyhold/app/stage"
	"manyhold/app/usage"
)

// registerFlags adds the flags named, or all of them, to c.
func registerFlags(c *cobra.Command, f *options.Play, names ...string) {
	fs := c.Flags()
	all := map[string]func(){
		"world": func() {
			fs.StringVar(&f.World, "world", "", "world to open: name, id or \"new\"; default: the last one")
		},
		"join":     func() { fs.StringVar(&f.Join, "join", "", "join by invitation, or by an offer of manyhold connect") },
		"name":     func() { fs.StringVar(&f.Name, "name", "", "name shown to other players") },
		"headless": func() { fs.BoolVar(&f.Headless, "headless", false, "host a world without window and sound") },
		"attach": func() {
			fs.BoolVar(&f.Attach, "attach", false, "open a window on the node that already runs on --data")
		},
		"data": func() { fs.StringVar(&f.Data, "data", "", "directory for identity, worlds and settings") },
		"config": func() {
			fs.StringVar(&f.Config, "config", "", "settings file; default: config.toml in the data directory")
		},
		"listen": func() { fs.StringVar(&f.Listen, "listen", "", "address for other computers, such as :7778") },
		"signal": func() { fs.StringVar(&f.Signal, "signal", "", "signalling server, such as ws://host:7777") },
		"no-lan": func() {
			fs.BoolVar(&f.NoLAN, "no-lan", false, "do not search or announce on the local network, nor ask its router for a port")
		},
		"no-host": func() {
			fs.BoolVar(&f.NoHost, "no-host", false, "only play: host nothing, and wait when no host of the world is there")
		},
		"archive": func() {
			fs.StringVar(&f.Archive, "archive", "", "view an archived branch of the world: an id from world info, or last")
		},
		"record": func() { fs.StringVar(&f.Record, "record", "", "record the world's turns to a file") },
		"screenshot": func() {
			fs.StringVar(&f.Screenshot, "screenshot", "", "write a picture of a separate world to a PNG file and exit")
		},
		"after": func() { fs.DurationVar(&f.After, "after", 0, "with --screenshot: run the world this long first") },
		"seed":  func() { fs.StringVar(&f.Seed, "seed", "", "seed of a new world: a number or words") },
		"island-cap": func() {
			fs.Uint16Var(&f.IslandCap, "island-cap", 0, "player limit for merging islands of a new world; 0: no limit but their capacity")
		},
		"start": func() {
			fs.StringVar(&f.Start, "start", "settler", "what newcomers of a new world begin with: settler (little, the rest is earned) or builder (materials by the dozen)")
		},
		"at":   func() { fs.StringVar(&f.At, "at", "", "with --screenshot: tile of the player, X,Y") },
		"hour": func() { fs.Float64Var(&f.Hour, "hour", -1, "with --screenshot: hour of the day, 0 to 24") },
		"weather": func() {
			fs.StringVar(&f.Weather, "weather", "clear", "with --screenshot: clear, rain (snow where it is cold), storm or fog")
		},
		"title": func() {
			fs.BoolVar(&f.Title, "title", false, "with --screenshot: the title screen over a world of the seed")
		},
		"press": func() {
			fs.StringVar(&f.Press, "press", "", "with --screenshot: keys to press at the end, such as Escape,ArrowDown,Enter")
		},
		"do":  func() { fs.StringVar(&f.Do, "do", "", "orders for the player, as in manyhold do") },
		"log": func() { fs.StringVar(&f.Log, "log", "text", "log format: text or json") },
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
func checkFlags(f *options.Play) error {
	if f.Join != "" && f.World != "" {
		return usage.Errorf("--join and --world name two worlds; use one of them")
	}
	if f.Attach && (f.Headless || f.World != "" || f.Join != "" || f.Screenshot != "" || f.Listen != "" || f.Signal != "" || f.NoLAN || f.NoHost) {
		return usage.Errorf("--attach shows the world of the running node; it cannot be combined with --headless, --world, --join, --screenshot, --listen, --signal, --no-lan or --no-host")
	}
	if f.NoHost && f.Headless {
		return usage.Errorf("--headless hosts a world without a window, and --no-host hosts nothing; use one of them")
	}
	if f.NoHost && f.World == "new" {
		return usage.Errorf("--world new founds a world, and --no-host hosts none; use one of them")
	}
	if f.Screenshot == "" && (f.At != "" || f.Hour >= 0 || f.After != 0 || f.Title || f.Press != "") {
		return usage.Errorf("--after, --at, --hour, --title and --press need --screenshot")
	}
	if _, err := options.ParseKeys(f.Press); err != nil {
		return err
	}
	if f.Archive != "" && (f.Headless || f.Join != "" || f.Screenshot != "" || f.Record != "" || f.Do != "") {
		return usage.Errorf("--archive only views a stored branch; combine it with --world and --data alone")
	}
	if f.Screenshot != "" && f.Headless {
		return usage.Errorf("--screenshot needs a window; it cannot be combined with --headless")
	}
	if f.Hour >= 24 || f.Hour < 0 && f.Hour != -1 {
		return usage.Errorf("--hour is %g; use 0 to 24", f.Hour)
	}
	if _, ok := stage.PictureWeather[f.Weather]; !ok && f.Screenshot != "" {
		return usage.Errorf("--weather is %q; use clear, rain, storm or fog", f.Weather)
	}
	if _, ok := f.Begins(); !ok {
		return usage.Errorf("--start is %q; use settler or builder", f.Start)
	}
	if f.After < 0 || f.After > time.Hour {
		return usage.Errorf("--after is %s; use 0s to 1h", f.After)
	}
	if f.Do != "" {
		_, err := order.ParseOrders(f.Do)
		if f.Screenshot != "" {
			_, err = stage.ParseCast("", f.Do)
		}
		if err != nil {
			return usage.Mark(fmt.Errorf("--do: %w", err))
		}
	}
	if _, err := options.ParseAt(f.At); err != nil {
		return err
	}
	return nil
}
