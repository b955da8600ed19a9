package control

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"manyhold/app/order"
)

// Do has the node carry out orders. It copies their results and returns the failure that ended them, if any.
func (n *Client) Do(ctx context.Context, orders string, w io.Writer) error {
	return n.carryOut(ctx, "/do", orders, w)
}

// Line has the node carry out a line of the chat: a slash command, or something to say.
func (n *Client) Line(ctx context.Context, line string, w io.Writer) error {
	return n.carryOut(ctx, "/line", line, w)
}

// oneLine reads a line of the chat.
func oneLine(text string) ([]order.Order, error) {
	o, err := order.ParseLine(text)
	return []order.Order{o}, err
}

// carryOut asks for orders at a path.
func (n *Client) carryOut(ctx context.Context, path, text string, w io.Writer) error {
	resp, err := n.Request(ctx, http.MethodPost, path, []byte(text))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
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

// serveDo reads orders and streams a line for each order as it is done; the last line is "done" or "failed:
// why".
func serveDo(node controlled, w http.ResponseWriter, r *http.Request, parse func(text string) ([]order.Order, error)) {
	text, ok := readBody(w, r, MaxBody)
	if !ok {
		return
	}
	orders, err := parse(string(text))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if !awaitWorld(r.Context(), node) {
		http.Error(w, joiningNow(node), http.StatusServiceUnavailable)
		return
	}
	if c := node.Status().World.Charter; c != nil && c.Barred {
		http.Error(w, BannedWords(c.Why), http.StatusForbidden)
		return
	}
	flush := func() {
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	flush() // it is under way: the client need not fear that nobody is here
	err = node.Do(r.Context(), orders, func(line string) {
		fmt.Fprintln(w, " "+strings.ReplaceAll(line, "\n", "\n "))
		flush()
	})
	if err != nil {
		fmt.Fprintln(w, "failed:", err)
		return
	}
	fmt.Fprintln(w, "done")
}
