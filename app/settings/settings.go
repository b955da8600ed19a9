// Package settings reads, checks and writes config.toml, and finds the data directory. The table SettingRules
// has one row per setting with its bounds. A file that is wrong is refused with its line number, and stays as
// it is.
package settings

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"manyhold/assets"
	"manyhold/game/entity"
)

// DefaultConfig is the config.toml of the repository: the documented defaults, and the first content of a new
// data directory. The program sets it once, at its start.
var DefaultConfig string

// SetDefaults sets the text of the documented defaults, which every other function here reads on top of. It
// is called before anything else, because only the directory above all packages can embed config.toml.
func SetDefaults(config string) { DefaultConfig = config }

// Audio is the settings of sound; the volumes are percent.
type Audio struct {
	Sound    bool `toml:"sound"`
	Master   int  `toml:"master"`
	Effects  int  `toml:"effects"`
	Ambience int  `toml:"ambience"`
	Music    int  `toml:"music"`
	Makers   int  `toml:"makers"`
}

// Video is the settings of the picture.
type Video struct {
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
	Makers        bool   `toml:"makers"`
}

// Settings are the values of config.toml. Each field's unit and bounds are in the table SettingRules and in
// config.toml itself; a test holds the two together.
type Settings struct {
	Player struct {
		Name     string `toml:"name"`
		Look     string `toml:"look"`
		Language string `toml:"language"`
		Visits   string `toml:"visits"`
		Hints    bool   `toml:"hints"`
		Goals    bool   `toml:"goals"`
		Greet    bool   `toml:"greet"`
	} `toml:"player"`
	Video    Video `toml:"video"`
	Controls struct {
		Hold  string `toml:"hold"`
		Touch string `toml:"touch"`
	} `toml:"controls"`
	Audio Audio `toml:"audio"`
	Net   Net   `toml:"net"`
	Host  Host  `toml:"host"`
	Rooms Rooms `toml:"rooms"`
	World struct {
		CheckpointSeconds int `toml:"checkpoint_seconds"`
	} `toml:"world"`
	Keys map[string][]string `toml:"keys"`
}

// Net is how this machine finds others: the section [net].
type Net struct {
	LAN         bool     `toml:"lan"`
	Signal      string   `toml:"signal"`
	Listen      string   `toml:"listen"`
	ICEServers  []string `toml:"ice_servers"`
	PortMapping bool     `toml:"port_mapping"`
	Bootstrap   []string `toml:"bootstrap"` // see ParsePeerAddress
	Trusted     []string `toml:"trusted_peers"`
	Host        bool     `toml:"host"` // false: it only plays
}

// Host is what this machine offers to the world: the section [host].
type Host struct {
	Willing    bool `toml:"willing"`
	CPUPercent int  `toml:"cpu_percent"`
	UploadKbps int  `toml:"upload_kbps"`
	DiskMB     int  `toml:"disk_mb"`
	AssetsMB   int  `toml:"assets_mb"`
	Islands    int  `toml:"islands"`
	RelayKbps  int  `toml:"relay_kbps"`
}

// Rooms is how this machine lets others use match rooms: the section [rooms].
type Rooms struct {
	Create string `toml:"create"`
	Listen string `toml:"listen"`
}

// SettingRule is one line of the settings: its place and its accepted values. Its name and its help are in
// the tables of words, under "setting" and "help".
type SettingRule struct {
	Key     string // "table.key"
	Unit    string
	Min     int
	Max     int
	Step    int
	Choices []string
	Field   func(*Settings) any     // pointer to the field
	check   func(s *Settings) error // beyond bounds and choices; nil accepts
	Live    bool                    // takes effect without a restart
}

