package remedy

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"manyhold/net/key"
	"manyhold/net/link/webrtc"
	"manyhold/net/signal"
)

// TestTrouble: the most telling of the recent failures decides, and a link ends all of them.
func TestTrouble(t *testing.T) {
	noPath := fmt.Errorf("%w: %w", webrtc.ErrNoPath, context.DeadlineExceeded)
	refused := &webrtc.RefusedError{Words: "another world"}
	busy := &webrtc.RefusedError{Words: "too many connections, try again later", Busy: true}
	silent := context.DeadlineExceeded
	outside := Circumstances{Outside: true}
	type note struct {
		peer byte
		err  error
		at   int // seconds ago
	}
	for name, c := range map[string]struct {
		notes []note
		here  Circumstances
		want  Trouble
	}{
		"nothing tried":                   {nil, outside, None},
		"a silent peer":                   {[]note{{1, silent, 3}}, outside, Nobody},
		"a silent peer, no server":        {[]note{{1, silent, 3}}, Circumstances{ServerDown: true}, NoServer},
		"no server, nothing tried":        {nil, Circumstances{ServerDown: true}, NoServer},
		"strict routers":                  {[]note{{2, silent, 2}, {1, noPath, 3}}, outside, NoPath},
		"strict routers, no server":       {[]note{{1, noPath, 3}}, Circumstances{Outside: true, ServerDown: true}, NoPath},
		"no outer address":                {[]note{{1, noPath, 3}}, Circumstances{}, NoPathNear},
		"another way to the same peer":    {[]note{{1, noPath, 9}, {1, silent, 1}}, outside, NoPath},
		"the same way is open meanwhile":  {[]note{{1, noPath, 9}, {1, refused, 1}}, outside, Refused},
		"a link":                          {[]note{{1, noPath, 3}}, Circumstances{Links: 1}, None},
		"a link since then, and it ended": {[]note{{1, noPath, 3}, {2, nil, 2}}, outside, None},
		"long ago":                        {[]note{{1, noPath, 41}}, outside, None},
		"before the last pause":           {[]note{{1, refused, 38}}, outside, Refused},
		"a crowd":                         {[]note{{1, busy, 3}}, outside, Busy},
		"a crowd at a door":               {[]note{{1, &signal.RemoteError{Text: "webrtc: too many offers, try again"}, 3}}, outside, Busy},
		"offers pass too fast":            {[]note{{1, fmt.Errorf("by a door: %w", webrtc.ErrBusy), 3}}, outside, Busy},
		"a crowd, other ways are closed":  {[]note{{1, busy, 3}, {1, silent, 1}}, Circumstances{ServerDown: true}, Busy},
		"a crowd, and one that refuses":   {[]note{{1, busy, 3}, {2, refused, 1}}, outside, Busy},
		"a crowd, and a strict router":    {[]note{{1, busy, 3}, {2, noPath, 1}}, outside, Busy},
		"a peer that is absent":           {[]note{{1, &signal.RemoteError{Text: "that peer is not there"}, 3}}, outside, Nobody},
		"twice":                           {[]note{{1, &webrtc.RefusedError{Words: "already connected as Bo: another process of " + webrtc.SameIdentity + " is running"}, 3}, {2, silent, 1}}, outside, Twice},
		"another version":                 {[]note{{1, fmt.Errorf("%w: 7 and 8", webrtc.ErrProtocol), 3}}, outside, Version},
		"another version, in words":       {[]note{{1, &signal.RemoteError{Text: webrtc.ErrProtocol.Error() + ": 7 and 8"}, 3}}, outside, Version},
		"refused":                         {[]note{{1, refused, 3}, {2, silent, 1}}, outside, Refused},
	} {
		t.Run(name, func(t *testing.T) {
			var b Book
			now := time.Now()
			for _, n := range c.notes {
				b.Note(key.ID{n.peer}, n.err, now.Add(-time.Duration(n.at)*time.Second))
			}
			if got := b.Trouble(c.here, now); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestWords: every trouble says what helps.
func TestWords(t *testing.T) {
	for _, why := range []Trouble{NoPath, NoPathNear, Refused, Busy, NoServer, Nobody} {
		if w := why.Words(); !strings.HasSuffix(w, ".") && !strings.HasSuffix(w, "?") {
			t.Errorf("%q says %q", why, w)
		}
	}
	if None.Words() != "" {
		t.Error("no trouble has words")
	}
}
