package door

import (
	"cmp"
	"manyhold/net/host/notice"
	"slices"
	"time"
	"unicode"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// KnockEvery is the least time between two knocks of a player, and how often a knock is repeated.
	KnockEvery = 30 * time.Second
	// knockTime is how long a knock waits without being repeated.
	knockTime = 100 * time.Second
	// MaxWaiting is how many knocks wait for a keeper, and MaxOfMachine how many of them came by the links of
	// one machine.
	MaxWaiting   = 8
	MaxOfMachine = 4
	// refusedFor is how long a refused player's knocks are not shown again.
	refusedFor = 10 * time.Minute
	// maxHops is how many peers pass a knock on, one after the other.
	maxHops = 3
	// maxHeard is how many players' knocks and answers are remembered, so that each is passed on once.
	maxHeard = 64
	// MaxName is the longest name of a player that knocks, in bytes.
	MaxName = 32

	knockDomain  = "manyhold knock"
	answerDomain = "manyhold knock answer"
)

// Errors of knocking. They are for people.
var (
	ErrOften    error = notice.New("knock_often")
	ErrNoKnock  error = notice.New("knock_gone")
	ErrNoKeeper error = notice.New("knock_keeper")
)

// Verdict is the answer to a knock. The numbers are sent.
type Verdict uint8

// The verdicts.
const (
	LetIn   Verdict = 1
	Refused Verdict = 2
)

// knock is a player's wish to come in.
type knock struct {
	player    key.ID
	at        uint64 // Unix seconds, of the latest
	withdrawn bool
	name      string
	signature [key.SignatureSize]byte
}

func (n *knock) body(dst []byte) []byte {
	dst = wire.AppendU64(append(dst, n.player[:]...), n.at)
	return wire.AppendText(wire.AppendBool(dst, n.withdrawn), n.name)
}

// encode makes the message of a knock.
func (n *knock) encode(hops uint8) []byte {
	return append(n.body(append(head(StepKnock), hops)), n.signature[:]...)
}

// answer is a keeper's answer to a knock.
type answer struct {
	keeper, player key.ID
	at             uint64 // of the knock
	verdict        Verdict
	signature      [key.SignatureSize]byte
}

func (a *answer) body(dst []byte) []byte {
	dst = append(append(dst, a.keeper[:]...), a.player[:]...)
	return append(wire.AppendU64(dst, a.at), byte(a.verdict))
}

func (a *answer) encode(hops uint8) []byte {
	return append(a.body(append(head(StepAnswer), hops)), a.signature[:]...)
}

// waiting is a knock that waits for this keeper.
type waiting struct {
	knock
	machine  string    // by whose link it came
	since    time.Time // of the first
	repeated time.Time
	known    bool
}

// heard is what was heard of a player's knocks.
type heard struct {
	at       uint64    // of the latest
	when     time.Time // it came
	answered uint64    // the latest knock that was answered
}

// Knocks holds the knocks of players at the door of the world, as far as this peer knows of them.
type Knocks struct {
	c     *kernel.Core
	list  []waiting // ascending by time
	heard map[key.ID]heard
	muted map[key.ID]time.Time // refused players, and until when

	mine  knock
	state status.KnockState
	since time.Time // of the own knock
	first uint64    // its date
	sent  time.Time // when it was repeated last
	by    key.ID
}

func (k *Knocks) init() { k.heard, k.muted = map[key.ID]heard{}, map[key.ID]time.Time{} }

// statement is the signed part of a body.
func (k *Knocks) statement(body func([]byte) []byte) []byte { return body(slices.Clone(k.c.World[:])) }

// keeps reports whether a player answers knocks.
func (k *Knocks) keeps(player key.ID) bool {
	t := k.c.Standing.State()
	return t != nil && t.Rank(player) >= charter.Keeper && k.c.Standing.MayEnter(player)
}

// Knock asks the keepers to let this peer's player in. Errors are ErrOften, and kernel.ErrNoWorld.
func (k *Knocks) Knock(name string) error {
	switch {
	case k.c.Standing.Charter == nil:
		return kernel.ErrNoWorld
	case k.state == status.KnockWaits:
		return nil
	case !k.sent.IsZero() && k.c.Now.Sub(k.sent) < KnockEvery:
		return ErrOften
	}
	at := k.mine.at // dates only ascend
	k.mine = knock{player: k.c.Me, name: plainName(name)}
	k.mine.at, k.state, k.since, k.by = at, status.KnockWaits, k.c.Now, key.ID{}
	k.send()
	k.first = k.mine.at
	return nil
}

