package byhand

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"manyhold/net/link"
	"manyhold/net/wire"
)

const sdpOfPion = "v=0\r\no=- 1697954651017159431 1795481659 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\na=msid-semantic:WMS *\r\n" +
	"a=fingerprint:sha-256 29:73:C2:6F:B2:C6:71:31:10:56:E8:01:9F:43:23:2C:99:51:84:5D:ED:09:9B:C0:37:36:1B:4B:BC:B2:05:8F\r\n" +
	"a=extmap-allow-mixed\r\na=group:BUNDLE 0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n" +
	"a=setup:actpass\r\na=mid:0\r\na=sendrecv\r\na=sctp-port:5000\r\na=max-message-size:1073741823\r\n" +
	"a=ice-ufrag:UyMhgggbEhcCnZtW\r\na=ice-pwd:SAcHseJHalRgzZCjDttCWJCHQYxRKcxq\r\n" +
	"a=candidate:2878742611 1 udp 2130706431 127.0.0.1 35791 typ host ufrag UyMhgggbEhcCnZtW\r\n" +
	"a=candidate:2070692838 1 udp 2130706431 192.0.2.2 36096 typ host ufrag UyMhgggbEhcCnZtW\r\n" +
	"a=candidate:2070692838 2 udp 2130706431 192.0.2.2 36096 typ host ufrag UyMhgggbEhcCnZtW\r\n" +
	"a=candidate:3932658255 1 udp 2130706431 fd00::2 32843 typ host ufrag UyMhgggbEhcCnZtW\r\n" +
	"a=candidate:3932658256 1 udp 2130706431 7f3a.local 32844 typ host\r\n" +
	"a=candidate:1 1 udp 1694498815 203.0.113.9 61000 typ srflx raddr 192.0.2.2 rport 36096\r\n" +
	"a=candidate:2 1 tcp 1694498815 203.0.113.9 9 typ host\r\n" +
	"a=end-of-candidates\r\n"

