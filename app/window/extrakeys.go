package window

// extraKeys answers keys of special builds while one plays; nil in others.
var ExtraKeys func(s *Session)