// Withdraw takes this peer's knock back.
func (k *Knocks) Withdraw() {
	if k.state == status.KnockWaits {
		k.mine.withdrawn = true
		k.send()
	}
	k.state = status.NotKnocked
}

// send signs the own knock again and sends it.
func (k *Knocks) send() {
	if !k.mine.withdrawn {
		k.sent = k.c.Now
	}
	k.mine.at = max(k.mine.at+1, uint64(max(1, k.c.Today())))
	k.mine.signature = k.c.Options.Key.Sign(knockDomain, k.statement(k.mine.body))
	k.pass(k.mine.encode(maxHops), key.ID{})
}

// pass sends a message to all linked peers but one.
func (k *Knocks) pass(b []byte, but key.ID) {
	k.c.Peers.Each(func(p *kernel.Peer) {
		if p.Key != but {
			k.c.Send(p.Key, message.StreamChannel, slices.Clone(b))
		}
	})
}

// repeat repeats the own knock, and drops those of others that nobody repeats.
func (k *Knocks) repeat() {
	if k.state == status.KnockWaits && k.c.Now.Sub(k.sent) >= KnockEvery {
		k.send()
	}
	if len(k.list) > 0 {
		k.list = slices.DeleteFunc(k.list, func(w waiting) bool {
			return k.c.Now.Sub(w.repeated) >= knockTime || !k.c.Standing.MayEnter(w.player) || !k.keeps(k.c.Me)
		})
	}
}

// hearKnock takes a knock, as a keeper, and passes it on.
func (k *Knocks) hearKnock(p *kernel.Peer, c *wire.Cursor) error {
	hops := c.U8()
	n := knock{player: c.Hash(), at: c.U64(), withdrawn: c.Bool(), name: c.Text(MaxName), signature: c.Signature()}
	if err := c.Done(); err != nil {
		return err
	}
	if hops > maxHops || n.name != plainName(n.name) || !key.Verify(n.player, knockDomain, k.statement(n.body), n.signature) {
		return kernel.ErrUnexpected
	}
	off := time.Duration(int64(n.at)-k.c.Today()) * time.Second
	old, had := k.heard[n.player]
	switch {
	case n.player == k.c.Me || max(off, -off) > skew || n.at <= old.at || !k.c.Policy.MayAct(n.player):
		return nil
	case had && !n.withdrawn && k.c.Now.Sub(old.when) < KnockEvery-KnockEvery/6: // it may have been on its way for longer
		return nil
	case !had && len(k.heard) >= maxHeard && !k.forgetHeard():
		return nil
	}
	if old.at = n.at; !n.withdrawn || !had {
		old.when = k.c.Now
	}
	k.heard[n.player] = old
	if k.keeps(k.c.Me) {
		k.note(&n, p.Machine)
	}
	if hops > 0 {
		k.pass(n.encode(hops-1), p.Key)
	}
	return nil
}

// forgetHeard makes room for one more player: it forgets the one that was heard longest ago, if that is over.
func (k *Knocks) forgetHeard() bool {
	var oldest key.ID
	for id, h := range k.heard {
		if o, ok := k.heard[oldest]; !ok || h.when.Before(o.when) || h.when.Equal(o.when) && id.Less(oldest) {
			oldest = id
		}
	}
	if k.c.Now.Sub(k.heard[oldest].when) < knockTime {
		return false
	}
	delete(k.heard, oldest)
	return true
}

