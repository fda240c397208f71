import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { BalanceChange, Simulation, Transfer } from "../contract/Transfer.ts"
import { type Account, readAccounts } from "./account/Account.ts"
import { readHoldings, totalOf } from "./account/holdings.ts"
import { tokenAccountIn } from "./account/TokenAccount.ts"
import { failureText } from "./failure.ts"
import { networkFee } from "./payment/networkFee.ts"
import { run } from "./run.ts"
import { instructionsOf, rolesOf } from "./wire/Instruction.ts"
import { decodeTransaction } from "./wire/Transaction.ts"

const unavailable: Simulation = { _tag: "Unavailable" }

export const simulate: Actions["simulate"] = ({ rpc, transaction, transfer }) =>
  Effect.catch(simulated(rpc, transaction["transaction"] ?? "", transfer), () => Effect.succeed(unavailable))

const simulated = Effect.fnUntraced(function* (rpc: Rpc, text: string, { from, to, token }: Transfer) {
  const decoded = decodeTransaction(text)
  if (decoded === null) return unavailable
  const node = yield* rpc.pin
  const { message } = decoded
  const roles = rolesOf(message)
  const watched = roles.filter(({ written }) => written).map(({ address }) => address)
  const holdings = (owner: string) =>
    token === null ? Effect.succeed([]) : readHoldings(node, { owner, token })
  const [before, hers, his, ran] = yield* Effect.all(
    [
      readAccounts(node, watched),
      holdings(from),
      holdings(to),
      run(node, { transaction: text, watched, how: "fresh" }),
    ],
    { concurrency: "unbounded" },
  )
  if (ran.error !== null) return { _tag: "Reverts", text: failureText(ran) } satisfies Simulation

  const fee = networkFee(message, instructionsOf(message, roles))
  // The rent of what it makes for others is shown as a part of the fee.
  const rent = ran.accounts.reduce((sum, account, at) => {
    const held = before[at] == null ? tokenAccountIn(account) : null
    return held === null ? sum : sum + (account?.lamports ?? 0n)
  }, 0n)
  const native = (owner: string): BalanceChange => {
    const at = watched.indexOf(owner)
    const [was, is] = [before[at]?.lamports ?? 0n, ran.accounts[at]?.lamports ?? 0n]
    return { token: null, before: was, after: owner === from ? is + fee + rent : is }
  }
  const changes = (owner: string, total: bigint): readonly BalanceChange[] => {
    // Who is not written to has neither more nor less.
    const own = watched.includes(owner) ? [native(owner)] : []
    if (token === null) return own
    const held = (account: Account | null | undefined) => {
      const one = tokenAccountIn(account ?? null)
      return one?.owner === owner && one.token === token ? one.amount : 0n
    }
    const change = watched.reduce((sum, _, at) => sum + held(ran.accounts[at]) - held(before[at]), 0n)
    return [
      { token, before: total, after: total + change },
      ...own.filter(({ after, before: was }) => after !== was),
    ]
  }
  return {
    _tag: "Simulated",
    sender: changes(from, totalOf(hers)),
    recipient: changes(to, totalOf(his)),
  } satisfies Simulation
})
