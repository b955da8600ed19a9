package room

import "testing"

// TestTrueSender: a packet that names another player in its header does not become that player's, and a body
// that claims so is an input of the seat whose player sent it.
func TestTrueSender(t *testing.T) {
	x := three(t, false)
	claim := Packet{Kind: Play, Header: Header{Room: x.ID(), Player: x.key("ann"), Generation: 3, Done: 2}, Body: []byte("ann: kick")}
	if err := x.Apply(x.key("bo"), &claim); err == nil || err.Error() != OtherPlayer.String() {
		t.Errorf("in the name of another player: %v", err)
	}
	if err := x.send("bo", claim); err != nil { // its bytes name no player: the link does
		t.Fatal(err)
	}
	x.Advance(step)
	m, err := x.Master(3)
	if err != nil || len(m.Inputs) != 1 || m.Inputs[0].Seat != 1 || string(m.Inputs[0].Body) != "ann: kick" {
		t.Errorf("%+v %v", m, err)
	}
}
