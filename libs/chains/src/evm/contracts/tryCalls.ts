import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { BalanceChange, Trial } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { addressIn } from "../abi.ts"
import { checksum } from "../checksum.ts"
import { isAddress, quantityToHex } from "../Hex.ts"
import { type Log, type Run, runCalls } from "../runCalls.ts"

const mostTokens = 50

/**
 * Runs calls one after the other and tells what `from` would hold of its currency and of at most 50 tokens, with what
 * contracts said that happened. Calls may bring their own limit of gas (0x-hex) and create contracts (an empty `to`).
 */
export const tryCalls = (
  rpc: Rpc,
  trying: {
    readonly from: string
    readonly calls: readonly (WalletCall & { readonly gas?: string | null })[]
    readonly tokens: readonly string[]
  },
): Effect.Effect<{ readonly trial: Trial; readonly logs: readonly Log[] }> => {
  const { calls, from } = trying
  const asked = [null, ...each(trying.tokens.filter(isAddress)).slice(0, mostTokens)]
  const run = (watched: readonly (string | null)[]) =>
    runCalls(
      rpc,
      calls.map(({ data, gas, to, value }) => ({
        from,
        ...(to !== "" && { to }),
        value: quantityToHex(value),
        data,
        ...(gas != null && { gas }),
      })),
      watched.map((token) => ({ holder: from, token })),
    )
  return Effect.flatMap(run(asked), (first) => {
    if (first._tag !== "Ran") return Effect.succeed({ trial: first, logs: [] })
    const { logs } = first
    const others = moved(logs, from, asked)
    if (others.length === 0) return Effect.succeed({ trial: tried(first, asked), logs })
    // Whoever makes more of a noise than can be listened to may hide what is lost in it.
    if (others.length > mostTokens) return Effect.succeed({ trial: unavailable, logs })
    const watched = [...asked, ...others]
    return Effect.map(run(watched), (second) => ({
      trial: second._tag === "Ran" ? changing(tried(second, watched), others) : second,
      logs,
    }))
  })
}

const unavailable: Trial = { _tag: "Unavailable" }

/** `Transfer(address,address,uint256)` */
const transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** What else says that it moves from or to somebody, checksummed. */
const moved = (
  logs: readonly Log[],
  holder: string,
  watched: readonly (string | null)[],
): readonly string[] => {
  const known = watched.map((token) => token?.toLowerCase())
  const others = logs.flatMap(({ address, topics: [event, from, to] }) =>
    event === transfer &&
    !known.includes(address) &&
    [from, to].some((party) => addressIn(party) === holder.toLowerCase())
      ? (checksum(address) ?? [])
      : [],
  )
  return each(others)
}

/** Nobody asked about `others`: they are told as far as they change. */
const changing = (trial: Trial, others: readonly string[]): Trial =>
  trial._tag === "Tried"
    ? {
        ...trial,
        changes: trial.changes.filter(
          ({ after, before, token }) => token === null || !others.includes(token) || after !== before,
        ),
      }
    : trial

/** A token that does not tell is left out: who must know finds nothing. The currency always tells. */
const tried = (
  { after, before }: Extract<Run, { readonly _tag: "Ran" }>,
  watched: readonly (string | null)[],
): Trial => {
  const changes = watched.flatMap((token, at): readonly BalanceChange[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    return was === null || is === null ? [] : [{ token, before: was, after: is }]
  })
  return changes[0]?.token === null ? { _tag: "Tried", changes } : unavailable
}

/** Each once, however it is written. */
const each = (tokens: readonly string[]): readonly string[] =>
  [...new Map(tokens.toReversed().map((token) => [token.toLowerCase(), token])).values()].toReversed()
