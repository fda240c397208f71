import { Effect } from "effect"
import type { Actions, TokenDescription } from "../../contract/Actions.ts"
import type { Danger, Explained } from "../../contract/Explanation.ts"
import type { ChainTransaction, Trial } from "../../contract/Transfer.ts"
import { dangersOfTrial } from "../../explained/dangersOfTrial.ts"
import { isLegible, messageField } from "../../explained/message.ts"
import { unknown } from "../../explained/unknown.ts"
import { token } from "../token.ts"
import { decodeMessage } from "../wire/Message.ts"
import { decodeTransaction } from "../wire/Transaction.ts"
import { dangersIn, type Letting } from "./dangers.ts"
import { digestOf, inWords } from "./inWords.ts"
import type { Opened } from "./Opened.ts"
import { open } from "./open.ts"
import { trialOf, tryOut } from "./tryOut.ts"

type Request = Parameters<Actions["explain"]>[0]

export const explain: Actions["explain"] = (asked) => {
  const { request } = asked
  switch (request._tag) {
    case "Transaction":
      return explainSent(asked, [request.transaction])
    case "Transactions":
      return explainSent(asked, request.transactions)
    case "Message":
      return Effect.succeed(signedMessage(request.message))
    case "Calls":
      return Effect.succeed(unread(request.calls.map(({ data }) => data).join(), unavailable))
    case "TypedData":
      return Effect.succeed(unread(request.typedData, null))
    case "Other":
      return Effect.succeed(unread(request.params, null))
  }
}

const unavailable: Trial = { _tag: "Unavailable" }

/** More transactions than any honest request has. */
const mostTransactions = 20

const explainSent = Effect.fnUntraced(function* (
  asked: Request,
  transactions: readonly ChainTransaction[],
): Effect.fn.Return<Explained> {
  const texts = transactions.map(({ transaction }) => transaction ?? "")
  const decoded = texts.flatMap((text) => decodeTransaction(text) ?? [])
  if (decoded.length < texts.length || decoded.length > mostTransactions)
    return unread(texts.join(), unavailable)
  const { from, nameOf, network, tokens: watched } = asked
  // One node for all, so that what was read goes with what was tried.
  const rpc = yield* asked.rpc.pin
  const opened = yield* Effect.forEach(decoded, (one, at) => open(rpc, texts[at] ?? "", one, from), {
    concurrency: "unbounded",
  })
  const tried = yield* Effect.forEach(opened, (one) => tryOut(rpc, one, from), { concurrency: "unbounded" })
  const found = opened.flatMap((one, at) => dangersIn(one, tried[at] ?? null, from))
  const [trial, tokens] = yield* Effect.all(
    [trialOf(rpc, tried, { from, tokens: watched }), readTokens({ ...asked, rpc }, opened, found)],
    { concurrency: "unbounded" },
  )
  const reader = { network, from, nameOf, tokens }
  const [first, ...others] = opened.map((one) => inWords(one, reader))
  if (first === undefined) return unread("", unavailable)
  return {
    calls: [first, ...others],
    dangers: [
      ...found.map(
        (danger): Danger =>
          danger._tag === "Letting"
            ? {
                ...danger,
                _tag: "UnlimitedApproval",
                symbol: tokens.get(danger.token)?.symbol ?? "",
              }
            : danger,
      ),
      ...dangersOfTrial(trial),
    ],
    trial,
  }
})

/** More tokens than are put into words. */
const mostTokens = 50

/** What the tokens that it is about say of themselves. One that cannot be asked stays without a name. */
const readTokens = (
  asked: Request,
  opened: readonly Opened[],
  found: readonly (Danger | Letting)[],
): Effect.Effect<ReadonlyMap<string, TokenDescription>> => {
  const named = opened.flatMap(({ holdings, steps }) => [
    ...steps.flatMap((step) => ("token" in step && step.token !== null ? step.token : [])),
    ...[...holdings.values()].map((held) => held.token),
  ])
  const lettings = found.flatMap((danger) => (danger._tag === "Letting" ? danger.token : []))
  const all = [...new Set([...lettings, ...named])].filter((one) => one !== "").slice(0, mostTokens)
  return Effect.map(
    Effect.forEach(
      all,
      (one) =>
        Effect.map(
          Effect.catch(token({ ...asked, token: one }), () => Effect.succeed(null)),
          (description) => (description === null ? [] : [[one, description] as const]),
        ),
      { concurrency: 8 },
    ),
    (described) => new Map(described.flat()),
  )
}

/** What nobody here can read. */
const unread = (text: string, trial: Trial | null): Explained => ({
  calls: [{ ...unknown, digest: digestOf(new TextEncoder().encode(text)) }],
  dangers: [{ _tag: "Blind" }, ...(trial === null ? [] : dangersOfTrial(trial))],
  trial,
})

/** Wallets sign a message as it is: bytes that are a transaction would be one. Source: Wallet Standard, `solana:signMessage`. */
const signedMessage = (message: string): Explained => {
  const hex = /^0x((?:[0-9a-f]{2})*)$/i.exec(message)?.[1] ?? null
  const bytes =
    hex === null
      ? new TextEncoder().encode(message)
      : Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isRead =
    (hex === null || bytes.length === 0) && isLegible(message, bytes.length) && decodeMessage(bytes) === null
  return {
    calls: [{ ...unknown, intent: "Sign message", fields: [messageField(message)], digest: digestOf(bytes) }],
    dangers: isRead ? [] : [{ _tag: "Blind" }],
    trial: null,
  }
}
