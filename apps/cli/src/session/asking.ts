import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import type { Ledger, LedgerEntry } from "@wmodal/core/flows"
import type { Namespace } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitOf.ts"
import type { Prompts } from "../prompts/Prompts.ts"

/** How the wallet of the chain in use is asked. */
export interface Asking {
  /**
   * Runs what asks it. One at hand asks here itself, and `text` says what is under way; one on a phone is named, with the
   * time that it has to answer.
   */
  readonly during: <A, E extends Failure, R>(
    text: string | null,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | CliError, R>
  /** What stands on a phone, and may leave from there although nobody waits for it here any more. */
  readonly standing: (ledger: Pick<Ledger, "entries">) => LedgerEntry | null
}

/** A wallet of this process: what nobody has said yes to here, it does not do. */
export const askingHere = (prompts: Pick<Prompts, "during">): Asking => ({
  during: (text, work) => (text === null ? work : prompts.during(text, work)),
  standing: () => null,
})

/** `ended` is done where the phone turns out to have ended the session. */
export const askingPhone = (
  prompts: Pick<Prompts, "onPhone">,
  wallet: string,
  around: { readonly isOver: () => boolean; readonly ended: Effect.Effect<void, CliError> },
): Asking => ({
  during: <A, E extends Failure, R>(_text: string | null, work: Effect.Effect<A, E, R>) =>
    Effect.catch(
      prompts.onPhone(wallet, work),
      (error): Effect.Effect<never, E | CliError> =>
        around.isOver() && saysNothingLeft(error)
          ? Effect.andThen(around.ended, Effect.fail(sessionEnded(wallet)))
          : Effect.fail(error),
    ),
  standing: ({ entries }) =>
    SubscriptionRef.getUnsafe(entries).find(
      ({ connectorId, mine, state, transaction }) =>
        mine && connectorId === walletConnectId && state._tag === "Asked" && transaction !== null,
    ) ?? null,
})

export const sessionEnded = (wallet: string): CliError =>
  new CliError({ reason: { _tag: "SessionEnded", wallet } })

/** Only a wallet's own no is explained by a session that is over: what may have left has words of its own. */
const saysNothingLeft = (error: Failure): boolean => {
  switch (error._tag) {
    case "ConnectorError":
    case "EngineError":
      return true
    case "SendError":
    case "SwapError":
      return error.reason._tag === "Wallet"
    default:
      return false
  }
}

/** Whether a phone has let go of a chain meanwhile. */
export const isOver = (engine: Engine, namespace: Namespace): boolean =>
  SubscriptionRef.getUnsafe(engine.connection.state)[namespace]?._tag !== "Connected"