// SettingRules is the table of all settings but the keys, in the order of config.toml.
var SettingRules = []SettingRule{
	{Key: "player.name", Field: func(s *Settings) any { return &s.Player.Name }, check: checkName, Live: true},
	{Key: "player.look", Field: func(s *Settings) any { return &s.Player.Look }, check: checkLook, Live: true},
	{Key: "player.language", Field: func(s *Settings) any { return &s.Player.Language }, check: checkLanguage, Live: true},
	{Key: "player.hints", Field: func(s *Settings) any { return &s.Player.Hints }, Live: true},
	{Key: "player.goals", Field: func(s *Settings) any { return &s.Player.Goals }, Live: true},
	{Key: "player.greet", Field: func(s *Settings) any { return &s.Player.Greet }, Live: true},
	{Key: "player.visits", Choices: []string{"ask", "anyone", "nobody"}, Field: func(s *Settings) any { return &s.Player.Visits }, Live: true},
	{Key: "video.width", Unit: "px", Min: 640, Max: 7680, Step: 20, Field: func(s *Settings) any { return &s.Video.Width }, Live: true},
	{Key: "video.height", Unit: "px", Min: 360, Max: 4320, Step: 20, Field: func(s *Settings) any { return &s.Video.Height }, Live: true},
	{Key: "video.mode", Choices: []string{"window", "borderless", "fullscreen"}, Field: func(s *Settings) any { return &s.Video.Mode }, Live: true},
	{Key: "video.vsync", Field: func(s *Settings) any { return &s.Video.Vsync }, Live: true},
	{Key: "video.light", Choices: []string{"full", "simple"}, Field: func(s *Settings) any { return &s.Video.Light }, Live: true},
	{Key: "video.ui_scale", Min: 0, Max: 4, Step: 1, Field: func(s *Settings) any { return &s.Video.UIScale }, Live: true},
	{Key: "video.theme", Choices: []string{"warm", "neon"}, Field: func(s *Settings) any { return &s.Video.Theme }, Live: true},
	{Key: "video.zoom", Choices: []string{"12", "15", "20"}, Min: 12, Max: 20, Field: func(s *Settings) any { return &s.Video.Zoom }, Live: true},
	{Key: "video.shake", Field: func(s *Settings) any { return &s.Video.Shake }, Live: true},
	{Key: "video.reduced_motion", Field: func(s *Settings) any { return &s.Video.ReducedMotion }, Live: true},
	{Key: "video.flashes", Field: func(s *Settings) any { return &s.Video.Flashes }, Live: true},
	{Key: "video.distortion", Field: func(s *Settings) any { return &s.Video.Distortion }, Live: true},
	{Key: "video.finish", Choices: []string{"plain", "vignette", "crt"}, Field: func(s *Settings) any { return &s.Video.Finish }, Live: true},
	{Key: "video.makers", Field: func(s *Settings) any { return &s.Video.Makers }, Live: true},
	{Key: "controls.hold", Choices: []string{"hold", "toggle"}, Field: func(s *Settings) any { return &s.Controls.Hold }, Live: true},
	{Key: "controls.touch", Choices: []string{"auto", "on", "off"}, Field: func(s *Settings) any { return &s.Controls.Touch }, Live: true},
	{Key: "audio.sound", Field: func(s *Settings) any { return &s.Audio.Sound }},
	{Key: "audio.master", Unit: "%", Max: 100, Step: 5, Field: func(s *Settings) any { return &s.Audio.Master }, Live: true},
	{Key: "audio.effects", Unit: "%", Max: 100, Step: 5, Field: func(s *Settings) any { return &s.Audio.Effects }, Live: true},
	{Key: "audio.ambience", Unit: "%", Max: 100, Step: 5, Field: func(s *Settings) any { return &s.Audio.Ambience }, Live: true},
	{Key: "audio.music", Unit: "%", Max: 100, Step: 5, Field: func(s *Settings) any { return &s.Audio.Music }, Live: true},
	{Key: "audio.makers", Unit: "%", Max: 100, Step: 5, Field: func(s *Settings) any { return &s.Audio.Makers }, Live: true},
	{Key: "net.lan", Field: func(s *Settings) any { return &s.Net.LAN }},
	{Key: "net.signal", Field: func(s *Settings) any { return &s.Net.Signal }, check: checkSignal},
	{Key: "net.listen", Field: func(s *Settings) any { return &s.Net.Listen }, check: checkListen},
	{Key: "net.ice_servers", Field: func(s *Settings) any { return &s.Net.ICEServers }, check: checkICE},
	{Key: "net.port_mapping", Field: func(s *Settings) any { return &s.Net.PortMapping }},
	{Key: "net.bootstrap", Field: func(s *Settings) any { return &s.Net.Bootstrap }, check: checkPeers},
	{Key: "net.trusted_peers", Field: func(s *Settings) any { return &s.Net.Trusted }, check: checkPeers},
	{Key: "net.host", Field: func(s *Settings) any { return &s.Net.Host }},
	{Key: "host.willing", Field: func(s *Settings) any { return &s.Host.Willing }, Live: true},
	{Key: "host.cpu_percent", Unit: "%", Min: 5, Max: 400, Step: 5, Field: func(s *Settings) any { return &s.Host.CPUPercent }, Live: true},
	{Key: "host.upload_kbps", Unit: "kbit/s", Max: 100000, Step: 250, Field: func(s *Settings) any { return &s.Host.UploadKbps }, Live: true},
	{Key: "host.disk_mb", Unit: "MB", Max: 100000, Step: 250, Field: func(s *Settings) any { return &s.Host.DiskMB }, Live: true},
	{Key: "host.assets_mb", Unit: "MB", Max: 100000, Step: 64, Field: func(s *Settings) any { return &s.Host.AssetsMB }, Live: true},
	{Key: "host.islands", Min: 0, Max: 64, Step: 1, Field: func(s *Settings) any { return &s.Host.Islands }, Live: true},
	{Key: "host.relay_kbps", Unit: "kbit/s", Max: 100000, Step: 250, Field: func(s *Settings) any { return &s.Host.RelayKbps }},
	{Key: "rooms.create", Choices: []string{"anyone", "builders", "keepers", "founder", "nobody"}, Field: func(s *Settings) any { return &s.Rooms.Create }, Live: true},
	{Key: "rooms.listen", Field: func(s *Settings) any { return &s.Rooms.Listen }, check: checkRooms},
	{Key: "world.checkpoint_seconds", Unit: "s", Min: 10, Max: 3600, Step: 10, Field: func(s *Settings) any { return &s.World.CheckpointSeconds }},
}

