import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { BalanceChange, TransferSimulation } from "../contract/Transfer.ts"
import { askTwoNodes } from "./secondNode.ts"
import { simulateCalls, toCallTerms } from "./simulateCalls.ts"

const unavailableSimulation: TransferSimulation = { _tag: "Unavailable" }

type SimulateRequest = Parameters<ChainActions["simulate"]>[0]

/** Simulates a transfer on two nodes where there are two. If they differ, the worse result counts: one of them lies. */
export const simulateTransfer: ChainActions["simulate"] = (asked) =>
  Effect.map(
    askTwoNodes(asked.rpc, (rpc) => simulateOn(rpc, asked), unavailableSimulation),
    ([first, second]) => (isWorse(second, first) ? second : first),
  )

/** Reports that a simulation fails where the other does not, takes more, or delivers less. */
const isWorse = (one: TransferSimulation, other: TransferSimulation): boolean => {
  if (one._tag === "Unavailable" || other._tag === "Reverts") return false
  if (other._tag === "Unavailable" || one._tag === "Reverts") return true
  const assets = [...one.sender, ...other.sender].map(({ token }) => token)
  return (
    assets.some((token) => getGain(one.sender, token) < getGain(other.sender, token)) ||
    getGain(one.recipient, assets[0] ?? null) < getGain(other.recipient, assets[0] ?? null)
  )
}

const getGain = (changes: readonly BalanceChange[], asset: string | null): bigint => {
  const found = changes.find(({ token }) => token === asset)
  return found === undefined ? 0n : found.after - found.before
}

const simulateOn = (
  rpc: Rpc,
  { transaction, transfer }: SimulateRequest,
): Effect.Effect<TransferSimulation> => {
  const { from, to, token } = transfer
  // The sent asset is first.
  const assets = token === null ? [null] : [token, null]
  const holdings = [from, to].flatMap((holder) => assets.map((asset) => ({ holder, token: asset })))
  const { data, to: called, value } = transaction
  const sent = {
    from,
    to: called ?? "",
    value: value ?? "0x0",
    data: data ?? "0x",
    ...toCallTerms(transaction),
  }

  return Effect.map(simulateCalls(rpc, [sent], holdings), (run): TransferSimulation => {
    if (run._tag === "Unavailable") return unavailableSimulation
    if (run._tag === "Reverts") return { _tag: "Reverts", text: run.text }
    const changes: BalanceChange[] = []
    for (const [at, holding] of holdings.entries()) {
      const [before, after] = [run.before[at] ?? null, run.after[at] ?? null]
      if (before === null || after === null) return unavailableSimulation
      const nativeUnits = run.nativeUnits[at] ?? null
      changes.push({ token: holding.token, before, after, ...(nativeUnits !== null && { nativeUnits }) })
    }
    const [sender, recipient] = [changes.slice(0, assets.length), changes.slice(assets.length)].map((all) =>
      all.filter((change, at) => at === 0 || change.before !== change.after),
    )
    return { _tag: "Simulated", sender: sender ?? [], recipient: recipient ?? [] }
  })
}
