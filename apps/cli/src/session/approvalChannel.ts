import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import type { Ledger, LedgerEntry } from "@wmodal/core/flows"
import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Option, Stream } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { OpenFrame } from "./openFrame.ts"
import type { RemoteKind } from "./remoteSessions.ts"
import type { SecureSiteFile } from "./secureSiteFile.ts"

/** The way in which requests reach the wallet of the active chain. */
export interface ApprovalChannel {
  /**
   * Runs a request to the wallet. A local wallet prompts in the terminal and `text` names the progress; a phone is
   * shown by name, with the remaining time.
   */
  readonly during: <A, E extends Failure, R>(
    text: string | null,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | CliError, R>
  /** Returns the entry that is pending on a phone, which the phone may still send after this process stops waiting. */
  readonly findPendingEntry: (ledger: Pick<Ledger, "entries">) => LedgerEntry | null
  /** Declines the pending request when the user leaves; `null` when no request can be pending then. */
  readonly withdraw: Effect.Effect<void> | null
}

/** The channel to a wallet of this process, which does nothing without an approval here. */
export const localApproval = (prompts: Pick<Prompts, "during">): ApprovalChannel => ({
  during: (text, work) => (text === null ? work : prompts.during(text, work)),
  findPendingEntry: () => null,
  withdraw: null,
})

/** Milliseconds to wait for the end of the session after a rejected request. */
const sessionEndDelayMs = 200

/** The channel to a phone. `over` resolves when the phone ends the session; then `forget` runs. */
export const phoneApproval = (
  prompts: Pick<Prompts, "onPhone">,
  wallet: string,
  deps: {
    readonly over: Effect.Effect<void>
    readonly forget: Effect.Effect<void, CliError>
    /** The URL of the relay. */
    readonly relay: string
  },
): ApprovalChannel => ({
  during: (_text, work) =>
    mapErrorUnlessEnded(prompts.onPhone(wallet, work), deps.over, (error, isOver) =>
      isOver
        ? Effect.andThen(deps.forget, Effect.fail(sessionEndedError(wallet, "phone")))
        : Effect.fail(toRelayError(error, deps.relay)),
    ),
  findPendingEntry: ({ entries }) =>
    SubscriptionRef.getUnsafe(entries).find(
      ({ batch, connectorId, mine, state, transaction }) =>
        mine &&
        connectorId === walletConnectId &&
        state._tag === "Asked" &&
        (transaction !== null || batch !== undefined),
    ) ?? null,
  withdraw: null,
})

/**
 * The channel to the embedded wallet. It prompts with the texts of the secure site, so no other view is drawn
 * meanwhile. A silent frame has not ended the session.
 */
export const frameApproval = (
  wallet: string,
  deps: {
    readonly over: Effect.Effect<void>
    readonly forget: Effect.Effect<void, CliError>
    readonly frame: {
      readonly blamed: OpenFrame["blamed"]
      readonly withdraw: Effect.Effect<void>
      readonly file: Pick<SecureSiteFile, "isSignedIn">
    }
  },
): ApprovalChannel => ({
  during: (_text, work) =>
    mapErrorUnlessEnded(work, deps.over, (error, isOver) =>
      isOver && !deps.frame.file.isSignedIn()
        ? Effect.andThen(deps.forget, Effect.fail(sessionEndedError(wallet, "frame")))
        : Effect.fail(deps.frame.blamed(error)),
    ),
  findPendingEntry: () => null,
  withdraw: deps.frame.withdraw,
})

/** Maps an error with `otherwise`, which receives whether the session has ended. */
const mapErrorUnlessEnded = <A, E extends Failure, R>(
  work: Effect.Effect<A, E, R>,
  over: Effect.Effect<void>,
  otherwise: (error: E, isOver: boolean) => Effect.Effect<never, E | CliError>,
): Effect.Effect<A, E | CliError, R> =>
  Effect.catch(work, (error) =>
    Effect.gen(function* () {
      const isOver =
        isNothingSent(error) && Option.isSome(yield* Effect.timeoutOption(over, sessionEndDelayMs))
      return yield* otherwise(error, isOver)
    }),
  )

/** Reports an offline wallet as an unreachable relay. The CLI cannot see the phone's own connection. */
export const toRelayError = <E extends Failure>(error: E, relay: string): E | CliError =>
  error._tag === "ConnectorError" && error.reason._tag === "Offline"
    ? new CliError({ reason: { _tag: "NoRelay", host: URL.parse(relay)?.host ?? "" } })
    : error

export const sessionEndedError = (wallet: string, by: RemoteKind): CliError =>
  new CliError({ reason: { _tag: "SessionEnded", wallet, by } })

/**
 * Returns whether the failure proves that nothing was sent. A decline stays a decline, also when the session ends
 * afterwards.
 */
const isNothingSent = (error: Failure): boolean => {
  switch (error._tag) {
    case "ConnectorError":
      return error.reason._tag !== "Declined"
    case "EngineError":
      return true
    case "SendError":
    case "SwapError":
      return error.reason._tag === "Wallet" && isNothingSent(error.reason.error)
    default:
      return false
  }
}

/** Resolves when a chain is disconnected. */
export const awaitDisconnect = ({ connection }: Engine, namespace: Namespace): Effect.Effect<void> =>
  SubscriptionRef.changes(connection.state).pipe(
    Stream.filter((states) => states[namespace]?._tag !== "Connected"),
    Stream.runHead,
    Effect.asVoid,
  )