func described(t testing.TB, sdp string) Description {
	t.Helper()
	d, err := Describe(sdp)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sample(t testing.TB) *Text {
	return &Text{
		From: [32]byte{1}, Began: 1795481659000, Random: 42, Number: 3, Info: link.Info{Name: "Ada", Version: "1.0", Rules: 1, World: [32]byte{9}},
		Description: described(t, sdpOfPion), Signature: [64]byte{7},
	}
}

// TestTextIsReadAsPeopleSendIt: what messengers and hands do to a text does not matter; a wrong character
// does.
func TestTextIsReadAsPeopleSendIt(t *testing.T) {
	offer := sample(t)
	answer := sample(t)
	answer.Answer, answer.Offer = true, [4]byte{1, 2, 3, 4}
	t.Logf("an offer with four addresses has %d characters, an answer %d", len(offer.String()), len(answer.String()))
	for _, want := range []*Text{offer, answer} {
		text := want.String()
		for name, sent := range map[string]string{
			"as it is": text, "capitals": strings.ToUpper(text), "quoted": "  \"" + text + "\".\n", "in lines": text[:40] + "\r\n " + text[40:90] + "\u200b\n" + text[90:],
		} {
			got, err := Parse(sent)
			if err != nil || got.String() != text {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, c := range map[string]struct {
			text string
			want error
		}{
			"empty":           {"", ErrNotText},
			"an invitation":   {"manyhold:abcd", ErrNotText},
			"nothing behind":  {OfferScheme, ErrDamaged},
			"cut":             {text[:len(text)-9], ErrDamaged},
			"longer":          {text + "aaaaaaaa", ErrDamaged},
			"endless":         {text + strings.Repeat("a", MaxText), ErrDamaged},
			"another letter":  {text[:50] + string('a'+(text[50]-'a'+1)%26) + text[51:], ErrDamaged},
			"no base32":       {text[:50] + "1" + text[51:], ErrDamaged},
			"another version": {newer(want), ErrVersion},
		} {
			if _, err := Parse(c.text); !errors.Is(err, c.want) {
				t.Errorf("%s: %v instead of %v", name, err, c.want)
			}
		}
	}
}

// newer returns a text as a later version of the program would write it.
func newer(t *Text) string {
	b, _ := encoding.DecodeString(strings.ToUpper(strings.SplitN(t.String(), ":", 2)[1]))
	b[1]++
	return OfferScheme + strings.ToLower(encoding.EncodeToString(seal(b[:len(b)-checksum])))
}

// TestDescription: the addresses and secrets of a description arrive, in the order of preference; the
// loopback addresses only where there are no others.
func TestDescription(t *testing.T) {
	d := described(t, sdpOfPion)
	sdp := d.SDP()
	for _, line := range []string{
		"a=setup:actpass", "a=ice-ufrag:UyMhgggbEhcCnZtW", "a=ice-pwd:SAcHseJHalRgzZCjDttCWJCHQYxRKcxq",
		"a=fingerprint:sha-256 29:73:C2:6F:B2:C6:71:31:10:56:E8:01:9F:43:23:2C:99:51:84:5D:ED:09:9B:C0:37:36:1B:4B:BC:B2:05:8F",
		"a=candidate:1 1 udp 2130706431 192.0.2.2 36096 typ host", "a=candidate:2 1 udp 2130706175 fd00::2 32843 typ host",
		"a=candidate:3 1 udp 2130705919 7f3a.local 32844 typ host", "a=candidate:4 1 udp 1694498047 203.0.113.9 61000 typ srflx raddr 0.0.0.0 rport 0",
	} {
		if !strings.Contains(sdp, "\r\n"+line+"\r\n") {
			t.Errorf("no line %q in\n%s", line, sdp)
		}
	}
	if strings.Contains(sdp, "127.0.0.1") || strings.Contains(sdp, "tcp") || strings.Count(sdp, "a=candidate") != 4 {
		t.Errorf("more addresses than those that may work:\n%s", sdp)
	}
	if again := described(t, sdp); again.SDP() != sdp {
		t.Error("a plain description changes when it is read again")
	}
	var only []string
	for line := range strings.Lines(sdpOfPion) {
		if !strings.HasPrefix(line, "a=candidate") || strings.Contains(line, "127.0.0.1") {
			only = append(only, line)
		}
	}
	alone := described(t, strings.Join(only, ""))
	if alone.Reach() != Here || !strings.Contains(alone.SDP(), "127.0.0.1") {
		t.Errorf("a machine without a network is reached from %d: %s", alone.Reach(), alone.SDP())
	}
	if d.Reach() != Far {
		t.Error("an address at a router does not count")
	}
	if home := described(t, strings.ReplaceAll(strings.ReplaceAll(sdpOfPion, "192.0.2.2", "192.168.1.2"), "typ srflx", "typ new")); home.Reach() != Local {
		t.Errorf("a home network is reached from %d", home.Reach())
	}
	for name, sdp := range map[string]string{
		"none":          "",
		"no password":   strings.Replace(sdpOfPion, "a=ice-pwd", "a=pwd", 1),
		"weak hash":     strings.Replace(sdpOfPion, "sha-256 29", "sha-1 29", 1),
		"short hash":    strings.Replace(sdpOfPion, ":05:8F", "", 1),
		"short secret":  strings.Replace(sdpOfPion, "SAcHseJHalRgzZCjDttCWJCHQYxRKcxq", "SAcH", 1),
		"a strange one": strings.Replace(sdpOfPion, "UyMhggg", "Uy(hggg", 1),
	} {
		if _, err := Describe(sdp); !errors.Is(err, ErrDescription) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestManyCandidates: a description has few addresses, and few ports of one; a text with more is refused.
func TestManyCandidates(t *testing.T) {
	head := sdpOfPion[:strings.Index(sdpOfPion, "a=candidate")]
	ports, machines := head, head
	for i := range 20 {
		ports += fmt.Sprintf("a=candidate:1 1 udp 1 192.0.2.2 %d typ host\r\n", i+1)
		machines += fmt.Sprintf("a=candidate:1 1 udp 1 192.0.2.%d 9 typ host\r\n", i+1)
	}
	if d := described(t, ports); len(d.candidates) != maxPerAddress {
		t.Errorf("%d ports of one address", len(d.candidates))
	}
	d := described(t, machines)
	if len(d.candidates) != maxCandidates {
		t.Errorf("%d addresses", len(d.candidates))
	}
	text := sample(t)
	text.Description = d
	if _, err := Parse(text.String()); err != nil {
		t.Error(err)
	}
	for i := range maxPerAddress {
		text.Description.candidates[i+1].at = d.candidates[0].at
	}
	if _, err := Parse(text.String()); !errors.Is(err, ErrDamaged) {
		t.Errorf("a text with many ports of one address: %v", err)
	}
}

// FuzzText: no text of a stranger does harm, and what is read is written the same way.
func FuzzText(f *testing.F) {
	f.Add(sample(f).String(), false)
	f.Add(AnswerScheme+"aeaqcaibaeaq", true)
	f.Add(OfferScheme+"aa\naa", false)
	f.Fuzz(func(t *testing.T, text string, answer bool) {
		Parse(text)
		// The same bytes with the right head and checksum, so that the contents are reached.
		b := append(wire.AppendU16([]byte{version}, wire.Protocol), text...)
		scheme := OfferScheme
		if answer {
			scheme = AnswerScheme
		}
		got, err := Parse(scheme + strings.ToLower(encoding.EncodeToString(seal(b))))
		if err != nil {
			return
		}
		again, err := Parse(got.String())
		if err != nil || again.String() != got.String() {
			t.Fatalf("written as %s, and then read: %v", got, err)
		}
		sdp := got.Description.SDP()
		if d, err := Describe(sdp); err == nil && d.SDP() != sdp && !strings.Contains(sdp, " 127.") && !strings.Contains(sdp, " ::1 ") {
			t.Fatalf("the description changes:\n%s\n%s", sdp, d.SDP())
		}
	})
}
