import { hasKey } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions, TokenDescription } from "../../contract/ChainActions.ts"
import type {
  Explanation,
  MessageRequest,
  RequestWarning,
  ReviewedRequest,
} from "../../contract/Explanation.ts"
import { RequestTooLong } from "../../contract/RequestTooLong.ts"
import type { ChainTransaction, SimulationResult } from "../../contract/Transfer.ts"
import type { DecimalsLookup } from "../../effects/Worth.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import { limitReview } from "../../explain/limitReview.ts"
import { describeMessage } from "../../explain/message.ts"
import { toSimulationWarnings } from "../../explain/simulationWarnings.ts"
import { fetchToken } from "../token.ts"
import { decodeMessage } from "../wire/SolanaMessage.ts"
import { decodeTransaction } from "../wire/SolanaTransaction.ts"
import { type DelegateGrant, sumGrants } from "./delegateGrants.ts"
import { describeTransaction, hashBytes } from "./describeTransaction.ts"
import { findFeeWarning, findWarnings, getUnreadPrograms, isGiveaway } from "./requestWarnings.ts"
import { type ResolvedTransaction, resolveTransaction } from "./resolveTransaction.ts"
import { simulateSigned, toSimulationResult } from "./simulateSigned.ts"
import { makePriceLookup } from "./solanaPrices.ts"

type SolanaExplainRequest = Parameters<ChainActions["explain"]>[0]

export const explainRequest: ChainActions["explain"] = (asked) =>
  Effect.flatMap(explainWhole(asked), limitReview(asked.network))

const explainWhole = (asked: SolanaExplainRequest): Effect.Effect<ReviewedRequest, RequestTooLong> => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainSent(asked, [request.transaction])
    case "Transactions":
      return explainSent(asked, request.transactions)
    case "Message":
    case "MessageBytes":
      return Effect.succeed(explainSignedMessage(asked, request))
    case "Calls":
      return Effect.succeed(
        describeUnreadable(request.calls.map(({ data }) => data).join(), unavailableSimulation),
      )
    case "TypedData":
      return Effect.succeed(describeUnreadable(request.typedData, null))
    case "Other":
      return Effect.succeed(describeUnreadable(request.params, null))
  }
}

const noPrice = () => null

const unavailableSimulation: SimulationResult = { _tag: "Unavailable" }

/** The maximum transactions of a plausible request. */
const maxTransactions = 20

const explainSent = Effect.fnUntraced(function* (
  asked: SolanaExplainRequest,
  transactions: readonly ChainTransaction[],
): Effect.fn.Return<ReviewedRequest, RequestTooLong> {
  const texts = transactions.map(({ transaction }) => transaction ?? "")
  if (texts.length > maxTransactions)
    return yield* new RequestTooLong({ what: "transactions", count: texts.length, most: maxTransactions })
  const decoded = texts.flatMap((text) => decodeTransaction(text) ?? [])
  if (decoded.length < texts.length) return describeUnreadable(texts.join(), unavailableSimulation)
  const { from, nameOf, network, tokens: watched } = asked
  // One node for all reads, so that they match the simulation.
  const rpc = yield* asked.rpc.pin
  const opened = yield* Effect.forEach(
    decoded,
    (one, at) => resolveTransaction(rpc, texts[at] ?? "", one, from),
    {
      concurrency: "unbounded",
    },
  )
  const tried = yield* Effect.forEach(opened, (one) => simulateSigned(rpc, one, from), {
    concurrency: "unbounded",
  })
  const own: ReadonlySet<string> = new Set([from, ...(asked.own ?? [])])
  const account = {
    from,
    isOwn: (address: string) => own.has(address),
    warnsOfEveryGrant: asked.warnsOfEveryGrant === true,
  }
  const request = opened.map((one, at) => ({ opened: one, tried: tried[at] ?? null }))
  const sums = sumGrants(request, account.isOwn)
  const found = request.flatMap((one) => findWarnings(one, account, sums))
  const [trial, tokens] = yield* Effect.all(
    [
      toSimulationResult(rpc, tried, { from, tokens: watched }),
      fetchTokens({ ...asked, rpc }, opened, found),
    ],
    { concurrency: "unbounded" },
  )
  const reader = { network, from, getName: nameOf, tokens }
  const lookUp: DecimalsLookup = (asset) =>
    asset._tag === "Token" ? (tokens.get(asset.token)?.decimals ?? null) : network.nativeCurrency.decimals
  const [first, ...others] = opened.map((one) =>
    noteUnread(describeTransaction(one, reader), getUnreadPrograms(one).length > 0),
  )
  if (first === undefined) return describeUnreadable("", unavailableSimulation)
  return {
    calls: [first, ...others],
    dangers: [
      ...found.map(
        (danger): RequestWarning => (danger._tag === "Letting" ? toApprovalWarning(danger, tokens) : danger),
      ),
      ...findFeeWarning(opened, from),
      ...(isGiveaway(request, account, { lookUp, priceOf: makePriceLookup(asked.priceOf ?? noPrice) })
        ? [{ _tag: "Giveaway" } as const]
        : []),
      ...toSimulationWarnings(trial),
    ],
    trial,
  }
})

