package main

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/assets"
	"manyhold/game/entity"
)

// defaultConfig is the config.toml of the repository: the documented defaults, and the first content of a new
// data directory. The program sets it once, at its start.
var defaultConfig string

// setDefaults sets the text of the documented defaults, which every other function here reads on top of. It is
// called before anything else, because only the directory above all packages can embed config.toml.
func setDefaults(config string) { defaultConfig = config }

// Settings are what config.toml says. Each field's unit and bounds are in the table settingRules and in
// config.toml itself; a test holds the two together.
type Settings struct {
	Player struct {
		Name     string `toml:"name"`
		Look     string `toml:"look"`
		Language string `toml:"language"`
		Visits   string `toml:"visits"`
		Hints    bool   `toml:"hints"`
	} `toml:"player"`
	Video struct {
		Width         int    `toml:"width"`
		Height        int    `toml:"height"`
		Mode          string `toml:"mode"`
		Vsync         bool   `toml:"vsync"`
		Light         string `toml:"light"`
		UIScale       int    `toml:"ui_scale"`
		Theme         string `toml:"theme"`
		Zoom          int    `toml:"zoom"`
		Shake         bool   `toml:"shake"`
		ReducedMotion bool   `toml:"reduced_motion"`
		Flashes       bool   `toml:"flashes"`
		Distortion    bool   `toml:"distortion"`
		Finish        string `toml:"finish"`
	} `toml:"video"`
	Controls struct {
		Hold  string `toml:"hold"`
		Touch string `toml:"touch"`
	} `toml:"controls"`
	Audio struct {
		Sound    bool `toml:"sound"`
		Master   int  `toml:"master"`
		Effects  int  `toml:"effects"`
		Ambience int  `toml:"ambience"`
		Music    int  `toml:"music"`
	} `toml:"audio"`
	Net struct {
		LAN        bool     `toml:"lan"`
		Signal     string   `toml:"signal"`
		Listen     string   `toml:"listen"`
		ICEServers []string `toml:"ice_servers"`
	} `toml:"net"`
	Host struct {
		Willing    bool `toml:"willing"`
		CPUPercent int  `toml:"cpu_percent"`
		UploadKbps int  `toml:"upload_kbps"`
		DiskMB     int  `toml:"disk_mb"`
		Islands    int  `toml:"islands"`
	} `toml:"host"`
	World struct {
		CheckpointSeconds int `toml:"checkpoint_seconds"`
	} `toml:"world"`
	Keys map[string][]string `toml:"keys"`
}

// settingRule is one line of the settings: where it is, and what it accepts. What it is called and what it does stands
// in the tables of words, under "setting" and "help".
type settingRule struct {
	key     string // "table.key"
	unit    string
	min     int
	max     int
	step    int
	choices []string
	field   func(*Settings) any     // pointer to the field
	check   func(s *Settings) error // beyond bounds and choices; nil accepts
	live    bool                    // takes effect without a restart
}

