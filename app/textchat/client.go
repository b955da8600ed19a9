// Package textchat is the text client of `manyhold chat`: it shows the chat of a running node in a terminal,
// or in a pipe, a line each, and sends what is typed. Slash commands are those of input/slash; in a terminal,
// Tab completes them.
//
// One goroutine owns the screen. Others read the standard input, follow the chat and wait for answers, and
// send it values.
package textchat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"manyhold/app/status"
	"manyhold/app/talk"
	"manyhold/game/rights"
	"manyhold/input/slash"
)

// Node is the node whose chat is shown. *control.Client is one.
type Node interface {
	// Listen follows the chat, and calls heard with each line until ctx ends or the node does.
	Listen(ctx context.Context, heard func(talk.Line)) error
	// Line carries out a line: a slash command, or something to say. Answers go to w.
	Line(ctx context.Context, line string, w io.Writer) error
	Status(ctx context.Context) (*status.Status, error)
}

// client is a running text client.
type client struct {
	node  Node
	out   io.Writer
	edit  *editor // nil: the input is no terminal
	heard chan talk.Line
	keys  chan []byte // read from the input; closed at its end
	send  chan string
	said  chan string // answers to lines, to be shown; "" when a line is done
	view  slash.View
	begun bool // the history is shown
	wait  int  // lines that are not answered yet
}

// queue is how many lines wait to be sent, or to be shown.
const queue = 256

// errQuit ends the client as its person asks.
var errQuit = errors.New("quit")