/** Says of instructions that are not read whose word the review is. */
const noteUnread = (call: Explanation, isUnread: boolean): Explanation =>
  isUnread
    ? {
        ...call,
        fields: [
          ...call.fields,
          {
            label: "Not read",
            text: "Part of it could not be read. What changes below is what the node expects.",
            value: { _tag: "Text" },
          },
        ],
      }
    : call

const toApprovalWarning = (
  { spender, taking, token }: DelegateGrant,
  tokens: ReadonlyMap<string, TokenDescription>,
): RequestWarning => {
  const named = { token, symbol: tokens.get(token)?.symbol ?? "", spender }
  return taking === "unlimited"
    ? { _tag: "UnlimitedApproval", ...named }
    : { _tag: "LargeApproval", taking, ...named }
}

/** The maximum number of tokens that are described. */
const maxTokens = 50

/** Fetches the metadata of the involved tokens. A token that cannot be read stays without a name. */
const fetchTokens = (
  asked: SolanaExplainRequest,
  opened: readonly ResolvedTransaction[],
  found: readonly (RequestWarning | DelegateGrant)[],
): Effect.Effect<ReadonlyMap<string, TokenDescription>> => {
  const named = opened.flatMap(({ holdings, decodedInstructions }) => [
    ...decodedInstructions.flatMap((step) =>
      hasKey(step, "token") && step.token !== null ? step.token : [],
    ),
    ...[...holdings.values()].map((held) => held.token),
  ])
  const lettings = found.flatMap((danger) => (danger._tag === "Letting" ? danger.token : []))
  const all = [...new Set([...lettings, ...named])].filter((one) => one !== "").slice(0, maxTokens)
  return Effect.map(
    Effect.forEach(
      all,
      (one) =>
        Effect.map(
          Effect.catch(fetchToken({ ...asked, token: one }), () => Effect.succeed(null)),
          (description) => (description === null ? [] : [[one, description] as const]),
        ),
      { concurrency: 8 },
    ),
    (described) => new Map(described.flat()),
  )
}

/** Explains a request that cannot be decoded. */
const describeUnreadable = (text: string, trial: SimulationResult | null): ReviewedRequest => ({
  calls: [{ ...emptyExplanation, digest: hashBytes(new TextEncoder().encode(text)) }],
  dangers: [{ _tag: "Blind" }, ...(trial === null ? [] : toSimulationWarnings(trial))],
  trial,
})

/**
 * Explains a message. Wallets sign its bytes unchanged, so bytes of a transaction would sign that one. Source: Wallet
 * Standard, `solana:signMessage`.
 */
const explainSignedMessage = (
  { from, own = [] }: SolanaExplainRequest,
  request: MessageRequest,
): ReviewedRequest => {
  const { bytes, dangers, fields } = describeMessage(request, (address) => [from, ...own].includes(address))
  const isAlsoTransaction = decodeMessage(bytes) !== null && !dangers.some(({ _tag }) => _tag === "Blind")
  return {
    calls: [{ ...emptyExplanation, intent: "Sign message", fields, digest: hashBytes(bytes) }],
    dangers: isAlsoTransaction ? [{ _tag: "Blind" }, ...dangers] : dangers,
    trial: null,
  }
}
