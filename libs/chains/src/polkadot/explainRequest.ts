import { hex } from "@scure/base"
import type { Network } from "@wmodal/protocol"
import { hasKey } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { ExplainedField, Explanation, RequestWarning, ReviewedRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { limitReview, toWholeText } from "../explain/limitReview.ts"
import { type CallContext, makeAmountField, toTextField } from "./calls/DescribedCall.ts"
import { hashCall } from "./calls/nestedCalls.ts"
import { explainMessage, makeIsOwn } from "./message.ts"
import { describeCall } from "./payload/describeCall.ts"
import { getEraPeriod } from "./payload/era.ts"
import { parseSignerPayload, type SignerPayload } from "./payload/SignerPayload.ts"
import { toNetworkOfGenesis } from "./polkadotChains.ts"

/** Parts of what a signature covers that are shown or change nothing. Any other may change the effect. */
const knownExtensions: ReadonlySet<string> = new Set([
  "AuthorizeCall",
  "ChargeAssetTxPayment",
  "ChargeTransactionPayment",
  "CheckGenesis",
  "CheckMetadataHash",
  "CheckMortality",
  "CheckNonZeroSender",
  "CheckNonce",
  "CheckSpecVersion",
  "CheckTxVersion",
  "CheckWeight",
  // Covers no bytes, and concerns transactions of Ethereum only. Source: pallet-revive.
  "EthSetOrigin",
  "PrevalidateAttests",
  "StorageWeightReclaim",
  "WeightReclaim",
])

type ExplainOptions = Parameters<ChainActions["explain"]>[0]

/** Explains a request from its own data: no node is asked, so a transaction is never simulated. */
export const explainRequest: ChainActions["explain"] = (asked) =>
  Effect.flatMap(
    Effect.sync(() => explainWhole(asked)),
    limitReview(asked.network),
  )

const explainWhole = (asked: ExplainOptions): ReviewedRequest => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainTransactions(asked, [request.transaction["payload"]])
    case "Transactions":
      return explainTransactions(
        asked,
        request.transactions.map(({ payload }) => payload),
      )
    case "Message":
    case "MessageBytes":
      return explainMessage(asked, request)
    case "TypedData":
      return unknown(request.typedData, false)
    case "Calls":
      return unknown(request.calls.map(({ data }) => data).join(), true)
    case "Other":
      return unknown(request.params, false)
  }
}

/** Explains data that cannot be decoded. `sends` if it would move funds. */
const unknown = (text: string, sends: boolean): ReviewedRequest => ({
  calls: [{ ...emptyExplanation, digest: hashCall(new TextEncoder().encode(text)) }],
  dangers: [{ _tag: "Blind" }, ...(sends ? [{ _tag: "Untried" } as const] : [])],
  trial: sends ? { _tag: "Unavailable" } : null,
})

const explainTransactions = (
  asked: ExplainOptions,
  texts: readonly (string | null | undefined)[],
): ReviewedRequest => {
  const payloads = texts.flatMap((text) => parseSignerPayload(text) ?? [])
  const context = { ...asked, isOwn: makeIsOwn(asked) }
  const [first, ...rest] = payloads.map((payload) => explainPayload(payload, context))
  if (first === undefined || payloads.length < texts.length) return unknown(JSON.stringify(texts), true)
  const all = [first, ...rest]
  const dangers = new Map(
    all.flatMap((one) => one.dangers).map((danger) => [JSON.stringify(toKey(danger)), danger]),
  )
  return {
    calls: [first.call, ...rest.map(({ call }) => call)],
    dangers: [...dangers.values(), { _tag: "Untried" }],
    trial: { _tag: "Unavailable" },
  }
}

/**
 * Describes a transaction for a wallet's own prompt.
 * @param text JSON of the transaction
 */
export const describePayload = (text: string, network: Network): readonly ExplainedField[] => {
  const payload = parseSignerPayload(text)
  if (payload === null) return []
  const from = payload.address
  const { call } = explainPayload(payload, { network, nameOf: () => null, from, isOwn: makeIsOwn({ from }) })
  return call.intent === null ? call.fields : [toTextField("Action", call.intent), ...call.fields]
}

const toKey = (danger: RequestWarning) => ({
  ...danger,
  ...(hasKey(danger, "fee") && { fee: `${danger.fee}` }),
})

const explainPayload = (
  payload: SignerPayload,
  context: CallContext,
): { readonly call: Explanation; readonly dangers: readonly RequestWarning[] } => {
  const { network } = context
  const described = describeCall(payload, context)
  const period = getEraPeriod(payload.era)
  const tip = BigInt(payload.tip)
  const isHere = toNetworkOfGenesis(payload.genesisHash) === network.caipNetworkId
  const isRead =
    described !== null &&
    payload.assetId === undefined &&
    payload.signedExtensions.every((name) => knownExtensions.has(name))
  const fields = [
    ...(described?.fields ?? [
      toTextField(
        "Call",
        `pallet ${Number.parseInt(payload.method.slice(2, 4), 16)}, call ${Number.parseInt(payload.method.slice(4, 6), 16)}`,
      ),
      toTextField("Data", toWholeText(payload.method)),
    ]),
    ...(tip === 0n ? [] : [makeAmountField("Tip", tip, network)]),
    ...(payload.assetId === undefined
      ? []
      : [toTextField("Fee in another asset", toWholeText(payload.assetId))]),
    toTextField("Number of your transaction", `${BigInt(payload.nonce)}`),
    toTextField(
      "Valid for",
      period === null ? "no time limit" : `${period} blocks from block ${BigInt(payload.blockNumber)}`,
    ),
  ]
  return {
    call: {
      ...emptyExplanation,
      ...(described !== null && {
        intent: described.intent,
        interpolatedIntent: described.interpolatedIntent,
        value: described.value,
      }),
      fields,
      digest: hashCall(hex.decode(payload.method.slice(2))),
    },
    dangers: [
      ...(described?.dangers ?? []),
      ...(isRead ? [] : [{ _tag: "Blind" } as const]),
      ...(isHere ? [] : [{ _tag: "OtherChain", said: toNetworkOfGenesis(payload.genesisHash) } as const]),
      ...(period === null ? [{ _tag: "NeverExpires" } as const] : []),
      ...(tip > getReasonableTip(network.nativeCurrency.decimals)
        ? [{ _tag: "HighFee", fee: tip } as const]
        : []),
    ],
  }
}

/** A tenth of the native currency's unit: a transaction costs far less. */
const getReasonableTip = (decimals: number): bigint => 10n ** BigInt(Math.max(decimals - 1, 0))
