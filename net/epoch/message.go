package epoch

import (
	"fmt"

	pb "go.etcd.io/raft/v3/raftpb"

	"manyhold/net/wire"
)

// MaxContext is the longest context of a message in bytes.
const MaxContext = 16

// Message is one of raft's messages, except those that carry entries. Sender and receiver are the two ends
// of the link.
type Message struct {
	Type    pb.MessageType
	Term    uint64
	LogTerm uint64
	Index   uint64
	Commit  uint64
	Hint    uint64
	Reject  bool
	Context []byte
}

// travels lists raft's messages that are sent, by their number on the wire. The numbers are raft's.
func travels(t pb.MessageType) bool {
	switch t {
	case pb.MsgAppResp, pb.MsgVote, pb.MsgVoteResp, pb.MsgPreVote, pb.MsgPreVoteResp, pb.MsgHeartbeat, pb.MsgHeartbeatResp:
		return true
	}
	return false
}

// Append appends the encoding: type (u8), reject (bool), term, log term, index, commit, hint (uvarint
// each), context (uvarint length, bytes).
func (m *Message) Append(dst []byte) []byte {
	dst = wire.AppendU8(dst, uint8(m.Type))
	dst = wire.AppendBool(dst, m.Reject)
	dst = wire.AppendUvarint(dst, m.Term)
	dst = wire.AppendUvarint(dst, m.LogTerm)
	dst = wire.AppendUvarint(dst, m.Index)
	dst = wire.AppendUvarint(dst, m.Commit)
	dst = wire.AppendUvarint(dst, m.Hint)
	return wire.AppendBlob(dst, m.Context)
}

// ReadMessage reads the bytes of Append. The error stays in the cursor.
func ReadMessage(c *wire.Cursor) Message {
	m := Message{Type: pb.MessageType(c.U8()), Reject: c.Bool(), Term: c.Uvarint(), LogTerm: c.Uvarint(),
		Index: c.Uvarint(), Commit: c.Uvarint(), Hint: c.Uvarint(), Context: c.Blob(MaxContext)}
	if c.Err() == nil && (!travels(m.Type) || m.Term == 0 || m.Term >= maxNumber || m.Index >= maxNumber || m.Commit >= maxNumber) {
		c.Fail(fmt.Errorf("epoch: a message of type %d, term %d", m.Type, m.Term))
	}
	return m
}

func fromRaft(m *pb.Message) Message {
	return Message{Type: m.GetType(), Term: m.GetTerm(), LogTerm: m.GetLogTerm(), Index: m.GetIndex(),
		Commit: m.GetCommit(), Hint: m.GetRejectHint(), Reject: m.GetReject(), Context: m.GetContext()}
}

func (m *Message) toRaft(from, to uint64) *pb.Message {
	r := &pb.Message{Type: m.Type.Enum(), From: new(from), To: new(to), Term: new(m.Term), LogTerm: new(m.LogTerm),
		Index: new(m.Index), Commit: new(m.Commit), RejectHint: new(m.Hint), Reject: new(m.Reject)}
	if len(m.Context) > 0 {
		r.Context = append([]byte(nil), m.Context...)
	}
	return r
}
