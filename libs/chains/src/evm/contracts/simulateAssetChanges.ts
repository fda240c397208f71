import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { BalanceChange, SimulationResult } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { decodeAddressWord } from "../abi.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { isHexAddress, toQuantityHex } from "../Hex.ts"
import { type CallSimulation, type EventLog, simulateCalls } from "../simulateCalls.ts"

const maxTokens = 50

/**
 * Simulates consecutive calls. Returns the balances of `from` in the native currency and in at most 50 tokens, and the
 * emitted events. Calls may have their own gas limit (0x-hex) and create contracts (an empty `to`).
 */
export const simulateAssetChanges = (
  rpc: Rpc,
  trying: {
    readonly from: string
    readonly calls: readonly (WalletCall & { readonly gas?: string | null })[]
    readonly tokens: readonly string[]
  },
): Effect.Effect<{ readonly trial: SimulationResult; readonly logs: readonly EventLog[] }> => {
  const { calls, from } = trying
  const asked = [null, ...toUniqueTokens(trying.tokens.filter(isHexAddress)).slice(0, maxTokens)]
  const run = (watched: readonly (string | null)[]) =>
    simulateCalls(
      rpc,
      calls.map(({ data, gas, to, value }) => ({
        from,
        ...(to !== "" && { to }),
        value: toQuantityHex(value),
        data,
        ...(gas != null && { gas }),
      })),
      watched.map((token) => ({ holder: from, token })),
    )
  return Effect.flatMap(run(asked), (first) => {
    if (first._tag !== "Simulated") return Effect.succeed({ trial: first, logs: [] })
    const { logs } = first
    const others = findMovedTokens(logs, from, asked)
    if (others.length === 0) return Effect.succeed({ trial: toSimulationResult(first, asked), logs })
    // A transfer could be hidden among more events than are processed.
    if (others.length > maxTokens) return Effect.succeed({ trial: unavailableSimulation, logs })
    const watched = [...asked, ...others]
    return Effect.map(run(watched), (second) => ({
      trial:
        second._tag === "Simulated" ? dropUnchanged(toSimulationResult(second, watched), others) : second,
      logs,
    }))
  })
}

const unavailableSimulation: SimulationResult = { _tag: "Unavailable" }

/** `Transfer(address,address,uint256)` */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** Returns the other contracts that emit a transfer from or to the account, checksummed. */
const findMovedTokens = (
  logs: readonly EventLog[],
  holder: string,
  watched: readonly (string | null)[],
): readonly string[] => {
  const known = watched.map((token) => token?.toLowerCase())
  const others = logs.flatMap(({ address, topics: [event, from, to] }) =>
    event === transferTopic &&
    !known.includes(address) &&
    [from, to].some((party) => decodeAddressWord(party) === holder.toLowerCase())
      ? (checksumAddress(address) ?? [])
      : [],
  )
  return toUniqueTokens(others)
}

/** Drops unchanged balances of `others`, because the caller did not request them. */
const dropUnchanged = (trial: SimulationResult, others: readonly string[]): SimulationResult =>
  trial._tag === "Simulated"
    ? {
        ...trial,
        changes: trial.changes.filter(
          ({ after, before, token }) => token === null || !others.includes(token) || after !== before,
        ),
      }
    : trial

/**
 * Leaves out a token that does not report a balance; callers that require it find no entry. The native currency always
 * has one.
 */
const toSimulationResult = (
  { after, before }: Extract<CallSimulation, { readonly _tag: "Simulated" }>,
  watched: readonly (string | null)[],
): SimulationResult => {
  const changes = watched.flatMap((token, at): readonly BalanceChange[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    return was === null || is === null ? [] : [{ token, before: was, after: is }]
  })
  return changes[0]?.token === null ? { _tag: "Simulated", changes } : unavailableSimulation
}

/** Returns each token once, regardless of its case. */
const toUniqueTokens = (tokens: readonly string[]): readonly string[] =>
  [...new Map(tokens.toReversed().map((token) => [token.toLowerCase(), token])).values()].toReversed()
