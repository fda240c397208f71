import { type PairingLink, walletConnectId } from "@wmodal/chains/walletconnect"
import type { Problem } from "@wmodal/core"
import type { ConnectionStates } from "../../binding/connectionStates.ts"

/** The phase of a request to a remote wallet in the UI. */
export type PairingPhase =
  /** The link is being created. */
  | { readonly _tag: "Making" }
  /** The link is ready; `slow`: no response for a minute. */
  | { readonly _tag: "Waiting"; readonly link: PairingLink; readonly slow: boolean }
  | { readonly _tag: "Failed"; readonly problem: Problem }
  /** No attempt is in progress: it was cancelled or ended by another view or tab. */
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Connected"; readonly name: string }

/**
 * Returns the phase. One client serves all chains, so an attempt in progress on any chain precedes a finished one on
 * another.
 */
export const pairingPhase = (states: ConnectionStates, link: PairingLink | null): PairingPhase => {
  const ours = Object.values(states)
    // Another wallet stays connected until this one is.
    .flatMap((state) => (state._tag === "Connected" && state.next ? [state.next, state] : [state]))
    .flatMap((state) =>
      state._tag !== "Disconnected" && state.wallet.connectorId === walletConnectId ? [state] : [],
    )
  const asking = ours.find(({ _tag }) => _tag === "Connecting")
  if (asking?._tag === "Connecting")
    return link === null ? { _tag: "Making" } : { _tag: "Waiting", link, slow: asking.slow }
  const failed = ours.find(({ _tag }) => _tag === "Failed")
  if (failed?._tag === "Failed") return { _tag: "Failed", problem: failed.problem }
  const connected = ours.find(({ _tag }) => _tag === "Connected")
  return connected === undefined ? { _tag: "Stopped" } : { _tag: "Connected", name: connected.wallet.name }
}
