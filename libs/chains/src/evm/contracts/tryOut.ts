import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ContractActions } from "../../contract/Actions.ts"
import type { BalanceChange, Trial } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { quantityToHex } from "../Hex.ts"
import { type Log, type Run, runCalls } from "../runCalls.ts"

const mostTokens = 50

export const tryOut: ContractActions["tryOut"] = ({ calls, from, rpc, tokens }) =>
  Effect.map(tryCalls(rpc, { from, calls, tokens }), ({ trial }) => trial)

/**
 * The same, for calls that may bring their own limit of gas (0x-hex) and create contracts (an empty `to`), with what
 * contracts said that happened.
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
  const watched = [null, ...each(trying.tokens).slice(0, mostTokens)]
  return Effect.map(
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
    ),
    (run) => (run._tag === "Ran" ? { trial: tried(run, watched), logs: run.logs } : { trial: run, logs: [] }),
  )
}

/** A token that does not tell is left out: who must know finds nothing. The currency always tells. */
const tried = (
  { after, before }: Extract<Run, { readonly _tag: "Ran" }>,
  watched: readonly (string | null)[],
): Trial => {
  const changes = watched.flatMap((token, at): readonly BalanceChange[] => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    return was === null || is === null ? [] : [{ token, before: was, after: is }]
  })
  return changes[0]?.token === null ? { _tag: "Tried", changes } : { _tag: "Unavailable" }
}

/** Each once, however it is written. */
const each = (tokens: readonly string[]): readonly string[] =>
  [...new Map(tokens.toReversed().map((token) => [token.toLowerCase(), token])).values()].toReversed()
