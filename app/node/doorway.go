package node

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"manyhold/net/host/notice"

	"manyhold/app/order"
	"manyhold/app/settings"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game/act"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/world"
	"manyhold/net/charter"
	"manyhold/net/host/door"
	"manyhold/net/host/kernel"
	hoststatus "manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// doorway is a node's part in who may enter the world: it uses the invitation by which its player comes,
// makes and revokes invitations, knocks, and answers knocks.
type doorway struct {
	n       *node
	refused atomic.Pointer[refusal] // why the player is not in the world, as home's state has it
	secrets secrets
}

// refusal is the reason why the player is not let in, and how many wait for room before it.
type refusal struct {
	why    event.Reason
	before int
}

// secretsPath is where the secrets of own invitations to a world are kept.
func secretsPath(dir string, world store.WorldID) string {
	return strings.TrimSuffix(store.Path(dir, world), ".db") + ".invitations"
}

// maxSecrets is how many secrets of own invitations are kept: the latest.
const maxSecrets = 64

// secrets are those of the invitations that this node made, in a file beside the world's: with them it can
// show the text of an invitation again.
type secrets struct{ mu sync.Mutex }

// read returns the secrets of a file, the oldest first. Lines that are none are left out.
func (*secrets) read(path string) (all []charter.Capability) {
	b, _ := os.ReadFile(path)
	for line := range strings.Lines(string(b)) {
		var c charter.Capability
		if raw, err := hex.DecodeString(strings.TrimSpace(line)); err == nil && len(raw) == len(c) && len(all) < maxSecrets {
			copy(c[:], raw)
			all = append(all, c)
		}
	}
	return all
}

// add writes one more secret into a file.
func (s *secrets) add(path string, c charter.Capability) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := append(s.read(path), c)
	var b strings.Builder
	for _, c := range all[max(0, len(all)-maxSecrets):] {
		fmt.Fprintln(&b, hex.EncodeToString(c[:]))
	}
	return settings.WriteAtomically(path, []byte(b.String()))
}

// find returns the secret of an invitation.
func (s *secrets) find(path string, world store.WorldID, invitation key.ID) (charter.Capability, bool) {
	for _, c := range s.read(path) {
		if c.Pair(world).ID() == invitation {
			return c, true
		}
	}
	return charter.Capability{}, false
}

