package rig

import (
	"regexp"
	"strings"
	"testing"
)

// CheckMetrics reads the text format of Prometheus: each name has help and type before its samples, once.
func CheckMetrics(t testing.TB, text string) {
	sample := regexp.MustCompile(`^([a-z_:][a-z0-9_:]*)(\{([a-z_]+="[^"\\]*",?)+\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$`)
	help, kind := map[string]bool{}, map[string]bool{}
	n := 0
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		w := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "# HELP ") && len(w) > 3 && !help[w[2]]:
			help[w[2]] = true
		case strings.HasPrefix(line, "# TYPE ") && len(w) == 4 && !kind[w[2]] && (w[3] == "gauge" || w[3] == "counter"):
			kind[w[2]] = true
		default:
			m := sample.FindStringSubmatch(line)
			if m == nil || !help[m[1]] || !kind[m[1]] {
				t.Errorf("no sample of a declared metric: %q", line)
			}
			n++
		}
	}
	if n < 10 || !help["manyhold_turn_ordered"] || !help["manyhold_dropped_total"] {
		t.Errorf("%d samples:\n%s", n, text)
	}
}
