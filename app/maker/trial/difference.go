package trial

import "strings"

// Difference returns the lines of two texts: those of both with two spaces before them, those of the expected
// one alone with a minus, and those of the other one alone with a plus. Lines far from any difference are
// left out.
func Difference(want, got string) string {
	a, b := lines(want), lines(got)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out strings.Builder
	put := func(mark string, list []string) {
		for _, l := range list {
			out.WriteString(mark + l + "\n")
		}
	}
	put("  ", a[max(head-around, 0):head])
	between(a[head:len(a)-tail], b[head:len(b)-tail], put)
	put("  ", a[len(a)-tail:min(len(a)-tail+around, len(a))])
	return out.String()
}

const (
	// around is how many equal lines are shown before and behind a difference.
	around = 3
	// compared is the most lines between the first difference and the last that are compared with each other.
	compared = 1000
)

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// between puts the lines that differ, and those that both have between them, by the longest common sequence.
func between(a, b []string, put func(mark string, list []string)) {
	if len(a) > compared || len(b) > compared {
		put("- ", a)
		put("+ ", b)
		return
	}
	common := make([][]int16, len(a)+1)
	for i := range common {
		common[i] = make([]int16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			put("  ", a[i:i+1])
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			put("- ", a[i:i+1])
			i++
		default:
			put("+ ", b[j:j+1])
			j++
		}
	}
	put("- ", a[i:])
	put("+ ", b[j:])
}