// redeem uses the invitation by which the player comes, if it is one that gives a right.
func (d *doorway) redeem(ctx context.Context, i *signal.Invite) {
	if i == nil || i.Capability == [16]byte{} {
		return
	}
	if err := d.n.host.Redeem(ctx, charter.Capability(i.Capability)); err == nil {
		d.n.log.Info("using an invitation to this world")
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for said := ""; ; {
		select {
		case <-ctx.Done():
			return
		case <-d.n.done:
			return
		case <-tick.C:
		}
		switch t := d.n.hostStatus().Charter.Door.Ticket; {
		case t.Done:
			d.n.log.Info("the invitation was used", "rank", d.n.hostStatus().Charter.Me)
			return
		case t.Err != nil && t.Err.Error() != said:
			said = t.Err.Error()
			d.n.log.Warn("the invitation cannot be used", "why", said)
		}
	}
}

// see notes whether home's state lets the player in. It is called by the host's goroutine.
func (d *doorway) see(w *island.Island, isle uint64) {
	if isle != world.Home {
		return
	}
	why, before := act.Refusal(&w.State, d.n.me)
	if old := d.refused.Load(); old == nil || *old != (refusal{why, before}) {
		d.refused.Store(&refusal{why, before})
	}
}

// ticketError returns why the player's invitation cannot be used, nil while nothing is known against it.
func (d *doorway) ticketError() error {
	if t := d.n.hostStatus().Charter.Door.Ticket; !t.Done {
		return t.Err
	}
	return nil
}

// report describes the door.
func (d *doorway) report(h *hoststatus.Host) *status.DoorStatus {
	s := status.DoorOf(h, time.Now(), func(k key.ID) string { return d.n.nameOf(k, h) })
	if s == nil {
		return nil
	}
	if r := d.refused.Load(); r != nil && r.why != event.NoReason {
		s.Refused, s.Before = order.RefusedWords(r.why, r.before), r.before
		s.Reason = order.ReasonCode(r.why)
	}
	mine := map[string]bool{}
	for _, c := range d.secrets.read(secretsPath(d.n.dir, d.n.world)) {
		mine[c.Pair(d.n.world).ID().Short()] = true
	}
	for k := range s.Invitations {
		s.Invitations[k].Mine = mine[s.Invitations[k].ID]
	}
	return s
}

// Door carries out a command about the door of the world as the node's player. Its errors are for people;
// errors in the request are usage errors.
func (d *doorway) Door(ctx context.Context, words []string) (said string, err error) {
	n := d.n
	a, err := order.ParseDoor(words)
	if err != nil {
		return "", usage.Mark(err)
	}
	h := n.host.Now(ctx)
	switch a.Verb {
	case "invite":
		said, err = d.makeInvitation(ctx, a)
	case "invites":
		said = status.InvitationWords(d.report(&h).List())
	case "knocks":
		said = status.KnockWords(status.DoorOf(&h, time.Now(), func(k key.ID) string { return n.nameOf(k, &h) }).Knocks())
	case "invitation", "uninvite":
		said, err = d.known(ctx, a, &h)
	case "knock":
		said, err = "Knocked. Waiting for a keeper…", n.host.Knock(ctx, n.name)
	case "withdraw":
		said, err = "The knock is withdrawn.", n.host.Withdraw(ctx)
	case "admit", "refuse":
		said, err = d.answer(ctx, a, &h)
	}
	switch {
	case errors.Is(err, charter.ErrRight):
		return "", notice.New("invite_right")
	case errors.Is(err, charter.ErrEntry):
		return "", usage.Mark(err)
	case errors.Is(err, kernel.ErrNoWorld):
		return "", notice.New("act_joining")
	case err != nil:
		return "", err
	}
	return said, nil
}

// makeInvitation makes an invitation, and returns its text.
func (d *doorway) makeInvitation(ctx context.Context, a order.DoorAct) (text string, err error) {
	n := d.n
	var secret charter.Capability
	rand.Read(secret[:])
	terms := charter.Terms{Rank: a.Rank, Uses: a.Uses, Last: charter.Day(time.Now().Unix()) + a.Days}
	err = n.host.Write(ctx, charter.Entry{Act: charter.Invite, Subject: secret.Pair(n.world).ID(), Value: terms.Pack(), Text: a.Note})
	if err != nil {
		return "", err
	}
	if err := d.secrets.add(secretsPath(n.dir, n.world), secret); err != nil {
		n.log.Warn("cannot save the secret of an invitation: its text cannot be shown again", "why", err)
	}
	n.log.Info("made an invitation", "rank", a.Rank, "uses", a.Uses, "until", status.DayName(terms.Last), "note", a.Note)
	return n.inviteWith(secret), nil
}

// known shows the text of an invitation again, or ends it.
func (d *doorway) known(ctx context.Context, a order.DoorAct, h *hoststatus.Host) (said string, err error) {
	var found []key.ID
	for _, i := range h.Charter.Door.Invitations {
		if strings.HasPrefix(i.Key.String(), strings.ToLower(a.Who)) {
			found = append(found, i.Key)
		}
	}
	switch {
	case len(found) == 0:
		return "", usage.Mark(notice.New("invite_unknown", "name", a.Who))
	case len(found) > 1:
		return "", usage.Mark(notice.New("invite_several", "n", strconv.Itoa(len(found)), "name", a.Who))
	case a.Verb == "uninvite":
		err = d.n.host.Write(ctx, charter.Entry{Act: charter.Revoke, Subject: found[0]})
		return "The invitation is revoked. Players who came by it keep their rank.", err
	}
	c, ok := d.secrets.find(secretsPath(d.n.dir, d.n.world), d.n.world, found[0])
	if !ok {
		return "", notice.New("invite_elsewhere")
	}
	return d.n.inviteWith(c), nil
}

// answer answers the knock of a player.
func (d *doorway) answer(ctx context.Context, a order.DoorAct, h *hoststatus.Host) (said string, err error) {
	known := map[key.ID]string{}
	for _, k := range h.Charter.Door.Waiting {
		known[k.Player] = k.Name
	}
	player, err := order.Whois(a.Who, known)
	if err != nil {
		return "", door.ErrNoKnock
	}
	if err = d.n.host.AnswerKnock(ctx, player, a.Verb == "admit"); err != nil {
		return "", err
	}
	d.n.log.Info("answered a knock", "player", known[player], "key", player.Short(), "let in", a.Verb == "admit")
	return fmt.Sprintf("%s %s", known[player], map[bool]string{true: "may come in", false: "is refused"}[a.Verb == "admit"]), nil
}
