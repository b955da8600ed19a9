package model

// Dialog is a question in place of the title. Without a heading there is none.
type Dialog struct {
	Head, Text string
	Agree      string // the words of the button that agrees; empty: there is only the way out
}
