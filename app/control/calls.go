package control

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"manyhold/net/host/notice"
	"manyhold/net/room"

	"manyhold/app/order"
	"manyhold/app/shelf"
	"manyhold/app/usage"
	"manyhold/game/blueprint"
	"manyhold/net/asset"
	hand "manyhold/net/link/byhand"
	"manyhold/net/shout"
)

// Call is a short question that a client asks a running node: a body goes there, and words for people come
// back.
type Call string

const (
	// Charter writes into the world's charter as the node's player. The body has a word in each line.
	Charter Call = "charter"
	// Door carries out a command about the door of the world: the body has a word in each line.
	Door Call = "door"
	// Decree makes the world firm without the absent peers. The body is empty.
	Decree Call = "decree"
	// Accept takes in the goods of a branch whose id begins with the body; empty: of the newest that waits.
	Accept Call = "accept"
	// Shout says the body to the whole world as the node's player.
	Shout Call = "shout"
	// Connect takes the text of another machine, to connect by hand; an empty body begins an offer.
	Connect Call = "connect"
	// Publish signs and publishes a draft of a blueprint, which is the body, as the node's player.
	Publish Call = "publish"
	// Blueprints lists the blueprints of the world, as JSON.
	Blueprints Call = "blueprints"
	// Blueprint gives the blueprint whose name is the body, in base64.
	Blueprint Call = "blueprint"
	// PutAsset keeps the body, a file of at most asset.MaxSize bytes, as an asset, and gives its name. The
	// word "known" behind it says that the node had it.
	PutAsset Call = "put-asset"
	// AssetStates tells how far the assets are whose names are the lines of the body; a plus sign before a
	// name has it fetched.
	AssetStates Call = "asset-states"
	// Asset gives the asset whose name is the body, in base64, once it is here.
	Asset Call = "asset"
	// Room carries out a hall.Act, which is the body as JSON.
	Room Call = "room"
	// ConnectState tells how far that has come, once its phase is another than the body.
	ConnectState Call = "connect-state"
)

// assetTime is how long an asset may take to be checked and kept, or to be fetched.
const assetTime = 5 * time.Minute

// answers are the calls that a node answers. A longer body or a later answer than stated is refused.
var answers = map[Call]struct {
	most  int64 // bytes of the body
	takes time.Duration
	of    func(ctx context.Context, node controlled, body string) (said string, err error)
}{
	Charter: {MaxBody, order.DecreeTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.Charter(ctx, strings.Split(body, "\n"))
	}},
	Door: {MaxBody, order.DecreeTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.Door(ctx, strings.Split(body, "\n"))
	}},
	Decree: {0, order.DecreeTime, func(ctx context.Context, node controlled, _ string) (string, error) { return "done", node.Decree(ctx) }},
	Accept: {64, order.DecreeTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return "done", node.AcceptBranch(ctx, body)
	}},
	Shout: {shout.MaxWords, order.ShoutTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return "", node.Shout(ctx, body)
	}},
	Publish: {blueprint.MaxBytes, order.PublishTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.Publish(ctx, []byte(body))
	}},
	Blueprints: {0, order.ShoutTime, func(ctx context.Context, node controlled, _ string) (string, error) { return node.BlueprintList(ctx) }},
	Blueprint: {2 * blueprint.MaxTitle, order.ShoutTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.BlueprintText(ctx, body)
	}},
	PutAsset: {asset.MaxSize, assetTime, func(ctx context.Context, node controlled, body string) (string, error) {
		name, known, err := node.PutAsset(ctx, []byte(body))
		if known {
			name += " " + knownWord
		}
		return name, err
	}},
	AssetStates: {shelf.MaxStates * (2*sha256.Size + 2), order.ShoutTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.AssetStates(ctx, body)
	}},
	Asset: {2 * sha256.Size, assetTime, func(ctx context.Context, node controlled, body string) (string, error) {
		return node.AssetText(ctx, body)
	}},
	Room:         {2 * room.MaxConfig, roomTime, roomAct},
	Connect:      {2 * hand.MaxText, connectTime, connect},
	ConnectState: {MaxBody, connectTime, connectState},
}

// serve answers a call: 200 with the answer, 400 with the fault of the request, 409 with the reason why it
// cannot be done.
func (c Call) serve(node controlled, w http.ResponseWriter, r *http.Request) {
	a := answers[c]
	body, ok := readBody(w, r, a.most)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), a.takes)
	defer cancel()
	said, err := a.of(ctx, node, string(body))
	if n := notice.Notice(""); errors.As(err, &n) {
		w.Header().Set(noticeHeader, url.QueryEscape(string(n)))
	}
	var wrong usage.Error
	switch {
	case errors.As(err, &wrong):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		fmt.Fprintln(w, said)
	}
}

// maxAnswer is the most bytes of an answer: an asset in base64.
const maxAnswer = asset.MaxSize/3*4 + 16

// Call asks the node. Its errors are for people; those of a question that is wrong are usage errors.
func (n *Client) Call(ctx context.Context, c Call, body string) (said string, err error) {
	resp, err := n.request(ctx, http.MethodPost, "/"+string(c), []byte(body), max(AnswerTime, answers[c].takes+time.Second))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	said = strings.TrimSpace(string(b))
	switch resp.StatusCode {
	case http.StatusOK:
		return said, nil
	case http.StatusBadRequest:
		return "", usage.Mark(failure(resp, said))
	}
	return "", failure(resp, said)
}

// knownWord follows the name of an asset that the node had before it was put.
const knownWord = "known"

// PutAsset lets the node keep a file as an asset, unless it has it: then nothing is sent to it. known says
// that. Its errors are for people.
func (n *Client) PutAsset(ctx context.Context, data []byte) (name string, known bool, err error) {
	if k, err := asset.Recognise(data); err == nil {
		d, err := asset.Describe(k, data)
		if err != nil {
			return "", false, usage.Mark(err)
		}
		name = d.Name().String()
		if list, err := n.AssetStates(ctx, []string{name}); err == nil && list[0].Held {
			return name, true, nil
		}
	}
	said, err := n.Call(ctx, PutAsset, string(data))
	name, word, _ := strings.Cut(said, " ")
	return name, word == knownWord, err
}

// AssetStates asks how far assets are, by their names, at most shelf.MaxStates. A plus sign before a name has
// it fetched. The answer has a row for each.
func (n *Client) AssetStates(ctx context.Context, names []string) (list []shelf.State, err error) {
	text, err := n.Call(ctx, AssetStates, strings.Join(names, "\n"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != len(names) {
		return nil, errors.New("cannot read the node's answer about assets")
	}
	return list, nil
}

// noticeHeader has the notice that a failure is, escaped as in a query: a window shows it in its language.
const noticeHeader = "Manyhold-Notice"

// failure is the error of an answer.
func failure(resp *http.Response, said string) error {
	n, err := url.QueryUnescape(resp.Header.Get(noticeHeader))
	if err != nil || notice.English(notice.Notice(n).Code()) == "" {
		return errors.New(said)
	}
	return notice.Notice(n)
}
