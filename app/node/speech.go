package node

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"manyhold/net/host/notice"

	"manyhold/app/order"
	"manyhold/app/status"
	"manyhold/app/talk"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/net/charter"
	"manyhold/net/host/fork"
	"manyhold/net/host/kernel"
	"manyhold/net/host/policy"
	"manyhold/net/host/shouts"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/shout"
	"manyhold/net/store/admin"
)

// speech holds the messages of the node's player to the whole world: entries of the charter, the founder's
// decree, shouts.
type speech struct {
	n *node

	metMu sync.Mutex
	met   map[key.ID]string // acquaintances, as they were at metAt
	metAt time.Time
}

// metEvery is how often the file is read for the names of players that are away.
const metEvery = 30 * time.Second

// knownName returns the name of a player of the charter, who may be away; "" if it was never met.
func (v *speech) knownName(id key.ID, h *hoststatus.Host) string {
	if name := v.n.nameOf(id, h); name != id.Short() {
		return name
	}
	v.metMu.Lock()
	defer v.metMu.Unlock()
	if time.Since(v.metAt) >= metEvery {
		v.met, v.metAt = v.acquaintances(), time.Now()
	}
	return v.met[id]
}

// acquaintances returns the names of all players that the node has met in this world.
func (v *speech) acquaintances() map[key.ID]string {
	n := v.n
	known := map[key.ID]string{n.pair.ID(): n.name}
	if people, err := admin.Players(filepath.Join(n.dir, "worlds", n.world.String()+".db")); err == nil {
		for _, p := range people {
			known[p.Key] = p.Name
		}
	}
	for _, p := range n.host.Status().Peers {
		known[p.Key] = p.Name
	}
	return known
}

// Charter signs an entry of the world's charter as the node's player. Its errors are for people; errors in
// the request are usage errors.
func (v *speech) Charter(ctx context.Context, words []string) (said string, err error) {
	n := v.n
	a, err := order.ParseCharter(words)
	if err != nil {
		return "", usage.Mark(err)
	}
	if a.Who != "" {
		if a.Entry.Subject, err = order.Whois(a.Who, v.acquaintances()); err != nil {
			return "", usage.Mark(err)
		}
		stays := a.Entry.Act == charter.Name && a.Entry.Value == charter.NameKeeper // a temporary keeper may
		if a.Entry.Subject == n.pair.ID() && !stays {
			if a.Entry.Act == charter.Heir {
				return "", usage.Mark(notice.New("act_own_heir"))
			}
			return "", usage.Mark(notice.New("act_yourself", "word", words[0]))
		}
	}
	me, here := n.census.find(func(p *person) bool { return p.key == n.pair.ID() && p.here })
	if err := a.Fill(game.Tick(n.host.Now(ctx).Island.Tick), time.Now(), me.at, here); err != nil {
		return "", err
	}
	err = n.host.Write(ctx, a.Entry)
	switch {
	case errors.Is(err, charter.ErrRight):
		return "", refusedAct(a.Entry.Act)
	case errors.Is(err, charter.ErrFull):
		return "", notice.New("act_entries", "most", strconv.Itoa(charter.MaxNumber))
	case errors.Is(err, charter.ErrEntry):
		return "", usage.Mark(err)
	case errors.Is(err, kernel.ErrNoWorld):
		return "", notice.New("act_joining")
	case err != nil:
		return "", err
	}
	if a.Entry.Act == charter.SetPicture {
		words = words[:1] // the text of a picture tells nobody anything
	}
	said = "charter entry written: " + strings.Join(words, " ")
	if a.Entry.Act == charter.SetCap || a.Entry.Act == charter.SetSplit {
		said += n.crowds()
	}
	n.log.Info("charter entry written", "what", strings.Join(words, " "))
	return said, nil
}

