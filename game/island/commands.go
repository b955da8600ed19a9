package island

// Commands calls f with every command of a turn that Check accepts, in the order in which they stand there: who asks for it,
// the number among the author's, and the bytes that Append was given. The turn follows the present state: of a seat that
// is not known in it, the author is zero. A seat is one player's for good and in all of the world's islands, so that whom an
// earlier state knows is the right one. Sleep, which is no word of the player's own, and mail are left out.
func (i *State) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) error {
	orders, _, err := i.decodeTurn(turn)
	if err != nil {
		return err
	}
	for k := range orders {
		o := &orders[k]
		if o.mail != 0 || o.Seq == 0 {
			continue
		}
		author := o.Key
		if p := playerBySeat(i, o.Seat); o.Seat != 0 && p != nil {
			author = p.Key
		}
		f(author, o.Seq, o.body)
	}
	return nil
}
