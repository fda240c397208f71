import { awaitLazy, isSameAddress, lazy, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { hashMessage, keccak256, stringToBytes } from "viem"
import type { ChainActions, ChainClient } from "../contract/ChainActions.ts"
import type { Explanation, MessageRequest, RequestWarning, ReviewedRequest } from "../contract/Explanation.ts"
import { RequestTooLong } from "../contract/RequestTooLong.ts"
import type { ChainTransaction, SimulationResult } from "../contract/Transfer.ts"
import type { WalletCall } from "../contract/WalletCalls.ts"
import type { Trade } from "../effects/Trade.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { toHiddenWarning } from "../explain/hiddenCharacters.ts"
import { limitReview, maxReviewLines } from "../explain/limitReview.ts"
import { describeMessage } from "../explain/message.ts"
import { toSimulationWarnings } from "../explain/simulationWarnings.ts"
import { hasHiddenCharacters } from "../text/drawText.ts"
import { sanitizeName } from "../text/printable.ts"
import { simulateAssetChanges } from "./contracts/simulateAssetChanges.ts"
import { fetchApprovalWarnings } from "./dangers/approvalWarnings.ts"
import { decodeCallApprovals, onlyAllows } from "./dangers/decodeCallApprovals.ts"
import { decodeCallHandovers } from "./dangers/decodeCallHandovers.ts"
import { decodeCallTrades } from "./dangers/decodeCallTrades.ts"
import { decodeLogApprovals } from "./dangers/decodeLogApprovals.ts"
import { decodeLogHandovers } from "./dangers/decodeLogHandovers.ts"
import { decodeOrderTrade } from "./dangers/decodeOrderTrades.ts"
import { decodeSentAssets } from "./dangers/decodeSentAssets.ts"
import { exceedsWords, type SaidCall } from "./dangers/exceedsWords.ts"
import { fetchFeeWarning } from "./dangers/feeWarnings.ts"
import { isBurn } from "./dangers/isBurn.ts"
import { isGiveaway } from "./dangers/isGiveaway.ts"
import { judgeSignedCalls } from "./dangers/signedCalls.ts"
import type { TokenApproval } from "./dangers/TokenApproval.ts"
import { toHandoverWarnings } from "./dangers/toHandoverWarnings.ts"
import { fetchTradeWarnings, hasPrices, isFarBelowExpected } from "./dangers/tradeWarnings.ts"
import { findTypedDataWarnings } from "./dangers/typedDataRules.ts"
import { fetchTypedDataWarnings } from "./dangers/typedDataWarnings.ts"
import { fetchUnreadNote } from "./dangers/unreadNote.ts"
import { decodeWitnessOrder } from "./dangers/WitnessOrder.ts"
import type { BundledDescriptor, DescriptorFile } from "./explain/DescriptorFile.ts"
import { type DescriptorIndex, indexDescriptors } from "./explain/DescriptorIndex.ts"
import { decodeTypedData } from "./explain/data/DecodedTypedData.ts"
import type { ExplainContext } from "./explain/ExplainContext.ts"
import type { ExplainSources } from "./explain/ExplainSources.ts"
import { explainCall } from "./explain/explainCall.ts"
import { explainPermissions } from "./explain/explainPermissions.ts"
import { explainTypedData } from "./explain/explainTypedData.ts"
import { type CallTerms, toCallTerms } from "./simulateCalls.ts"
import { fetchToken } from "./token.ts"
import { type PlanReading, readWithinLimits } from "./universalRouter/readPlan.ts"

type EvmExplainRequest = Parameters<ChainActions["explain"]>[0]

const loadBundled = async () =>
  (await import("./explain/descriptors/bundledDescriptors.ts")).bundledDescriptors

/**
 * Returns the `explain` action. `own` are the host app's descriptors; the bundled ones load with the first request, and
 * all are indexed once. Without the bundled ones calls are unread.
 */
export const makeExplain = (
  own: readonly DescriptorFile[],
  warn: (text: string) => void = () => {},
  load: () => Promise<readonly BundledDescriptor[]> = loadBundled,
): ChainActions["explain"] => {
  const index = lazy(async () => indexDescriptors(own, await load(), warn))
  const known = Effect.orElseSucceed(
    awaitLazy(index, () => "not loaded"),
    () => indexDescriptors(own, [], () => {}),
  )
  return (asked) => {
    const explainBy = (descriptors: DescriptorIndex): Effect.Effect<ReviewedRequest, RequestTooLong> => {
      const { from, network, request } = asked
      const explaining = {
        chainId: BigInt(network.id),
        from,
        descriptors,
        sources: makeExplainSources(asked, asked.nameOf),
        left: { rows: maxReviewLines },
      }
      switch (request._tag) {
        case "Transaction": {
          const sent = decodeSentAssets(request.transaction, from)
          return sent === null
            ? Effect.succeed(describeUnreadable(JSON.stringify(request.transaction), { _tag: "Unavailable" }))
            : withFeeWarning(
                asked.rpc,
                request.transaction,
                explainSent(
                  asked,
                  explaining,
                  [{ ...sent.call, terms: toCallTerms(request.transaction) }],
                  sent.chainId,
                ),
              )
        }
        case "Transactions":
          // EVM wallets do not accept several transactions in one request: they use a batch of calls.
          return Effect.succeed(
            describeUnreadable(JSON.stringify(request.transactions), { _tag: "Unavailable" }),
          )
        case "Calls":
          return explainSent(asked, explaining, request.calls, null)
        case "TypedData":
          return explainSigned(asked, explaining, request.typedData)
        case "Message":
        case "MessageBytes":
          return Effect.succeed(explainSignedMessage(asked, request))
        case "Other":
          return (
            (request.method === "wallet_grantPermissions"
              ? explainPermissions(request.params, explaining, asked.rpc, asked.own)
              : null) ?? Effect.succeed(describeUnreadable(request.params, null))
          )
      }
    }
    return known.pipe(Effect.flatMap(explainBy), Effect.flatMap(limitReview(asked.network)))
  }
}

const withFeeWarning = (
  rpc: EvmExplainRequest["rpc"],
  transaction: ChainTransaction,
  explained: Effect.Effect<ReviewedRequest, RequestTooLong>,
): Effect.Effect<ReviewedRequest, RequestTooLong> =>
  Effect.map(
    Effect.all([explained, fetchFeeWarning(rpc, transaction)], { concurrency: "unbounded" }),
    ([reviewed, dangers]) => ({ ...reviewed, dangers: [...reviewed.dangers, ...dangers] }),
  )

const noPrice = () => null

type SentCall = WalletCall & { readonly terms?: CallTerms }

/** Bytes of the calls of a request: no node takes a longer transaction. Source: geth's `txMaxSize`. */
const maxCallBytes = 131_072

const explainSent = (
  asked: EvmExplainRequest,
  explaining: ExplainContext,
  calls: readonly [SentCall, ...SentCall[]],
  chainId: string | null,
): Effect.Effect<ReviewedRequest, RequestTooLong> => {
  const [first, ...others] = calls
  const bytes = Math.ceil(calls.reduce((sum, { data }) => sum + data.length / 2 - 1, 0))
  if (bytes > maxCallBytes)
    return Effect.fail(new RequestTooLong({ what: "bytes", count: bytes, most: maxCallBytes }))
  const decoded: (Omit<SaidCall, "said" | "plan" | "swaps"> & {
    readonly plan: PlanReading | null
    readonly swaps: readonly Trade[]
  })[] = []
  for (const call of calls) {
    const plan = readWithinLimits(call, explaining)
    if (plan instanceof RequestTooLong) return Effect.fail(plan)
    decoded.push({
      call,
      plan,
      swaps: decodeCallTrades(call, explaining),
      allows: onlyAllows(call.to, call.data),
    })
  }
  const plans = decoded.flatMap(({ plan }) => plan ?? [])
  const trades = [...decoded.flatMap(({ swaps }) => swaps), ...plans.flatMap(({ trades }) => trades)]
  const { priceOf = noPrice } = asked
  const inWords = (call: WalletCall) => explainCall({ ...explaining, call })
  return Effect.gen(function* () {
    const found = yield* Effect.all(
      {
        first: inWords(first),
        others: Effect.forEach(others, inWords, { concurrency: 8 }),
        tried: simulateRequest(
          asked,
          calls,
          plans.flatMap(({ permits }) => permits),
        ),
        traded: fetchTradeWarnings(trades, explaining, priceOf, asked.rpc),
      },
      { concurrency: "unbounded" },
    )
    const { tried } = found
    const explained = [found.first, ...found.others] as const
    const inWordsAndEffects: readonly RequestWarning[] = [
      ...tried.approvals,
      ...toHandoverWarnings([
        ...calls.flatMap(({ data, to }) => decodeCallHandovers(to, data)),
        ...tried.handovers,
      ]),
      ...found.traded,
      ...(calls.some((call) => isBurn(call) || isGiveaway(call.data, explaining.from)) ||
      plans.some(({ isGiveaway }) => isGiveaway) ||
      isFarBelowExpected(trades, tried.trial) ||
      (explained.every(isRead) &&
        exceedsWords(
          decoded.map((one, at) => ({ ...one, said: explained[at] ?? found.first })),
          tried,
          explaining.from,
        ))
        ? [{ _tag: "Giveaway" } as const]
        : []),
      ...explained.flatMap(toValueWarnings),
    ]
    const ofNodes: readonly RequestWarning[] = [
      ...(chainId === null || BigInt(chainId) === explaining.chainId
        ? []
        : [{ _tag: "OtherChain", said: chainId } as const]),
      ...toSimulationWarnings(tried.trial),
      ...(tried.differs ? [{ _tag: "NodesDiffer" } as const] : []),
    ]
    const unread = calls.filter((_, at) => !isRead(explained[at] ?? found.first))
    const note =
      unread.length === 0 || tried.allows || inWordsAndEffects.length + ofNodes.length > 0
        ? null
        : yield* fetchUnreadNote(asked.rpc, {
            account: { from: asked.from, own: asked.own ?? [] },
            chainId: explaining.chainId,
            calls,
            unread,
            tokens: asked.tokens,
            trial: tried.trial,
            logs: tried.logs,
            transfers: tried.transfers,
            price: priceOf(null),
          })
    return {
      calls: explained,
      dangers: toDistinctWarnings([
        ...inWordsAndEffects,
        ...(note === null ? toUnreadWarnings(explained, "Unread") : []),
        ...ofNodes,
      ]),
      ...(note !== null && { notes: [note] }),
      trial: tried.trial,
    }
  })
}

/** Returns the warning for a call or message that no descriptor reads, at any depth. */
const toUnreadWarnings = (
  calls: readonly Explanation[],
  _tag: "Blind" | "Unread",
): readonly RequestWarning[] => (calls.every(isRead) ? [] : [{ _tag }])

/** Returns the warnings of what calls send without saying so, at any depth. */
const toValueWarnings = ({ fields, hidesValue, value }: Explanation): readonly RequestWarning[] => [
  ...(hidesValue ? [{ _tag: "UnsaidValue", value } as const] : []),
  ...fields.flatMap((field) => (field.value._tag === "Call" ? toValueWarnings(field.value.call) : [])),
]

const isRead = ({ describesOnly, fields, intent }: Explanation): boolean =>
  intent !== null &&
  !describesOnly &&
  fields.every(({ value }) => value._tag !== "Call" || isRead(value.call))

/** Returns each warning once. */
const toDistinctWarnings = (dangers: readonly RequestWarning[]): readonly RequestWarning[] => [
  ...new Map(
    dangers.map((danger) => [
      JSON.stringify(danger, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
      danger,
    ]),
  ).values(),
]

/** Simulates the request and collects approvals of a whole balance, from calldata and from token events. */
const simulateRequest = Effect.fnUntraced(function* (
  { from, own = [], rpc, tokens }: EvmExplainRequest,
  calls: readonly SentCall[],
  permits: readonly TokenApproval[],
) {
  const told = [...calls.flatMap(({ data, to }) => decodeCallApprovals(to, data)), ...permits]
  // Users wait for a swap, which is requoted every few seconds, so independent requests run in parallel with the
  // simulation.
  const [{ differs, logs, transfers, trial }, said] = yield* Effect.all(
    [simulateAssetChanges(rpc, { from, calls, tokens }), fetchApprovalWarnings(rpc, told, { from, own })],
    { concurrency: "unbounded" },
  )
  const found = yield* decodeLogApprovals(rpc, logs, from, told)
  const seen = yield* fetchApprovalWarnings(rpc, found, { from, own })
  const isBlind = said.some(({ _tag }) => _tag === "Blind")
  return {
    trial,
    logs,
    transfers,
    differs,
    /** Whether the account allows anything, also what needs no act. */
    allows: told.length + found.length > 0,
    handovers: decodeLogHandovers(logs, from),
    approvals: [...said, ...seen.filter(({ _tag }) => !isBlind || _tag !== "Blind")],
  }
})

const explainSigned = (
  { from, own = [], priceOf = noPrice, rpc }: EvmExplainRequest,
  explaining: ExplainContext,
  typedData: string,
): Effect.Effect<ReviewedRequest> => {
  const read = decodeTypedData(typedData)
  const swap = read === null ? null : decodeWitnessOrder(read, explaining)
  const order = swap ?? (read === null ? null : decodeOrderTrade(read))
  const signed = read === null ? null : judgeSignedCalls(read, explaining)
  const trades = signed?.trades ?? []
  return Effect.map(
    Effect.all(
      [
        fetchTradeWarnings(order === null ? trades : [order, ...trades], explaining, priceOf, rpc),
        explainTypedData({ ...explaining, typedData }),
        fetchTypedDataWarnings(rpc, typedData, explaining.chainId, {
          from: signed?.account ?? from,
          own: [from, ...own],
        }),
      ],
      { concurrency: "unbounded" },
    ),
    ([traded, explanation, dangers]) => {
      // An order that is judged as a whole has no other effect, if its type is exactly that of the order.
      const isJudged = swap !== null && explanation.intent !== null
      const found = read === null ? [] : findTypedDataWarnings(read, explaining.from)
      return {
        calls: [explanation],
        dangers: toDistinctWarnings([
          ...dangers,
          ...found,
          ...(isJudged ? [] : (signed?.dangers ?? [])),
          ...traded,
          ...toValueWarnings(explanation),
          ...toUnreadWarnings(isJudged ? [] : [explanation], "Blind"),
          // Without a simulation only prices say what a swap is worth.
          ...(hasPrices(trades, explaining.chainId, priceOf) ? [] : [{ _tag: "Blind" } as const]),
          ...toHiddenWarning(isHidingText(typedData)),
        ]),
        trial: null,
      }
    },
  )
}

/** Names of types and members are signed too, and no field shows the domain's texts. */
const isHidingText = (typedData: string): boolean => {
  try {
    let isHiding = false
    JSON.parse(typedData, (name, value) => {
      isHiding ||= hasHiddenCharacters(name) || (typeof value === "string" && hasHiddenCharacters(value))
      return value
    })
    return isHiding
  } catch {
    return hasHiddenCharacters(typedData)
  }
}

/** Describes a request that cannot be decoded. */
const describeUnreadable = (text: string, trial: SimulationResult | null): ReviewedRequest => ({
  calls: [{ ...emptyExplanation, digest: keccak256(stringToBytes(text)) }],
  dangers: [{ _tag: "Blind" }, ...(trial === null ? [] : toSimulationWarnings(trial))],
  trial,
})

/** Explains a signed message. Source: EIP-191. */
const explainSignedMessage = (
  { from, own = [] }: EvmExplainRequest,
  request: MessageRequest,
): ReviewedRequest => {
  const isOwn = (address: string) => [from, ...own].some((one) => isSameAddress(one, address))
  const { bytes, dangers, fields } = describeMessage(request, isOwn)
  const digest = hashMessage({ raw: bytes })
  return { calls: [{ ...emptyExplanation, intent: "Sign message", fields, digest }], dangers, trial: null }
}

/** Returns the sources of explanations. Tokens of other networks than the one in use are unknown. */
const makeExplainSources = (asking: ChainClient, nameOf: EvmExplainRequest["nameOf"]): ExplainSources => {
  const { network } = asking
  const tokens = new Map<string, Effect.Success<ReturnType<ChainActions["token"]>>>()
  return {
    token: (address, chainId) => {
      const known = tokens.get(address)
      if (known !== undefined) return Effect.succeed(known)
      return chainId === BigInt(network.id)
        ? Effect.tap(fetchToken({ ...asking, token: address }), (description) =>
            Effect.sync(() => {
              tokens.set(address, description)
            }),
          )
        : Effect.fail("another network")
    },
    getName: (address) => {
      const name = nameOf(address)
      return name === null ? null : sanitizeName(name)
    },
    network: (chainId) => (chainId === BigInt(network.id) ? toKnownNetwork(network) : null),
  }
}

const toKnownNetwork = ({ name, nativeCurrency }: Network) => ({ name, currency: nativeCurrency })
