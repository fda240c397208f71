import type { Connector, WalletSession } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect } from "effect"

interface Owner {
  /** Of who is signed in. */
  readonly name: () => string | null
  /** What an earlier visit left could not be taken up again. */
  readonly notRestored: (namespace: Namespace) => void
}

/** The same connectors, whose wallet goes by the name of who is signed in. */
export const ownConnectors = (
  connectors: readonly Connector[],
  { name, notRestored }: Owner,
): readonly Connector[] => {
  const named = (session: WalletSession): WalletSession => ({
    ...session,
    wallet: { name: name() ?? session.wallet?.name ?? "Auth", icon: session.wallet?.icon ?? null },
    ...(session.also && {
      also: session.also.map(({ connector, session: other }) => ({
        connector: own[connectors.indexOf(connector)] ?? connector,
        session: named(other),
      })),
    }),
  })
  const own: readonly Connector[] = connectors.map((connector) => ({
    ...connector,
    connect: ({ late, network }) =>
      Effect.map(connector.connect({ network, late: (session) => late(named(session)) }), named),
    restore: Effect.map(connector.restore, named).pipe(
      Effect.tapError(() => Effect.sync(() => notRestored(connector.namespace))),
    ),
  }))
  return own
}
