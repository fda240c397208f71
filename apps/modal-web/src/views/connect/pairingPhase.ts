import { type PairingLink, walletConnectId } from "@wmodal/chains/walletconnect"
import type { Problem } from "@wmodal/core"
import type { ConnectionStates } from "../../binding/connectionStates.ts"

/** Where asking a wallet elsewhere stands, as a person sees it. */
export type PairingPhase =
  /** The link is on its way. */
  | { readonly _tag: "Making" }
  /** There is a link to answer; `slow`: nobody has, for a minute. */
  | { readonly _tag: "Waiting"; readonly link: PairingLink; readonly slow: boolean }
  | { readonly _tag: "Failed"; readonly problem: Problem }
  /** Nothing is under way: cancelled, or ended elsewhere. */
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Connected"; readonly name: string }

/** One client serves all chains: what is under way on any of them counts before what is over on another. */
export const pairingPhase = (states: ConnectionStates, link: PairingLink | null): PairingPhase => {
  const ours = Object.values(states).flatMap((state) =>
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
