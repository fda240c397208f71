import { frameId } from "@wmodal/chains/frame"
import { namespaces } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Board } from "../connection/Board.ts"
import type { SignedIn } from "./SignIn.ts"

/** Calls each connection of the embedded wallet by who is signed in, also after they have changed their address. */
export const introduce = (board: Board, signedIn: SignedIn | null): Effect.Effect<void> =>
  Effect.suspend(() => {
    const name = signedIn && (signedIn.email ?? signedIn.username)
    const renamed = namespaces.flatMap((namespace) => {
      const state = board.connectedOn(namespace)
      return name === null || state?.wallet.connectorId !== frameId || state.wallet.name === name
        ? []
        : [[namespace, { ...state, wallet: { ...state.wallet, name } }] as const]
    })
    return renamed.length === 0
      ? Effect.void
      : SubscriptionRef.update(board.state, (all) => ({ ...all, ...Object.fromEntries(renamed) }))
  })
