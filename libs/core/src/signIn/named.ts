import type { Connector, WalletSession } from "@wmodal/chains"
import { Effect } from "effect"

/** The same connectors, whose wallet goes by the name of who is signed in. */
export const named = (connectors: readonly Connector[], name: () => string | null): readonly Connector[] => {
  const told = (session: WalletSession): WalletSession => ({
    ...session,
    wallet: { name: name() ?? session.wallet?.name ?? "Auth", icon: session.wallet?.icon ?? null },
    ...(session.also && {
      also: session.also.map(({ connector, session: other }) => ({
        connector: own[connectors.indexOf(connector)] ?? connector,
        session: told(other),
      })),
    }),
  })
  const own: readonly Connector[] = connectors.map((connector) => ({
    ...connector,
    connect: ({ late, network }) =>
      Effect.map(connector.connect({ network, late: (session) => late(told(session)) }), told),
    restore: Effect.map(connector.restore, told),
  }))
  return own
}
