import { frameId } from "@wmodal/chains/frame"
import { namespaces } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Board } from "../connection/Board.ts"
import type { SignedIn } from "./SignIn.ts"

/** Says of each connection of the embedded wallet whose it is, also after they have changed their address. */
export const introduce = (board: Board, signedIn: SignedIn | null): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (signedIn === null) return Effect.void
    const name = signedIn.email ?? signedIn.username
    const told = namespaces.flatMap((namespace) => {
      const state = board.connectedOn(namespace)
      if (state?.wallet.connectorId !== frameId || state.wallet.embedded === signedIn) return []
      const wallet = { ...state.wallet, ...(name !== null && { name }), embedded: signedIn }
      return [[namespace, { ...state, wallet }] as const]
    })
    return told.length === 0
      ? Effect.void
      : SubscriptionRef.update(board.state, (all) => ({ ...all, ...Object.fromEntries(told) }))
  })
