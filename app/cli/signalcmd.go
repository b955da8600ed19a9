package cli

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"

	"github.com/spf13/cobra"

	"manyhold/app/settings"
	"manyhold/net/link/stun"
	"manyhold/net/signal"
)

// reflect answers STUN requests at the UDP port with the number of the server's. Without that port signalling
// goes on: peers may name another STUN server.
func reflect(ctx context.Context, at net.Addr, log *slog.Logger) {
	tcp := at.(*net.TCPAddr)
	conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: tcp.IP, Port: tcp.Port, Zone: tcp.Zone})
	if err != nil {
		log.Warn("cannot tell peers their addresses; name a STUN server in net.ice_servers of config.toml", "why", err)
		return
	}
	go func() {
		if err := stun.NewServer(log).Serve(ctx, conn); err != nil {
			log.Error("no longer tells peers their addresses", "why", err)
		}
	}()
}

func signalCommand() *cobra.Command {
	var listen, logFormat string
	c := &cobra.Command{
		Use:   "signal",
		Short: "Run the signalling server that introduces peers to each other",
		Long: `Runs the signalling server, which introduces the peers of a world to each other. It passes on
offers and answers and sees no game data. Linked peers no longer need it. On the same port by UDP it tells
each peer the address that others see (STUN), so that peers behind home routers can link.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			log, err := settings.NewLog(os.Stderr, logFormat)
			if err != nil {
				return err
			}
			ln, err := net.Listen("tcp", listen)
			if err != nil {
				return fmt.Errorf("cannot listen on %s: %w; choose another with --listen", listen, err)
			}
			host, port, _ := net.SplitHostPort(ln.Addr().String())
			if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
				host = "localhost"
			}
			fmt.Fprintf(c.OutOrStdout(), "signalling at ws://%s\n", net.JoinHostPort(host, port))
			reflect(c.Context(), ln.Addr(), log)
			return signal.NewServer(signal.ServerOptions{Log: log}).Serve(c.Context(), ln)
		},
	}
	c.Flags().StringVar(&listen, "listen", ":7777", "address to listen on")
	c.Flags().StringVar(&logFormat, "log", "text", "log format: text or json")
	return c
}
