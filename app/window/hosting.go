package window

// offer changes what the node of the window offers to hosting.
func (s *Session) offer(key, value string) error {
	if err := s.id.Conf.Set(key, value); err != nil {
		return err
	}
	s.applyOffer()
	return nil
}

// applyOffer tells the node what the settings offer to hosting.
func (s *Session) applyOffer() {
	if p := s.Play; p != nil {
		p.node.Offers(&s.id.Conf.Settings)
	}
}