// RuleOf returns the rule of a key such as "video.light", or nil.
func RuleOf(key string) *SettingRule {
	i := slices.IndexFunc(SettingRules, func(r SettingRule) bool { return r.Key == key })
	if i < 0 {
		return nil
	}
	return &SettingRules[i]
}

// accept says whether the value that s has for r is within r's bounds.
func (r *SettingRule) accept(s *Settings) error {
	switch v := r.Field(s).(type) {
	case *int:
		if len(r.Choices) > 0 && !slices.Contains(r.Choices, strconv.Itoa(*v)) {
			return fmt.Errorf("%s is %d; use %s", r.Key, *v, strings.Join(r.Choices, ", "))
		}
		if *v < r.Min || *v > r.Max {
			return fmt.Errorf("%s is %d; use %d to %d%s", r.Key, *v, r.Min, r.Max, spaced(r.Unit))
		}
	case *string:
		if len(r.Choices) > 0 && !slices.Contains(r.Choices, *v) {
			return fmt.Errorf("%s is %q; use %s", r.Key, *v, strings.Join(r.Choices, ", "))
		}
	}
	if r.check != nil {
		return r.check(s)
	}
	return nil
}

// Value returns the setting as text, as the settings screen shows it.
func (r *SettingRule) Value(s *Settings) string {
	switch v := r.Field(s).(type) {
	case *int:
		return strconv.Itoa(*v)
	case *bool:
		return strconv.FormatBool(*v)
	case *string:
		return *v
	case *[]string:
		return strings.Join(*v, ", ")
	}
	panic("settings: " + r.Key + " has an unknown type")
}

// set parses text into the setting and refuses a value out of bounds, leaving s as it was.
func (r *SettingRule) set(s *Settings, text string) error {
	old := *s
	switch v := r.Field(s).(type) {
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%s needs a whole number, not %q", r.Key, text)
		}
		*v = n
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%s needs true or false, not %q", r.Key, text)
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
func (r *SettingRule) literal(s *Settings) string {
	switch v := r.Field(s).(type) {
	case *string:
		return strconv.Quote(*v)
	case *[]string:
		return quoteList(*v)
	}
	return r.Value(s)
}

func spaced(unit string) string { return strings.TrimRight(" "+unit, " ") }

func checkName(s *Settings) error {
	n := s.Player.Name
	if len(n) > entity.MaxName || !utf8.ValidString(n) || strings.ContainsFunc(n, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("player.name is %q; use up to %d bytes of text in one line", n, entity.MaxName)
	}
	return nil
}

func checkLook(s *Settings) error {
	if _, err := ParseLook(s.Player.Look); err != nil {
		return fmt.Errorf("player.look: %w", err)
	}
	return nil
}

func checkLanguage(s *Settings) error {
	if l := s.Player.Language; l != AutoLanguage && !isLanguage(l) {
		return fmt.Errorf("player.language is %q; use auto, %s, or the name of a table in words/ of the data directory", l, strings.Join(assets.Languages(), ", "))
	}
	return nil
}

func checkSignal(s *Settings) error {
	if s.Net.Signal == "" {
		return nil
	}
	u, err := url.Parse(s.Net.Signal)
	if err != nil || u.Host == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
		return fmt.Errorf("net.signal is %q; write it like ws://host:7777", s.Net.Signal)
	}
	return nil
}

func checkListen(s *Settings) error {
	colon := strings.LastIndexByte(s.Net.Listen, ':')
	if n, err := strconv.Atoi(s.Net.Listen[colon+1:]); colon < 0 || err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("net.listen is %q; write it like :0 or 192.168.1.5:7778", s.Net.Listen)
	}
	return nil
}

func checkRooms(s *Settings) error {
	if s.Rooms.Listen == "" {
		return nil
	}
	if _, port, err := net.SplitHostPort(s.Rooms.Listen); err != nil || !isPort(port) {
		return fmt.Errorf("rooms.listen is %q; write it like 127.0.0.1:7780, or leave it empty", s.Rooms.Listen)
	}
	return nil
}

// isPort reports whether a text is the number of a port, or 0 for any.
func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// checkPeers looks at the lists of peers.
func checkPeers(s *Settings) error {
	for _, list := range []struct {
		key   string
		texts []string
	}{{"bootstrap", s.Net.Bootstrap}, {"trusted_peers", s.Net.Trusted}} {
		for _, text := range list.texts {
			if _, err := ParsePeerAddress(text); err != nil {
				return fmt.Errorf("net.%s has %q: %w", list.key, text, err)
			}
		}
	}
	return nil
}

func checkICE(s *Settings) error {
	for _, u := range s.Net.ICEServers {
		if scheme, rest, ok := strings.Cut(u, ":"); !ok || rest == "" || scheme != "stun" && scheme != "turn" {
			return fmt.Errorf("net.ice_servers has %q; write each like stun:host:3478", u)
		}
	}
	return nil
}
