package e2e

import (
	"io"
	"strings"
	"testing"
	"time"

	"manyhold/net/patience"
)

// texter is a `manyhold chat` of a test, with its input in a pipe.
type texter struct {
	*process
	in io.WriteCloser
}

// chat starts a text client.
func chat(t *testing.T, data string, args ...string) *texter {
	t.Helper()
	cmd := program(append([]string{"chat", "--data", data}, args...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	return &texter{launch(t, cmd, data), in}
}

// say sends a line.
func (c *texter) say(line string) { io.WriteString(c.in, line+"\n") }

// reads waits until the client has printed a text.
func (c *texter) reads(text string) {
	c.t.Helper()
	c.await("“"+text+"” on the terminal", 20*time.Second, func() bool { return strings.Contains(c.output(), text) })
}

// TestTextChat: a text client on a running node and one with a node of its own talk with each other. They see
// who comes and goes, use slash commands, and read what was said before.
func TestTextChat(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--name", "Ada")
	a.must("say before anybody listened")
	ada := chat(t, a.data)
	ada.reads("Ada: before anybody listened")
	ada.reads(", as Ada.")
	st, _ := a.island()
	bo := chat(t, t.TempDir(), "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	bo.reads("Ada: before anybody listened")
	ada.reads("* Bo joined")
	ada.say("hello; Bo") // no list of orders
	bo.reads("Ada: hello; Bo")
	bo.say("hello Ada")
	ada.reads("Bo: hello Ada")
	bo.say("/world to everybody")
	ada.reads("Bo, to all: to everybody")
	bo.say("/kick Ada")
	bo.reads("! /kick needs the rank of a keeper")
	ada.say("/stats")
	ada.reads("leader: Ada; links: 1")
	if out := a.must("/server stats"); !strings.Contains(out, "of a core") {
		t.Errorf("/server stats: %s", out)
	}
	ada.say("/title Our hill")
	ada.reads("charter entry written: title Our hill")
	a.await("the title in the status", 20*time.Second, func() bool { st, err := a.status(); return err == nil && st.World.Charter.Title == "Our hill" })
	ada.say("/rank Bo keeper")
	ada.reads("charter entry written: rank Bo keeper")
	ada.say("/mute Bo 10m")
	a.await("Bo to be muted", 20*time.Second, func() bool { st, err := a.status(); return err == nil && len(st.World.Charter.Mutes) == 1 })
	bo.until(t, "muted", func() { bo.say("can you hear me") })
	ada.say("/unmute Bo")
	bo.until(t, "you are a keeper", func() { bo.say("/admin") })
	bo.say("/name Bob")
	ada.reads("is now called Bob")
	bo.in.Close() // the end of its input
	select {
	case <-bo.done:
	case <-patience.After(t, 20*time.Second):
		t.Fatal("the client does not end with its input")
	}
	if bo.err != nil {
		t.Errorf("the client ended with %v", bo.err)
	}
	ada.reads("* Bob left")
	ada.say("/quit")
	select {
	case <-ada.done:
	case <-patience.After(t, 20*time.Second):
		t.Fatal("/quit does not end the client")
	}
	if out := a.must("who"); !strings.Contains(out, "Ada") {
		t.Errorf("the player of the node has left: %q", out)
	}
}

// until repeats something until the client prints a text: ranks and mutes take a moment.
func (c *texter) until(t *testing.T, text string, again func()) {
	t.Helper()
	for late := patience.For(20 * time.Second); !strings.Contains(c.output(), text); {
		if again(); late.Over() {
			t.Fatalf("no %q", text)
		}
		answered := strings.Count(c.output(), "\n")
		c.await("an answer", 20*time.Second, func() bool { return strings.Count(c.output(), "\n") > answered || strings.Contains(c.output(), text) })
	}
}
