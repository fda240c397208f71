import type { ConnectionState, Problem, WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** The phase of a connection attempt in the UI. */
export type ConnectingPhase =
  /** The wallet's extension disappeared while its view was open. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "NotInstalled"; readonly getUrl: string | null }
  | { readonly _tag: "Asking" }
  | { readonly _tag: "Slow" }
  | { readonly _tag: "Failed"; readonly problem: Problem }
  /** No attempt is in progress: it was cancelled or ended by another view or tab. */
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Connected" }

type NamespaceStates = Readonly<Partial<Record<Namespace, ConnectionState>>>

/** Returns the phase of an attempt. `namespace` is the requested chain; by default any chain of the wallet. */
export const connectingPhase = (
  row: WalletRow | undefined,
  states: NamespaceStates,
  namespace?: Namespace,
): ConnectingPhase => {
  if (row === undefined) return { _tag: "Gone" }
  if (row.connectors.length === 0) return { _tag: "NotInstalled", getUrl: row.getUrl }
  const asked = row.connectors.filter((one) => (namespace ?? one.namespace) === one.namespace)
  const state = asked
    .flatMap((connector) => {
      const state = states[connector.namespace]
      // Another wallet stays connected until this one is.
      return [state?._tag === "Connected" ? state.next : undefined, state].map((state) => ({
        connector,
        state,
      }))
    })
    .find(
      ({ connector, state }) =>
        state !== undefined && state._tag !== "Disconnected" && state.wallet.connectorId === connector.id,
    )?.state
  switch (state?._tag) {
    case "Connecting":
      return { _tag: state.slow ? "Slow" : "Asking" }
    case "Restoring":
      return { _tag: "Asking" }
    case "Failed":
      return { _tag: "Failed", problem: state.problem }
    case "Connected":
      return { _tag: "Connected" }
    case "Disconnected":
    case undefined:
      return { _tag: "Stopped" }
  }
}