// settingRules is the table of all settings but the keys, in the order of config.toml.
var settingRules = []settingRule{
	{key: "player.name", field: func(s *Settings) any { return &s.Player.Name }, check: checkName, live: true},
	{key: "player.look", field: func(s *Settings) any { return &s.Player.Look }, check: checkLook, live: true},
	{key: "player.language", field: func(s *Settings) any { return &s.Player.Language }, check: checkLanguage, live: true},
	{key: "player.hints", field: func(s *Settings) any { return &s.Player.Hints }, live: true},
	{key: "player.visits", choices: []string{"ask", "anyone", "nobody"}, field: func(s *Settings) any { return &s.Player.Visits }, live: true},
	{key: "video.width", unit: "px", min: 640, max: 7680, step: 20, field: func(s *Settings) any { return &s.Video.Width }, live: true},
	{key: "video.height", unit: "px", min: 360, max: 4320, step: 20, field: func(s *Settings) any { return &s.Video.Height }, live: true},
	{key: "video.mode", choices: []string{"window", "borderless", "fullscreen"}, field: func(s *Settings) any { return &s.Video.Mode }, live: true},
	{key: "video.vsync", field: func(s *Settings) any { return &s.Video.Vsync }, live: true},
	{key: "video.light", choices: []string{"full", "simple"}, field: func(s *Settings) any { return &s.Video.Light }, live: true},
	{key: "video.ui_scale", min: 0, max: 4, step: 1, field: func(s *Settings) any { return &s.Video.UIScale }, live: true},
	{key: "video.theme", choices: []string{"warm", "neon"}, field: func(s *Settings) any { return &s.Video.Theme }, live: true},
	{key: "video.zoom", choices: []string{"12", "15", "20"}, min: 12, max: 20, field: func(s *Settings) any { return &s.Video.Zoom }, live: true},
	{key: "video.shake", field: func(s *Settings) any { return &s.Video.Shake }, live: true},
	{key: "video.reduced_motion", field: func(s *Settings) any { return &s.Video.ReducedMotion }, live: true},
	{key: "video.flashes", field: func(s *Settings) any { return &s.Video.Flashes }, live: true},
	{key: "video.distortion", field: func(s *Settings) any { return &s.Video.Distortion }, live: true},
	{key: "video.finish", choices: []string{"plain", "vignette", "crt"}, field: func(s *Settings) any { return &s.Video.Finish }, live: true},
	{key: "controls.hold", choices: []string{"hold", "toggle"}, field: func(s *Settings) any { return &s.Controls.Hold }, live: true},
	{key: "controls.touch", choices: []string{"auto", "on", "off"}, field: func(s *Settings) any { return &s.Controls.Touch }, live: true},
	{key: "audio.sound", field: func(s *Settings) any { return &s.Audio.Sound }},
	{key: "audio.master", unit: "%", max: 100, step: 5, field: func(s *Settings) any { return &s.Audio.Master }, live: true},
	{key: "audio.effects", unit: "%", max: 100, step: 5, field: func(s *Settings) any { return &s.Audio.Effects }, live: true},
	{key: "audio.ambience", unit: "%", max: 100, step: 5, field: func(s *Settings) any { return &s.Audio.Ambience }, live: true},
	{key: "audio.music", unit: "%", max: 100, step: 5, field: func(s *Settings) any { return &s.Audio.Music }, live: true},
	{key: "net.lan", field: func(s *Settings) any { return &s.Net.LAN }},
	{key: "net.signal", field: func(s *Settings) any { return &s.Net.Signal }, check: checkSignal},
	{key: "net.listen", field: func(s *Settings) any { return &s.Net.Listen }, check: checkListen},
	{key: "net.ice_servers", field: func(s *Settings) any { return &s.Net.ICEServers }, check: checkICE},
	{key: "host.willing", field: func(s *Settings) any { return &s.Host.Willing }, live: true},
	{key: "host.cpu_percent", unit: "%", min: 5, max: 400, step: 5, field: func(s *Settings) any { return &s.Host.CPUPercent }, live: true},
	{key: "host.upload_kbps", unit: "kbit/s", max: 100000, step: 250, field: func(s *Settings) any { return &s.Host.UploadKbps }, live: true},
	{key: "host.disk_mb", unit: "MB", max: 100000, step: 250, field: func(s *Settings) any { return &s.Host.DiskMB }, live: true},
	{key: "host.islands", min: 0, max: 64, step: 1, field: func(s *Settings) any { return &s.Host.Islands }, live: true},
	{key: "world.checkpoint_seconds", unit: "s", min: 10, max: 3600, step: 10, field: func(s *Settings) any { return &s.World.CheckpointSeconds }},
}

// ruleOf returns the rule of a key such as "video.light", or nil.
func ruleOf(key string) *settingRule {
	i := slices.IndexFunc(settingRules, func(r settingRule) bool { return r.key == key })
	if i < 0 {
		return nil
	}
	return &settingRules[i]
}

