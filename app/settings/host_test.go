package settings

import (
	"strings"
	"testing"
)

// TestHostLimitsAreBounded: each limit out of its bounds is refused with the line it stands on.
func TestHostLimitsAreBounded(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"cpu_percent = 4", "f.toml:3: host.cpu_percent is 4; use 5 to 400 %"},
		{"cpu_percent = 401", "f.toml:3: host.cpu_percent is 401; use 5 to 400 %"},
		{"upload_kbps = -1", "f.toml:3: host.upload_kbps is -1; use 0 to 100000 kbit/s"},
		{"disk_mb = 100001", "f.toml:3: host.disk_mb is 100001; use 0 to 100000 MB"},
		{"assets_mb = -1", "f.toml:3: host.assets_mb is -1; use 0 to 100000 MB"},
		{"islands = 65", "f.toml:3: host.islands is 65; use 0 to 64"},
		{"willing = 0", "f.toml:3: line 3 (last key \"host.willing\")"},
		{"island = 3", `f.toml:3: unknown setting "host.island" (did you mean "host.islands"?)`},
	} {
		_, err := ParseConfig("f.toml", "# mine\n[host]\n"+c.line+"\n")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.line, err)
		}
	}
	s, err := ParseConfig("f.toml", "[host]\nupload_kbps = 800\ndisk_mb = 20\nislands = 0\n")
	if err != nil {
		t.Fatal(err)
	}
	if l := HostLimits(&s); l.Upload != 100_000 || l.Disk != 20_000_000 || !l.Unwilling || l.CPUPercent != 80 {
		t.Errorf("%+v", l)
	}
	if quota, upload := AssetLimits(&s); quota != 512_000_000 || upload != 50_000 {
		t.Errorf("%d bytes of assets, %d a second", quota, upload)
	}
}
