package control

import (
	"context"
	"encoding/json"
	"fmt"

	"manyhold/app/byhand"
	"manyhold/app/usage"
)

// connectTime is how long a question about connecting by hand waits for what comes next. The caller asks
// again after it, and gives up after AnswerTime.
const connectTime = AnswerTime / 2

// connect takes the other side's text, or begins an offer if the body is empty and no text waits to be sent.
// The answer is the state in which a person has something to do.
func connect(ctx context.Context, node controlled, body string) (said string, err error) {
	d := node.ByHand()
	if d == nil {
		return "", byhand.NoNode
	}
	if body == "" {
		if d.State().Text == "" { // the present text stays what a window shows
			d.Offer()
		}
	} else if why := d.Take(body); why != "" {
		return "", usage.Mark(why)
	}
	return stateText(d.Await(ctx, func(s byhand.State) bool { return s.Phase != byhand.Making && s.Phase != byhand.Linking }))
}

// connectState answers with the state, as soon as its phase is another than that of the body.
func connectState(ctx context.Context, node controlled, body string) (said string, err error) {
	d := node.ByHand()
	if d == nil {
		return "", byhand.NoNode
	}
	return stateText(d.Await(ctx, func(s byhand.State) bool { return string(s.Phase) != body }))
}

func stateText(s byhand.State) (string, error) {
	b, err := json.Marshal(s)
	return string(b), err
}

// Connect begins an offer by hand, or takes the other side's text. Its errors are for people.
func (n *Client) Connect(ctx context.Context, text string) (byhand.State, error) {
	return n.state(ctx, Connect, text)
}

// AwaitConnect returns the state of connecting by hand, when its phase is another than this one, or after a
// while.
func (n *Client) AwaitConnect(ctx context.Context, not byhand.Phase) (byhand.State, error) {
	return n.state(ctx, ConnectState, string(not))
}

func (n *Client) state(ctx context.Context, c Call, body string) (s byhand.State, err error) {
	said, err := n.Call(ctx, c, body)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(said), &s); err != nil {
		return s, fmt.Errorf("the running node gives no answer that this program understands: %w", err)
	}
	return s, nil
}
