package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/options"
	"manyhold/app/order"
	"manyhold/app/stage"
	"manyhold/app/usage"
	"manyhold/app/window"
)

// registerFlags adds the flags named, or all of them, to c.
func registerFlags(c *cobra.Command, f *options.Play, names ...string) {
	fs := c.Flags()
	all := map[string]func(){
		"world": func() {
			fs.StringVar(&f.World, "world", "", "world to enter: name, id or \"new\"; the default is the last one")
		},
		"join":     func() { fs.StringVar(&f.Join, "join", "", "join by invitation") },
		"name":     func() { fs.StringVar(&f.Name, "name", "", "name that others see") },
		"headless": func() { fs.BoolVar(&f.Headless, "headless", false, "host a world without window and sound") },
		"attach": func() {
			fs.BoolVar(&f.Attach, "attach", false, "open a window on the running node of the data directory")
		},
		"data": func() { fs.StringVar(&f.Data, "data", "", "directory of identity, worlds and settings") },
		"config": func() {
			fs.StringVar(&f.Config, "config", "", "settings file, instead of config.toml in the data directory")
		},
		"listen": func() { fs.StringVar(&f.Listen, "listen", "", "address for other computers, such as :7778") },
		"signal": func() { fs.StringVar(&f.Signal, "signal", "", "signalling server, such as ws://host:7777") },
		"no-lan": func() { fs.BoolVar(&f.NoLAN, "no-lan", false, "no local network: find and announce no worlds there") },
		"archive": func() {
			fs.StringVar(&f.Archive, "archive", "", "open an archived branch of the world: its id from `world info`, or last")
		},
		"record": func() { fs.StringVar(&f.Record, "record", "", "record the world's turns to a file") },
		"screenshot": func() {
			fs.StringVar(&f.Screenshot, "screenshot", "", "take a picture of a sample world, write it to a PNG file, and exit")
		},
		"after": func() { fs.DurationVar(&f.After, "after", 0, "with --screenshot: run the world this long first") },
		"seed":  func() { fs.StringVar(&f.Seed, "seed", "", "seed of a new world: a number or words") },
		"island-cap": func() {
			fs.Uint16Var(&f.IslandCap, "island-cap", 0, "new world: islands merge up to this number of players; 0 is no limit")
		},
		"at":   func() { fs.StringVar(&f.At, "at", "", "with --screenshot: position of the player, X,Y") },
		"hour": func() { fs.Float64Var(&f.Hour, "hour", -1, "with --screenshot: time of day, 0 to 24") },
		"weather": func() {
			fs.StringVar(&f.Weather, "weather", "clear", "with --screenshot: clear, rain (snow in cold places), storm or fog")
		},
		"title": func() {
			fs.BoolVar(&f.Title, "title", false, "with --screenshot: show the title screen over the world")
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
		return usage.Errorf("--join and --world name two worlds; give only one of them")
	}
	if f.Attach && (f.Headless || f.World != "" || f.Join != "" || f.Screenshot != "" || f.Listen != "" || f.Signal != "" || f.NoLAN) {
		return usage.Errorf("--attach opens a window on the running node; it cannot be combined with any of --headless, --world, --join, --screenshot, --listen, --signal and --no-lan")
	}
	if f.Screenshot == "" && (f.At != "" || f.Hour >= 0 || f.After != 0 || f.Title || f.Press != "") {
		return usage.Errorf("--after, --at, --hour, --title and --press need --screenshot")
	}
	if _, err := window.ParseKeys(f.Press); err != nil {
		return err
	}
	if f.Archive != "" && (f.Headless || f.Join != "" || f.Screenshot != "" || f.Record != "" || f.Do != "") {
		return usage.Errorf("--archive only opens local archives; it can be combined with --world and --data only")
	}
	if f.Screenshot != "" && f.Headless {
		return usage.Errorf("--screenshot cannot be combined with --headless")
	}
	if f.Hour >= 24 || f.Hour < 0 && f.Hour != -1 {
		return usage.Errorf("--hour is %g; it can be 0 to 24", f.Hour)
	}
	if _, ok := window.PictureWeather[f.Weather]; !ok && f.Screenshot != "" {
		return usage.Errorf("--weather is %q; it can be clear, rain, storm or fog", f.Weather)
	}
	if f.After < 0 || f.After > time.Hour {
		return usage.Errorf("--after is %s; it can be 0s to 1h", f.After)
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
