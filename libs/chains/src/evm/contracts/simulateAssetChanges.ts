import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { erc20Abi, getAbiItem, toEventSelector } from "viem"
import type { BalanceChange, CollectibleMove, SimulationResult } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { isHexAddress, toQuantityHex } from "../Hex.ts"
import { askTwoNodes } from "../secondNode.ts"
import { type CallTerms, simulateCalls } from "../simulateCalls.ts"
import type { CallSimulation, EventLog } from "../simulationRun.ts"
import { toAddressWord } from "./contractAbi.ts"
import { decodeLogMoves } from "./decodeLogMoves.ts"
import { type ExpectedEffects, hasSameEffects } from "./hasSameEffects.ts"

const maxTokens = 50

/**
 * Simulates consecutive calls. Returns the balances of `from` in the native currency and in at most 50 tokens, the
 * emitted events, and whether a second node expects other effects. Calls may have their own gas limit and price
 * (0x-hex) and create contracts (an empty `to`).
 */
export const simulateAssetChanges = (
  rpc: Rpc,
  trying: SimulatedRequest,
): Effect.Effect<ExpectedEffects & { readonly differs: boolean }> =>
  Effect.map(
    askTwoNodes(rpc, (node) => simulateOn(node, trying), noEffects),
    (both) => {
      const [first, other] = both
      const known = first.trial._tag === "Unavailable" ? other : first
      return { ...known, differs: !hasSameEffects(both, trying.from) }
    },
  )

interface SimulatedRequest {
  readonly from: string
  readonly calls: readonly (WalletCall & { readonly terms?: CallTerms })[]
  readonly tokens: readonly string[]
}

const simulateOn = (rpc: Rpc, trying: SimulatedRequest): Effect.Effect<ExpectedEffects> => {
  const { calls, from } = trying
  const asked = [null, ...toUniqueTokens(trying.tokens.filter(isHexAddress)).slice(0, maxTokens)]
  let others: readonly string[] = []
  const toAssets = (tokens: readonly (string | null)[]) => tokens.map((token) => ({ holder: from, token }))
  return Effect.map(
    simulateCalls(
      rpc,
      calls.map(({ data, terms, to, value }) => ({
        from,
        ...(to !== "" && { to }),
        value: toQuantityHex(value),
        data,
        ...terms,
      })),
      toAssets(asked),
      (logs) => {
        others = findMovedTokens(logs, from, asked).slice(0, maxTokens)
        return toAssets(others)
      },
    ),
    (run) => {
      if (run._tag !== "Simulated") return { ...noEffects, trial: run }
      const { logs, transfers } = run
      const watched = [...asked, ...others]
      const moves = decodeLogMoves(logs, from)
      // A transfer could be hidden among more events than are processed, or behind a change between two runs.
      return moves === null || findMovedTokens(logs, from, watched).length > 0
        ? { ...noEffects, logs }
        : {
            trial: withMoves(dropUnchanged(toSimulationResult(run, watched), others), moves),
            logs,
            transfers,
          }
    },
  )
}

const withMoves = (trial: SimulationResult, moves: readonly CollectibleMove[]): SimulationResult =>
  trial._tag === "Simulated" && moves.length > 0 ? { ...trial, moves } : trial

const unavailableSimulation: SimulationResult = { _tag: "Unavailable" }

const noEffects: ExpectedEffects = { trial: unavailableSimulation, logs: [], transfers: null }

/** The event of ERC-721 too, which has the same parties in the same topics. */
const transferTopic = toEventSelector(getAbiItem({ abi: erc20Abi, name: "Transfer" }))

/** Returns the other contracts that emit a transfer from or to the account, checksummed. */
const findMovedTokens = (
  logs: readonly EventLog[],
  holder: string,
  watched: readonly (string | null)[],
): readonly string[] => {
  const known = watched.map((token) => token?.toLowerCase())
  const others = logs.flatMap(({ address, topics: [event, from, to] }) =>
    event === transferTopic && !known.includes(address) && [from, to].includes(toAddressWord(holder))
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
  { after, before, nativeUnits }: Extract<CallSimulation, { readonly _tag: "Simulated" }>,
  watched: readonly (string | null)[],
): SimulationResult => {
  const changes = watched.flatMap((token, at): readonly BalanceChange[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    const units = nativeUnits[at] ?? null
    return was === null || is === null
      ? []
      : [{ token, before: was, after: is, ...(units !== null && { nativeUnits: units }) }]
  })
  return changes[0]?.token === null ? { _tag: "Simulated", changes } : unavailableSimulation
}

/** Returns each token once, regardless of its case. */
const toUniqueTokens = (tokens: readonly string[]): readonly string[] =>
  [...new Map(tokens.toReversed().map((token) => [token.toLowerCase(), token])).values()].toReversed()
