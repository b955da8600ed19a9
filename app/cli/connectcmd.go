package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/skip2/go-qrcode"
	"github.com/spf13/cobra"

	"manyhold/app/byhand"
	"manyhold/app/control"
	"manyhold/app/usage"
	hand "manyhold/net/link/byhand"
)

const connectHelp = `Connects two computers by two short texts, without a server and without an open port. Both belong to the same
world, or one enters the other's.

Ada's game runs:          manyhold connect              prints an offer and waits for the answer
Bo has no game running:   manyhold play --join OFFER    enters Ada's world and shows the answer
Bo's game runs there:     manyhold connect OFFER        prints the answer and waits for Ada
Ada pastes the answer, or gives it to another call:     manyhold connect ANSWER

Both texts are valid for ten minutes. Send them by any messenger; a text works only for the two computers.`

func connectCommand() *cobra.Command {
	var data string
	var picture bool
	c := &cobra.Command{
		Use:   "connect [OFFER|ANSWER]",
		Short: "Connect two computers by texts, without a server",
		Long:  connectHelp,
		RunE: func(c *cobra.Command, args []string) error {
			text := strings.Join(args, "")
			if text != "" {
				if _, err := hand.Parse(text); err != nil {
					return usage.Mark(err)
				}
			}
			node, err := control.Running(data)
			if err != nil {
				if text != "" {
					return fmt.Errorf("%w. Without one, `manyhold play --join OFFER` enters the world of an offer", err)
				}
				return err
			}
			k := connecting{node: node, in: c.InOrStdin(), out: c.OutOrStdout(), errs: c.ErrOrStderr(), picture: picture}
			return k.run(c.Context(), text)
		},
	}
	c.Flags().StringVar(&data, "data", "", "data directory of the node")
	c.Flags().BoolVar(&picture, "qr", false, "also print the text as a picture for telephones")
	return c
}

// connecting is one call of `manyhold connect`. The texts to be sent go to out, all else to errs.
type connecting struct {
	node      *control.Client
	in        io.Reader
	out, errs io.Writer
	picture   bool
}

func (k *connecting) run(ctx context.Context, text string) error {
	s, err := k.node.Connect(ctx, text)
	for err == nil && s.Phase == byhand.Making {
		s, err = k.node.AwaitConnect(ctx, s.Phase)
	}
	if err != nil {
		return err
	}
	k.show(s)
	if s.Phase == byhand.Offering {
		return k.awaitAnswer(ctx, s)
	}
	return k.awaitLink(ctx, s)
}

// show prints a text that is to be sent, and what to do with it.
func (k *connecting) show(s byhand.State) {
	if s.Text != "" {
		showText(k.out, k.errs, s, k.picture)
	}
}

// showText prints a text that is to be sent, and what to do with it.
func showText(out, errs io.Writer, s byhand.State, picture bool) {
	switch s.Phase {
	case byhand.Offering:
		fmt.Fprintln(errs, "Send this text to your friend:")
	case byhand.Answering:
		fmt.Fprintf(errs, "Send this text back to %s:\n", s.Name)
	}
	fmt.Fprintln(out, s.Text)
	if picture {
		if code, err := qrcode.New(strings.ToUpper(s.Text), qrcode.Low); err == nil {
			fmt.Fprint(out, code.ToSmallString(false))
		}
	}
	if s.Near {
		fmt.Fprintln(errs, "This text names only addresses of your local network. Beyond it, set ice_servers in config.toml, or switch on UPnP in your router.")
	}
}

// awaitAnswer reads the answer, which may have line breaks, and waits for the link.
func (k *connecting) awaitAnswer(ctx context.Context, s byhand.State) error {
	fmt.Fprintln(k.errs, "Paste the answer here:")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan string)
	go func() { // ends with the input, or with the process
		defer close(lines)
		for scanner := bufio.NewScanner(k.in); scanner.Scan(); {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	states := make(chan error, 1)
	over := make(chan byhand.State, 1)
	go func() { // another call may bring the answer, and the time may end
		last, err := s, error(nil)
		for err == nil && !last.Over() {
			last, err = k.node.AwaitConnect(ctx, last.Phase)
		}
		states <- err
		over <- last
	}()
	typed := ""
	for {
		select {
		case line, open := <-lines:
			if !open {
				fmt.Fprintln(k.errs, "The offer is valid for ten minutes. Give the answer to: manyhold connect ANSWER")
				return nil
			}
			if hand.Is(line) {
				typed = ""
			}
			if typed += strings.TrimSpace(line); typed == "" {
				continue
			}
			if _, err := hand.Parse(typed); err != nil {
				fmt.Fprintln(k.errs, usage.Sentence(err))
				continue
			}
			if _, err := k.node.Connect(ctx, typed); err != nil {
				fmt.Fprintln(k.errs, usage.Sentence(err))
				typed = ""
			}
		case err := <-states:
			if err != nil {
				return err
			}
			return k.finish(<-over)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// awaitLink waits until the other side has pasted its text.
func (k *connecting) awaitLink(ctx context.Context, s byhand.State) (err error) {
	if s.Phase == byhand.Answering {
		fmt.Fprintf(k.errs, "Waiting until %s pastes it …\n", s.Name)
	}
	for !s.Over() && err == nil {
		s, err = k.node.AwaitConnect(ctx, s.Phase)
	}
	if err != nil {
		return err
	}
	return k.finish(s)
}

// finish tells the end.
func (k *connecting) finish(s byhand.State) error {
	if err := outcome(s); err != nil {
		return err
	}
	fmt.Fprintf(k.errs, "Connected with %s.\n", s.Name)
	return nil
}

// outcome returns why connecting by hand has failed, nil if it has not.
func outcome(s byhand.State) error {
	switch {
	case s.Phase == byhand.Idle:
		return fmt.Errorf("connecting by hand was given up in the game's window")
	case s.Phase == byhand.Failed && s.Said != "":
		return fmt.Errorf("%w %s", s.Why, usage.Sentence(fmt.Errorf("%s", s.Said)))
	case s.Phase == byhand.Failed:
		return s.Why
	}
	return nil
}

// answerByHand prints the answer of a node that enters the world of an offer, and waits for the link.
func answerByHand(ctx context.Context, d *byhand.Desk) error {
	s := d.Await(ctx, func(s byhand.State) bool { return s.Text != "" || s.Over() })
	if s.Text != "" {
		showText(os.Stdout, os.Stderr, s, false)
		s = d.Await(ctx, byhand.State.Over)
	}
	if ctx.Err() != nil {
		return nil
	}
	return outcome(s)
}
