package control

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// PrintAnswer copies what came of the orders and returns the failure that ended them, if one did.
func PrintAnswer(w io.Writer, resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(io.LimitReader(resp.Body, MaxBody))
		return errors.New(strings.TrimSpace(string(b)))
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if said, ok := strings.CutPrefix(line, " "); ok {
			fmt.Fprintln(w, said)
			continue
		}
		if why, ok := strings.CutPrefix(line, "failed: "); ok {
			return errors.New(why)
		}
		return nil
	}
	return errors.New("the node ended before all orders were carried out")
}

// BannedWords say that this node's player may do nothing, and why.
func BannedWords(why string) string {
	return "this player is banned from this world: " + cmp.Or(why, "no reason given")
}
