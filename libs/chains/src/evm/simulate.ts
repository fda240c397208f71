import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { BalanceChange, Simulation } from "../contract/Transfer.ts"
import { runCalls } from "./runCalls.ts"

const unavailable: Simulation = { _tag: "Unavailable" }

export const simulate: Actions["simulate"] = ({ rpc, transaction, transfer }) => {
  const { from, to, token } = transfer
  // What is sent first, whatever it is.
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

  return Effect.map(runCalls(rpc, [sent], holdings), (run): Simulation => {
    if (run._tag === "Unavailable") return unavailable
    if (run._tag === "Reverts") return { _tag: "Reverts", text: run.text }
    const changes: BalanceChange[] = []
    for (const [at, holding] of holdings.entries()) {
      const [before, after] = [run.before[at] ?? null, run.after[at] ?? null]
      if (before === null || after === null) return unavailable
      changes.push({ token: holding.token, before, after })
    }
    const [sender, recipient] = [changes.slice(0, assets.length), changes.slice(assets.length)].map((all) =>
      all.filter((change, at) => at === 0 || change.before !== change.after),
    )
    return { _tag: "Simulated", sender: sender ?? [], recipient: recipient ?? [] }
  })
}