// Run shows the chat of a node until the input or the node ends. width is the width of the terminal that in
// and out are, in raw mode; 0: they are none.
func Run(ctx context.Context, node Node, in io.Reader, out io.Writer, width func() int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := &client{node: node, out: out, heard: make(chan talk.Line, queue), keys: make(chan []byte), send: make(chan string, queue), said: make(chan string, queue)}
	if width != nil {
		c.edit = &editor{width: width}
	}
	ended := make(chan error, 1)
	go func() {
		ended <- node.Listen(ctx, func(l talk.Line) {
			select {
			case c.heard <- l:
			case <-ctx.Done():
			}
		})
	}()
	go c.read(ctx, in)
	go c.sendAll(ctx)
	look := time.NewTicker(viewEvery)
	defer look.Stop()
	views := make(chan slash.View, 1)
	if c.edit != nil {
		go c.look(ctx, views, look.C)
	}
	keys := c.keys
	for keys != nil || !c.begun || c.wait > 0 {
		select {
		case l := <-c.heard:
			c.show(l)
		case err := <-ended:
			if ctx.Err() != nil {
				return nil
			}
			return err
		case text := <-c.said:
			c.answer(text)
		case c.view = <-views:
		case b, ok := <-keys:
			if !ok {
				keys = nil
			} else if err := c.typed(b); err != nil {
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
	for len(c.heard) > 0 {
		c.show(<-c.heard)
	}
	return nil
}

// viewEvery is how often the players and the rank are asked for, for completion.
const viewEvery = 2 * time.Second

// look keeps the view up to date, until ctx ends.
func (c *client) look(ctx context.Context, views chan<- slash.View, every <-chan time.Time) {
	for {
		if st, err := c.node.Status(ctx); err == nil {
			select {
			case views <- viewOf(st):
			case <-ctx.Done():
			}
		}
		select {
		case <-every:
		case <-ctx.Done():
			return
		}
	}
}

// viewOf is what a node's player may do, and whom it knows.
func viewOf(st *status.Status) slash.View {
	v := slash.View{}
	c := st.World.Charter
	if c == nil {
		c = &status.CharterStatus{}
	}
	ranks := map[string]rights.Rank{}
	for r := range rights.RankCount {
		if r.String() == c.Rank {
			v.Rank = r
		}
		for _, p := range c.Ranked {
			if p.Rank == r.String() {
				ranks[p.Peer] = r
			}
		}
	}
	muted := map[string]bool{}
	for _, m := range c.Mutes {
		muted[m.Peer] = true
	}
	for i := range st.Islands {
		for _, p := range st.Islands[i].People {
			rank, named := ranks[p.Key]
			if !named && c.Rules.Newcomers == rights.Builder.String() {
				rank = rights.Builder
			}
			v.People = append(v.People, slash.Person{Name: p.Name, Rank: rank, Me: p.Key == st.Peer, Muted: muted[p.Key]})
		}
	}
	for _, b := range c.Bans {
		v.People = append(v.People, slash.Person{Name: b.String(), Banned: true})
	}
	return v
}

// read is the goroutine that reads the input: lines of a pipe, bytes of a terminal.
func (c *client) read(ctx context.Context, in io.Reader) {
	defer close(c.keys)
	give := func(b []byte) bool {
		select {
		case c.keys <- b:
			return true
		case <-ctx.Done():
			return false
		}
	}
	if c.edit == nil {
		lines := bufio.NewScanner(in)
		for lines.Scan() && give([]byte(lines.Text())) {
		}
		return
	}
	for {
		b := make([]byte, 256)
		n, err := in.Read(b)
		if n > 0 && !give(b[:n]) || err != nil {
			return
		}
	}
}

// sendAll is the goroutine that sends lines, one after the other.
func (c *client) sendAll(ctx context.Context) {
	for {
		select {
		case line := <-c.send:
			var out strings.Builder
			err := c.node.Line(ctx, line, &out)
			for _, text := range strings.Split(strings.TrimSpace(out.String()), "\n") {
				if text != "" && text != "said" {
					c.said <- text
				}
			}
			if err != nil && ctx.Err() == nil {
				c.said <- "! " + err.Error()
			}
			c.said <- ""
		case <-ctx.Done():
			return
		}
	}
}

// answer shows an answer to a line.
func (c *client) answer(text string) {
	if text == "" {
		c.wait--
		return
	}
	c.print(text)
}

// typed takes what was read: a line, or keys.
func (c *client) typed(b []byte) error {
	if c.edit == nil {
		return c.enter(string(b))
	}
	for _, done := range c.edit.feed(b) {
		switch done.what {
		case entered:
			if err := c.enter(done.text); err != nil {
				return err
			}
		case completes:
			c.complete()
		case quits:
			return errQuit
		}
	}
	c.edit.draw(c.out)
	return nil
}

// enter takes a line.
func (c *client) enter(line string) error {
	line = strings.TrimSpace(line)
	switch strings.ToLower(line) {
	case "":
		return nil
	case "/quit", "/exit":
		return errQuit
	case "/clear", "/chat clear":
		if c.edit != nil {
			fmt.Fprint(c.out, "\x1b[2J\x1b[H")
		}
		return nil
	}
	c.wait++
	select {
	case c.send <- line:
	default:
		c.wait--
		c.print("! too many lines at once; wait a moment")
	}
	return nil
}

// complete completes the line of the editor, or lists how it can go on.
func (c *client) complete() {
	made := c.view.Complete(c.edit.line())
	longest := ""
	for i, o := range made.Options {
		if longest = o.Line; i > 0 {
			break
		}
	}
	for _, o := range made.Options {
		longest = commonBeginning(longest, o.Line)
	}
	if len(longest) > len(c.edit.line()) || len(made.Options) == 1 {
		c.edit.set(longest)
		return
	}
	if made.Command != nil {
		c.print(made.Command.Usage(strings.ToUpper) + " — " + made.Command.Help)
	}
	for _, o := range made.Options {
		if o.Command != nil {
			c.print("  " + o.Command.Usage(strings.ToUpper) + " — " + o.Command.Help)
		} else {
			c.print("  " + o.Word)
		}
	}
}

// commonBeginning is the longest text with which both begin, in whole runes, whatever their capitals.
func commonBeginning(a, b string) string {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && unicode.ToLower(x[n]) == unicode.ToLower(y[n]) {
		n++
	}
	return string(x[:n])
}

// show prints a line of the chat.
func (c *client) show(l talk.Line) {
	at := l.At.Local().Format("15:04")
	switch l.Kind {
	case talk.Said:
		c.print(fmt.Sprintf("[%s] %s: %s", at, l.Name, l.Text))
	case talk.Shouted:
		c.print(fmt.Sprintf("[%s] %s, to all: %s", at, l.Name, l.Text))
	case talk.Joined:
		c.print(fmt.Sprintf("[%s] * %s joined", at, l.Name))
	case talk.Left:
		c.print(fmt.Sprintf("[%s] * %s left", at, l.Name))
	case talk.Renamed:
		c.print(fmt.Sprintf("[%s] * a player is now called %s", at, l.Name))
	case talk.Spoke:
		c.print(fmt.Sprintf("[%s] %s says: %s", at, l.Name, l.Text))
	case talk.Failed:
		for _, line := range l.Fault() {
			c.print(fmt.Sprintf("[%s] * %s", at, line))
		}
	case talk.Governs:
		c.print(fmt.Sprintf("[%s] * %s is temporary keeper now", at, l.Name))
	case talk.Retires:
		c.print(fmt.Sprintf("[%s] * %s is no longer temporary keeper", at, l.Name))
	case talk.Asks:
		c.print(fmt.Sprintf("[%s] * %s asks: %s", at, l.Name, l.Text))
	case talk.Offers:
		c.print(fmt.Sprintf("[%s] * %s offers a journey. To go there, end this program and start: manyhold --join %s", at, l.Name, l.Text))
	case talk.Won:
		c.print(fmt.Sprintf("[%s] * %s", at, strings.TrimSpace(l.Name+" "+l.Text)))
	case talk.Overruled:
		c.print(fmt.Sprintf("[%s] * %s: %s", at, l.Name, l.Text))
	case talk.Begun:
		c.begun = true
		c.print(fmt.Sprintf("--- %s, as %s. /help lists the commands, /quit ends.", l.Text, l.Name))
	}
}

// Clean leaves out of a text what would steer the terminal: others wrote it.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}

// print prints a line above the one that is edited.
func (c *client) print(text string) {
	text = Clean(text)
	if c.edit == nil {
		fmt.Fprintln(c.out, text)
		return
	}
	fmt.Fprint(c.out, "\r\x1b[K"+text+"\r\n")
	c.edit.draw(c.out)
}
