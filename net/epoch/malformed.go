package epoch

import (
	"manyhold/net/key"
)

// malformed returns the fault of a record that shows without its predecessor, or "".
func (r *Record) malformed() string {
	first := r.Reason == Founded || r.Reason == Begun
	switch {
	case r.Reason < Founded || r.Reason > Begun || r.early && r.Reason > Agreed:
		return "unknown reason"
	case r.Island == 0:
		return "of no island"
	case r.Number == 0 || r.Number >= maxNumber || r.FirstTurn == 0 || r.FirstTurn >= maxNumber:
		return "a number out of range"
	case r.Ticks == 0 || r.Ticks > MaxTicks:
		return "a turn's length out of range"
	case first != (r.Number == 1):
		return "only the first epoch is founded"
	case r.Reason == Founded && (r.Previous != [32]byte{} || r.Chain != [32]byte{} || r.FirstTurn != 1 || r.Island != Home):
		return "a first epoch with a predecessor"
	case r.Reason == Provisional && r.Firm:
		return "provisional and firm"
	case r.Reason == Decreed && !r.Firm:
		return "decreed and not firm"
	}
	if why := r.committeeMalformed(); why != "" {
		return why
	}
	return r.sectionMalformed()
}

// committeeMalformed returns the fault of voters and heirs, or "".
func (r *Record) committeeMalformed() string {
	if r.Reason == Ended {
		if len(r.Voters) > 0 || len(r.Heirs) > 0 {
			return "an end with voters"
		}
		return ""
	}
	switch {
	case badCommittee(r.Voters) != "":
		return badCommittee(r.Voters)
	case (r.Reason == Founded || r.Reason == Recovered) && (!r.Lone() || r.Voters[0].Key != r.Signer):
		return "a lone voter signs for itself"
	case r.Reason == Provisional && r.Voters[0].Key != r.Signer:
		return "a provisional epoch whose leader did not sign it"
	case r.Reason == Agreed && (r.Round == 0 || r.Round >= maxNumber || r.Voters[0].Key != r.Signer):
		return "a recovery without a round, or whose leader did not propose it"
	}
	return ""
}

// sectionMalformed returns the fault in the fields of the record's reason, or "".
func (r *Record) sectionMalformed() string {
	switch {
	case r.Reason.takes() && r.Taken.Turn >= maxNumber:
		return "a number out of range"
	case r.Reason == Ended && (r.Into == 0 || r.Into == r.Island || r.Island == Home):
		return "ends into no other island"
	case r.Reason == Absorbed && (r.From == 0 || r.From == r.Island || r.From == Home):
		return "takes in no other island"
	case r.Reason == Begun && (r.Parent == 0 || r.Parent == r.Island || r.Island == Home || r.Previous == [32]byte{}):
		return "begun from no other island"
	case r.Reason.divides() && len(r.Parts) == 0:
		return "divided into no parts"
	case r.Reason == Room && len(r.Roster) == 0:
		return "a room without players"
	}
	for i, p := range r.Parts {
		if why := badCommittee(p.Voters); why != "" {
			return why
		}
		if p.Island != IslandOf(r.Division(), uint8(i)) || p.Island == r.Island {
			return "a part's island that is not derived from the record"
		}
	}
	seen := map[key.ID]bool{}
	for _, k := range r.Roster {
		if seen[k] {
			return "a player twice"
		}
		seen[k] = true
	}
	return ""
}

func badCommittee(voters []Voter) string {
	if len(voters)%2 == 0 {
		return "an even committee"
	}
	for i, v := range voters {
		if votes(voters[:i], v.Key) {
			return "a voter twice"
		}
	}
	return ""
}
