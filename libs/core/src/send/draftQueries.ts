import type { Fee } from "@wmodal/chains"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Holding } from "../holdings/Holdings.ts"
import { type Recipient, RecipientError, type Recipients } from "../recipients/Recipients.ts"
import { findMaximum, isFeeLacking, withSponsoredFee } from "../services/funds.ts"
import { loadChain } from "../services/loadChain.ts"
import { findLinkServer } from "./findLinkServer.ts"
import { toEstimateError, toFeeFiat } from "./makePreparePayment.ts"
import { getPayer, type PaymentDeps, type SendDeps } from "./payer.ts"
import { readPaymentLink, toTransferNotes } from "./paymentLink.ts"
import type { FeeState, LinkedPayment, RecipientState } from "./Send.ts"
import {
  type FeeQuery,
  type SendDraft,
  type SendDraftData,
  toFeeQuery,
  toRecipientQuery,
} from "./sendModel.ts"

/** Estimates the cost of a draft. Without a recipient, the estimate uses the sender. */
const estimateFee = (
  deps: PaymentDeps,
  { amount, holding: { token }, max, to }: FeeQuery,
): Effect.Effect<FeeState> =>
  Effect.gen(function* () {
    const payer = yield* getPayer(deps)
    const { address: from, network } = payer
    if (token.network !== network.caipNetworkId) return noFeeState
    const { actions, asking } = yield* loadChain(deps, payer)
    const { smart } = payer
    const isNative = token.address === null
    const notes = to === null ? {} : toTransferNotes(to)
    const estimate = (units: bigint) => {
      const transfer = { from, to: to?.address ?? from, token: token.address, amount: units, ...notes }
      return withSponsoredFee(smart)(actions.estimate({ ...asking, transfer }))
    }
    const toState = (fee: Fee) =>
      ({ _tag: "Estimated", fee, fiat: toFeeFiat(deps, fee, network) }) satisfies FeeState
    if (!max) return toState(yield* estimate(amount))
    // The review's own balance, which may be less than the listed one.
    const balance = yield* actions.spendableBalance({ ...asking, address: from, token: token.address })
    const funds = { balance, native: isNative ? balance : null, isNative, smart }
    const { fee } = yield* findMaximum(funds, estimate, isFeeLacking)
    return { ...toState(fee), spendable: balance } satisfies FeeState
  }).pipe(
    catchDefects,
    Effect.catch((error) => {
      if (error._tag === "SendError") return Effect.succeed(noFeeState)
      const why = toEstimateError(error)
      // A token's error for a transfer to its sender does not apply to other recipients.
      const told = to !== null || why.reason._tag === "Insufficient"
      return Effect.succeed<FeeState>(told ? { _tag: "Failed", error: why } : noFeeState)
    }),
  )

const noFeeState: FeeState = { _tag: "None" }

/** Milliseconds without typing before a request is sent. */
const typingDelayMs = 300

/**
 * Creates the queries of a draft: the recipient, its stops, and the cost. `tell` receives each result with its query.
 * @returns a function that starts the draft's new queries and ends those that it no longer needs
 */
export const makeDraftQueries = (
  deps: SendDeps,
  tell: (found: Partial<SendDraftData>) => Effect.Effect<void>,
) =>
  Effect.gen(function* () {
    const makeQuery = Effect.map(makeTaskHandle, ({ run, stop }) => {
      let asked: string | null = null
      return (query: string | null, ask: (query: string) => Effect.Effect<void>): Effect.Effect<void> =>
        Effect.suspend(() => {
          if (query === asked) return Effect.void
          asked = query
          return query === null
            ? stop
            : Effect.asVoid(run(Effect.andThen(Clock.sleep(typingDelayMs), ask(query))))
        })
    })
    const followRecipient = yield* makeQuery
    const followFee = yield* makeQuery

    const resolve = (query: string, { holding, recipient: text }: SendDraft) =>
      Effect.gen(function* () {
        const tellAnswer = (answer: RecipientState) => tell({ recipient: { query, answer } })
        const found = yield* Effect.result(resolveRecipient(deps.recipients, text))
        if (Result.isFailure(found)) {
          const server = findLinkServer(found.failure, deps.options.paymentHosts ?? [])
          return yield* tellAnswer(
            server === null
              ? { _tag: "Failed", error: found.failure }
              : { _tag: "Server", host: server.host },
          )
        }
        const recipient = found.success
        const read = yield* Effect.result(readDraftLink(deps, recipient, holding, text))
        if (Result.isFailure(read)) return yield* tellAnswer({ _tag: "Failed", error: read.failure })
        const resolved = {
          _tag: "Resolved",
          recipient,
          ...(read.success !== null && { linked: read.success }),
        } as const
        yield* tellAnswer({ ...resolved, stops: null })
        const { address, name } = recipient
        const stops = yield* deps.recipients.stops(address, holding?.token.address ?? null, name)
        yield* tellAnswer({ ...resolved, stops })
      })

    return (draft: SendDraft, learnt: SendDraftData): Effect.Effect<void> =>
      Effect.gen(function* () {
        yield* followRecipient(toRecipientQuery(draft), (query) => resolve(query, draft))
        const fee = toFeeQuery(draft, learnt)
        yield* followFee(fee?.key ?? null, (query) =>
          fee === null
            ? Effect.void
            : Effect.flatMap(estimateFee(deps, fee), (answer) => tell({ fee: { query, answer } })),
        )
      })
  })

/** Reads the recipient's link; `null` without one. Every failure is reported to the user. */
const readDraftLink = (
  deps: PaymentDeps,
  recipient: Recipient,
  entered: Holding | null,
  text: string,
): Effect.Effect<LinkedPayment | null, RecipientError> =>
  recipient.link === undefined
    ? Effect.succeed(null)
    : Effect.mapError(
        catchDefects(
          Effect.suspend(() =>
            readPaymentLink(deps, recipient, SubscriptionRef.getUnsafe(deps.networks.shown).network, entered),
          ),
        ),
        (error) =>
          error._tag === "RecipientError"
            ? error
            : new RecipientError({ text, reason: { _tag: "NameNotRead" } }),
      )

/** Resolves the recipient. Every failure is reported to the user, and the input is kept. */
export const resolveRecipient = (
  { resolve }: Pick<Recipients, "resolve">,
  text: string,
): Effect.Effect<Recipient, RecipientError> =>
  Effect.mapError(catchDefects(resolve(text)), (error) =>
    error._tag === "RecipientError" ? error : new RecipientError({ text, reason: { _tag: "NameNotRead" } }),
  )
