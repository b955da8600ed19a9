package signal

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAskWorld: a door says which world its node is in, to each address as often as it takes offers.
func TestAskWorld(t *testing.T) {
	world := [32]byte{1, 2, 31: 3}
	s := httptest.NewServer(NewWorldSign(world))
	defer s.Close()
	at := strings.TrimPrefix(s.URL, "http://")
	if got, err := AskWorld(t.Context(), at); err != nil || got != world {
		t.Fatalf("%x, %v", got, err)
	}
	resp, err := doorClient.Post(s.URL, "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Body.Close(); resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a post has status %s", resp.Status)
	}
	refused := false
	for range int(2 * doorBurst) {
		if _, err := AskWorld(t.Context(), at); errors.Is(err, ErrAskedTooOften) {
			refused = true
		}
	}
	if !refused {
		t.Error("one address may ask without end")
	}
}

// TestFalseWorlds: what is no world's id is an error.
func TestFalseWorlds(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing": "", "zero": strings.Repeat("0", 64), "short": strings.Repeat("1", 62), "no hex": strings.Repeat("x", 64), "long": strings.Repeat("1", 1<<20),
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(answer)) }))
		if got, err := AskWorld(t.Context(), strings.TrimPrefix(s.URL, "http://")); err == nil || got != [32]byte{} {
			t.Errorf("%s: %x, %v", name, got, err)
		}
		s.Close()
	}
	if _, err := AskWorld(t.Context(), "127.0.0.1:1"); err == nil {
		t.Error("nobody answers, and there is no error")
	}
}