// accept says whether the value that s has for r is within r's bounds.
func (r *settingRule) accept(s *Settings) error {
	switch v := r.field(s).(type) {
	case *int:
		if len(r.choices) > 0 && !slices.Contains(r.choices, strconv.Itoa(*v)) {
			return fmt.Errorf("%s is %d; it can be %s", r.key, *v, strings.Join(r.choices, ", "))
		}
		if *v < r.min || *v > r.max {
			return fmt.Errorf("%s is %d; it can be %d to %d%s", r.key, *v, r.min, r.max, spaced(r.unit))
		}
	case *string:
		if len(r.choices) > 0 && !slices.Contains(r.choices, *v) {
			return fmt.Errorf("%s is %q; it can be %s", r.key, *v, strings.Join(r.choices, ", "))
		}
	}
	if r.check != nil {
		return r.check(s)
	}
	return nil
}

// value returns the setting as text, as the settings screen shows it.
func (r *settingRule) value(s *Settings) string {
	switch v := r.field(s).(type) {
	case *int:
		return strconv.Itoa(*v)
	case *bool:
		return strconv.FormatBool(*v)
	case *string:
		return *v
	case *[]string:
		return strings.Join(*v, ", ")
	}
	panic("settings: " + r.key + " has a type that no one handles")
}

// set parses text into the setting and refuses what is out of bounds, leaving s as it was.
func (r *settingRule) set(s *Settings, text string) error {
	old := *s
	switch v := r.field(s).(type) {
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%s wants a whole number, not %q", r.key, text)
		}
		*v = n
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s wants true or false, not %q", r.key, text)
		}
		*v = b
	case *string:
		*v = text
	case *[]string:
		*v = strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if err := r.accept(s); err != nil {
		*s = old
		return err
	}
	return nil
}

// literal returns the setting's value as TOML.
func (r *settingRule) literal(s *Settings) string {
	switch v := r.field(s).(type) {
	case *string:
		return strconv.Quote(*v)
	case *[]string:
		return quoteList(*v)
	}
	return r.value(s)
}

func spaced(unit string) string { return strings.TrimRight(" "+unit, " ") }

func checkName(s *Settings) error {
	n := s.Player.Name
	if len(n) > entity.MaxName || !utf8.ValidString(n) || strings.ContainsFunc(n, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("player.name is %q; it can be up to %d bytes of text in one line", n, entity.MaxName)
	}
	return nil
}

func checkLook(s *Settings) error {
	if _, err := parseLook(s.Player.Look); err != nil {
		return fmt.Errorf("player.look: %w", err)
	}
	return nil
}

func checkLanguage(s *Settings) error {
	if l := s.Player.Language; l != autoLanguage && !isLanguage(l) {
		return fmt.Errorf("player.language is %q; it can be auto, %s, or the name of a table in words/ of the data directory", l, strings.Join(assets.Languages(), ", "))
	}
	return nil
}

func checkSignal(s *Settings) error {
	if s.Net.Signal == "" {
		return nil
	}
	u, err := url.Parse(s.Net.Signal)
	if err != nil || u.Host == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
		return fmt.Errorf("net.signal is %q; it looks like ws://host:7777", s.Net.Signal)
	}
	return nil
}

func checkListen(s *Settings) error {
	colon := strings.LastIndexByte(s.Net.Listen, ':')
	if n, err := strconv.Atoi(s.Net.Listen[colon+1:]); colon < 0 || err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("net.listen is %q; it looks like :0 or 192.168.1.5:7778", s.Net.Listen)
	}
	return nil
}

func checkICE(s *Settings) error {
	for _, u := range s.Net.ICEServers {
		if scheme, rest, ok := strings.Cut(u, ":"); !ok || rest == "" || scheme != "stun" && scheme != "turn" {
			return fmt.Errorf("net.ice_servers has %q; each looks like stun:host:3478", u)
		}
	}
	return nil
}