// note keeps a knock as a question, or takes it away.
func (k *Knocks) note(n *knock, machine string) {
	at := slices.IndexFunc(k.list, func(w waiting) bool { return w.player == n.player })
	switch {
	case n.withdrawn && at >= 0:
		k.list = slices.Delete(k.list, at, at+1)
		return
	case at >= 0:
		k.list[at].knock, k.list[at].repeated = *n, k.c.Now
		return
	case n.withdrawn || k.c.Now.Before(k.muted[n.player]):
		return
	}
	w := waiting{*n, machine, k.c.Now, k.c.Now, k.c.Standing.Charter.Set.Login(n.player) != nil}
	of := 0
	for i := range k.list {
		if k.list[i].machine == machine && machine != "" {
			of++
		}
	}
	if of >= MaxOfMachine {
		return
	}
	if len(k.list) >= MaxWaiting {
		worst := slices.IndexFunc(k.list, func(o waiting) bool { return !o.known })
		if !w.known || worst < 0 {
			return
		}
		k.list = slices.Delete(k.list, worst, worst+1)
	}
	k.list = append(k.list, w)
	k.c.Event("a player asks to come in", "player", n.name, "key", n.player.Short())
}

// Answer answers the knock of a player, as a keeper. Letting in gives the player a rank by name. Errors are
// ErrNoKeeper, ErrNoKnock, and those of the charter.
func (k *Knocks) Answer(now time.Time, player key.ID, letIn bool) error {
	if !k.keeps(k.c.Me) {
		return ErrNoKeeper
	}
	at := slices.IndexFunc(k.list, func(w waiting) bool { return w.player == player })
	if at < 0 {
		return ErrNoKnock
	}
	w := k.list[at]
	verdict := Refused
	if letIn {
		verdict = LetIn
		t := k.c.Standing.State()
		rank := t.Default
		if t.Entry == charter.EntryMembers {
			rank = max(rank, charter.Builder)
		}
		if err := k.c.Policy.Write(now, charter.Entry{Act: charter.Name, Subject: player, Value: charter.NameValue(rank)}); err != nil {
			return err
		}
	} else {
		k.muted[player] = k.c.Now.Add(refusedFor)
		if len(k.muted) > maxHeard {
			for id, until := range k.muted {
				if !k.c.Now.Before(until) {
					delete(k.muted, id)
				}
			}
		}
	}
	k.list = slices.Delete(k.list, at, at+1)
	a := answer{keeper: k.c.Me, player: player, at: w.at, verdict: verdict}
	a.signature = k.c.Options.Key.Sign(answerDomain, k.statement(a.body))
	k.pass(a.encode(maxHops), key.ID{})
	return nil
}

// hearAnswer takes a keeper's answer to this player's knock or to another's, and passes it on.
func (k *Knocks) hearAnswer(p *kernel.Peer, c *wire.Cursor) error {
	hops := c.U8()
	a := answer{keeper: c.Hash(), player: c.Hash(), at: c.U64(), verdict: Verdict(c.U8()), signature: c.Signature()}
	if err := c.Done(); err != nil {
		return err
	}
	if hops > maxHops || a.verdict != LetIn && a.verdict != Refused || !key.Verify(a.keeper, answerDomain, k.statement(a.body), a.signature) {
		return kernel.ErrUnexpected
	}
	if !k.keeps(a.keeper) {
		return nil // as far as is known here
	}
	if a.player == k.c.Me {
		if k.state == status.KnockWaits && k.first <= a.at && a.at <= k.mine.at {
			k.by, k.state = a.keeper, map[Verdict]status.KnockState{LetIn: status.KnockLetIn, Refused: status.KnockRefused}[a.verdict]
		}
		return nil
	}
	h, had := k.heard[a.player]
	if !had || a.at <= h.answered {
		return nil // it was answered before, or was never heard of here
	}
	h.answered = a.at
	k.heard[a.player] = h
	k.list = slices.DeleteFunc(k.list, func(w waiting) bool { return w.player == a.player })
	if hops > 0 {
		k.pass(a.encode(hops-1), p.Key)
	}
	return nil
}

func (k *Knocks) report() (all []status.Knock, mine status.MyKnock) {
	for _, w := range k.list {
		all = append(all, status.Knock{Player: w.player, Name: cmp.Or(w.name, w.player.Short()), Since: w.since, Known: w.known})
	}
	return all, status.MyKnock{State: k.state, Since: k.since, By: k.by}
}

// plainName cuts a name to what a knock can carry: printable characters, at most MaxName bytes.
func plainName(name string) string {
	var b []rune
	n := 0
	for _, r := range name {
		if n += len(string(r)); n > MaxName {
			break
		}
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			b = append(b, r)
		}
	}
	return string(b)
}
