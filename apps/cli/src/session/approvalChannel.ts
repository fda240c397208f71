import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Engine } from "@wmodal/core"
import type { Ledger, LedgerEntry } from "@wmodal/core/flows"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Option, Stream, SubscriptionRef } from "effect"
import { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { Prompts } from "../prompts/Prompts.ts"
import type { OpenFrame } from "./openFrame.ts"
import type { RemoteKind } from "./remoteSessions.ts"
import type { SecureSiteFile } from "./secureSiteFile.ts"

/** How the wallet of the chain in use is asked. */
export interface ApprovalChannel {
  /**
   * Runs what asks it. One at hand asks here itself, and `text` says what is under way; one on a phone is named, with the
   * time that it has to answer.
   */
  readonly during: <A, E extends Failure, R>(
    text: string | null,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | CliError, R>
  /** What stands on a phone, and may leave from there although nobody waits for it here any more. */
  readonly findPendingEntry: (ledger: Pick<Ledger, "entries">) => LedgerEntry | null
  /** Answers no for a person who leaves before they have answered; `null` where no question waits once nobody does. */
  readonly withdraw: Effect.Effect<void> | null
}

/** A wallet of this process: what nobody has said yes to here, it does not do. */
export const localApproval = (prompts: Pick<Prompts, "during">): ApprovalChannel => ({
  during: (text, work) => (text === null ? work : prompts.during(text, work)),
  findPendingEntry: () => null,
  withdraw: null,
})

/** Milliseconds in which a session that is over is heard of after its last question was refused. */
const sessionEndDelayMs = 200

/** `over` is done when the phone has ended the session; `forget` is done then. */
export const phoneApproval = (
  prompts: Pick<Prompts, "onPhone">,
  wallet: string,
  deps: {
    readonly over: Effect.Effect<void>
    readonly forget: Effect.Effect<void, CliError>
    /** The relay's address. */
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
      ({ connectorId, mine, state, transaction }) =>
        mine && connectorId === walletConnectId && state._tag === "Asked" && transaction !== null,
    ) ?? null,
  withdraw: null,
})

/**
 * The embedded wallet asks here, in the site's own words, so nothing else is drawn meanwhile; what nobody has said yes
 * to, it does not do. A frame that is silent has not ended the session.
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

/** What failed is said by `otherwise`, which is told whether the session is over. */
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

/** A phone that cannot be reached is one whose relay cannot: what the phone has of a network, nobody knows here. */
export const toRelayError = <E extends Failure>(error: E, relay: string): E | CliError =>
  error._tag === "ConnectorError" && error.reason._tag === "Offline"
    ? new CliError({ reason: { _tag: "NoRelay", host: URL.parse(relay)?.host ?? "" } })
    : error

export const sessionEndedError = (wallet: string, by: RemoteKind): CliError =>
  new CliError({ reason: { _tag: "SessionEnded", wallet, by } })

/** What may have left has words of its own. A decline is one, whatever came after it. */
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

/** Done when a chain is no longer connected. */
export const awaitDisconnect = ({ connection }: Engine, namespace: Namespace): Effect.Effect<void> =>
  SubscriptionRef.changes(connection.state).pipe(
    Stream.filter((states) => states[namespace]?._tag !== "Connected"),
    Stream.runHead,
    Effect.asVoid,
  )