// refusedAct names the ranks that may do an act refused to this player.
func refusedAct(a charter.Act) notice.Notice {
	switch a {
	case charter.SetPolicy, charter.SetCap, charter.SetSplit, charter.SetEntry, charter.SetDefaultRank, charter.SetClaimDays, charter.SetStrangers, charter.SetBranchTime, charter.SetPlaces,
		charter.Heir, charter.SetAbsence, charter.SetRecent:
		return notice.New("act_founder")
	case charter.SetLaw, charter.SetSpawn:
		return notice.New("act_keepers")
	case charter.SetTitle, charter.SetDescription, charter.SetPicture:
		return notice.New("act_title")
	}
	return notice.New("act_person")
}

// Decree makes the world firm without peers that are gone for good. Only the founder's node can.
func (v *speech) Decree(ctx context.Context) error {
	n := v.n
	err := n.host.Decree(ctx)
	switch {
	case errors.Is(err, policy.ErrFirm):
		return notice.New("act_firm")
	case errors.Is(err, policy.ErrNotFounder):
		return notice.New("act_decree")
	case err == nil:
		n.log.Info("decreed that the world continues without the missing peers")
	}
	return err
}

// AcceptBranch takes in the goods of a branch that nobody could check. Only a keeper's node can.
func (v *speech) AcceptBranch(ctx context.Context, begin string) error {
	n := v.n
	err := n.host.AcceptBranch(ctx, begin)
	switch {
	case errors.Is(err, fork.ErrNoBranch):
		return notice.New("act_no_branch")
	case errors.Is(err, fork.ErrNotKeeper):
		return notice.New("act_accept")
	case err == nil:
		n.log.Info("accepted a branch", "id", begin)
	}
	return err
}

// shoutsOf are those that a host knows of, oldest first.
func shoutsOf(h *hoststatus.Host) []status.ShoutStatus {
	list := make([]status.ShoutStatus, 0, len(h.Shouts))
	for i := range h.Shouts {
		s := &h.Shouts[i]
		list = append(list, status.ShoutStatus{Serial: s.Serial, Peer: s.Author.String(), Name: s.Name, Text: s.Words, Age: time.Since(s.At).Seconds()})
	}
	return list
}

// Shout says something to the whole world as the node's player. Its errors are for people.
func (v *speech) Shout(ctx context.Context, text string) error {
	n := v.n
	name := n.name
	if p, ok := n.census.find(func(p *person) bool { return p.key == n.pair.ID() }); ok {
		name = p.name
	}
	return plainShout(n.host.Shout(ctx, name, text))
}

// heardShouts returns the shouts to the whole world.
func (v *speech) heardShouts() []status.ShoutStatus {
	n := v.n
	h := n.hostStatus()
	return shoutsOf(&h)
}

// plainShout puts the reason why a player cannot shout into plain words.
func plainShout(err error) error {
	switch {
	case errors.Is(err, shout.ErrOften):
		return notice.New("shout_often")
	case errors.Is(err, shout.ErrWords):
		return notice.New("shout_words", "most", strconv.Itoa(shout.MaxWords))
	case errors.Is(err, kernel.ErrNoWorld):
		return notice.New("act_joining")
	case errors.Is(err, shouts.ErrBarred):
		return notice.New("act_banned")
	}
	return err
}

// onKeeper tells text clients who is temporary keeper from now on, or no more. It is called by the host's
// goroutine.
func (v *speech) onKeeper(_ key.ID, name string, begins bool) {
	l := talk.Line{At: time.Now(), Kind: talk.Retires, Name: name}
	if begins {
		l.Kind = talk.Governs
	}
	v.n.board.Post(l)
}

// onShout logs a shout to the whole world. It is called by the host's goroutine.
func (v *speech) onShout(h shout.Heard) {
	n := v.n
	n.board.Post(talk.Line{At: time.Now(), Kind: talk.Shouted, Name: h.Name, Text: h.Words})
	n.log.Info("sent to the whole world", "player", h.Name, "key", h.Author.Short(), "text", h.Words)
}
