package message

func (o *LineOffer) Id() [32]byte {
	return BranchID(o.Ends(), o.Turn, o.Hash)
}

// Ends names the branch's last record.
func (o *LineOffer) Ends() [32]byte {
	if n := len(o.Records); n > 0 {
		return o.Records[n-1].Hash()
	}
	return o.Shared
}
