package message

import (
	"fmt"

	"manyhold/net/key"
	"manyhold/net/wire"
)

// Steps of messages about the fairness of leaders, in the first byte of Fairness' body.
const (
	// FairPlea has own commands that the leader leaves out, for another voter.
	FairPlea = 1
	// FairForward has such commands, from that voter to the leader.
	FairForward = 2
	// FairAbsent is a leader's question to the voters: do you hear these players?
	FairAbsent = 3
	// FairPresent is the answer: I hear these.
	FairPresent = 4
	// FairComplaint says that the leader of an epoch is unfair.
	FairComplaint = 5
)

const (
	// MaxPleaded is how many commands a plea has: the oldest ones.
	MaxPleaded = 4
	// MaxAbsent is how many players are asked for at once.
	MaxAbsent = 32
)

// Misdeed is what an unfair leader does.
type Misdeed uint8

// The misdeeds. The numbers are on the wire.
const (
	Fast      Misdeed = iota + 1 // more ticks in a turn than its epoch's record says, or too many turns
	Slow                         // fewer than half of the turns
	Censors                      // leaves out a player's commands
	Sleeps                       // puts players to sleep that are there
	Lawless                      // keeps the charter's word out of the turns
	Withholds                    // sends a peer no turns; only that peer knows, and says it of itself
	Hides                        // sends several peers no turns, as these say
	endOfMisdeeds
)

// Fairness is a message about the fairness of leaders: wire.Fairness, the step (u8), then
//
//	1 plea, 2 forward: [the author (32), of a forward only], epoch, raft's term in which the author's turns
//	  were ordered (uvarint each), u8 n (1 to 4), for each its number (uvarint; from the second on the
//	  distance to the one before), body (uvarint length), signature (64). In another term, earlier commands
//	  of the author may be lost, which later ones must not overtake
//	3 absent, 4 present: u8 n (1 to 32), keys of players
//	5 complaint: hash of the epoch's record (32), key of the leader (32), misdeed (u8), key of the victim
//	  (32; zero: all)
type Fairness struct {
	Step     uint8
	Author   key.ID // of a forward
	Epoch    uint64
	Term     uint64
	Commands []Command
	Players  []key.ID

	Record  [32]byte
	Leader  key.ID
	Misdeed Misdeed
	Victim  key.ID
}

// Encode encodes the message.
func (m *Fairness) Encode() []byte {
	b := []byte{byte(wire.Fairness), m.Step}
	switch m.Step {
	case FairPlea, FairForward:
		if m.Step == FairForward {
			b = append(b, m.Author[:]...)
		}
		b = wire.AppendUvarint(wire.AppendUvarint(b, m.Epoch), m.Term)
		b = append(b, byte(len(m.Commands)))
		for i, c := range m.Commands {
			number := c.Seq
			if i > 0 {
				number -= m.Commands[i-1].Seq
			}
			b = append(wire.AppendBlob(wire.AppendUvarint(b, number), c.Body), c.Signature[:]...)
		}
	case FairAbsent, FairPresent:
		b = append(b, byte(len(m.Players)))
		for _, k := range m.Players {
			b = append(b, k[:]...)
		}
	case FairComplaint:
		b = append(append(b, m.Record[:]...), m.Leader[:]...)
		b = append(append(b, byte(m.Misdeed)), m.Victim[:]...)
	}
	return b
}

// DecodeFairness decodes the bytes of Encode, the first included.
func DecodeFairness(b []byte) (m Fairness, err error) {
	c := Body(b)
	m.Step = c.U8()
	switch m.Step {
	case FairPlea, FairForward:
		if m.Step == FairForward {
			m.Author = c.Hash()
		}
		m.Epoch, m.Term = c.Uvarint(), c.Uvarint()
		m.Commands = readPleaded(c)
	case FairAbsent, FairPresent:
		for n := Count8(c, MaxAbsent); n > 0 && c.Err() == nil; n-- {
			m.Players = append(m.Players, c.Hash())
		}
		if len(m.Players) == 0 {
			c.Fail(fmt.Errorf("host: nobody is asked for"))
		}
	case FairComplaint:
		m.Record, m.Leader, m.Misdeed, m.Victim = c.Hash(), c.Hash(), Misdeed(c.U8()), c.Hash()
		if m.Misdeed == 0 || m.Misdeed >= endOfMisdeeds {
			c.Fail(fmt.Errorf("host: misdeed %d", m.Misdeed))
		}
	default:
		c.Fail(fmt.Errorf("host: step %d of fairness", m.Step))
	}
	return m, c.Done()
}

// readPleaded reads the commands of a plea.
func readPleaded(c *wire.Cursor) (all []Command) {
	for n := Count8(c, MaxPleaded); n > 0 && c.Err() == nil; n-- {
		k := Command{Seq: c.Uvarint(), Body: append([]byte(nil), c.Blob(MaxBody)...), Signature: c.Signature()}
		if i := len(all); i > 0 {
			before := all[i-1].Seq
			if k.Seq += before; k.Seq <= before {
				c.Fail(fmt.Errorf("host: commands out of order"))
			}
		}
		all = append(all, k)
	}
	if len(all) == 0 {
		c.Fail(fmt.Errorf("host: a plea for nothing"))
	}
	return all
}
