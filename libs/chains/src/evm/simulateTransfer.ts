import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { BalanceChange, TransferSimulation } from "../contract/Transfer.ts"
import { simulateCalls } from "./simulateCalls.ts"

const unavailableSimulation: TransferSimulation = { _tag: "Unavailable" }

export const simulateTransfer: ChainActions["simulate"] = ({ rpc, transaction, transfer }) => {
  const { from, to, token } = transfer
  // The sent asset is first.
  const assets = token === null ? [null] : [token, null]
  const holdings = [from, to].flatMap((holder) => assets.map((asset) => ({ holder, token: asset })))
  const { data, gas, to: called, value } = transaction
  const sent = {
    from,
    to: called ?? "",
    value: value ?? "0x0",
    data: data ?? "0x",
    ...(gas != null && { gas }),
  }

  return Effect.map(simulateCalls(rpc, [sent], holdings), (run): TransferSimulation => {
    if (run._tag === "Unavailable") return unavailableSimulation
    if (run._tag === "Reverts") return { _tag: "Reverts", text: run.text }
    const changes: BalanceChange[] = []
    for (const [at, holding] of holdings.entries()) {
      const [before, after] = [run.before[at] ?? null, run.after[at] ?? null]
      if (before === null || after === null) return unavailableSimulation
      changes.push({ token: holding.token, before, after })
    }
    const [sender, recipient] = [changes.slice(0, assets.length), changes.slice(assets.length)].map((all) =>
      all.filter((change, at) => at === 0 || change.before !== change.after),
    )
    return { _tag: "Simulated", sender: sender ?? [], recipient: recipient ?? [] }
  })
}
