import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { BalanceChange, Transfer, TransferSimulation } from "../contract/Transfer.ts"
import { fetchAccounts, type SolanaAccount } from "./account/SolanaAccount.ts"
import { decodeTokenAccount } from "./account/TokenAccount.ts"
import { fetchTokenAccounts, sumAmounts } from "./account/tokenBalances.ts"
import { formatFailure } from "./failure.ts"
import { getNetworkFee } from "./payment/networkFee.ts"
import { runSimulation } from "./runSimulation.ts"
import { getWrittenAddresses, toAccountMetas, toInstructions } from "./wire/Instruction.ts"
import { decodeTransaction } from "./wire/SolanaTransaction.ts"

const unavailableSimulation: TransferSimulation = { _tag: "Unavailable" }

export const simulateTransfer: ChainActions["simulate"] = ({ rpc, transaction, transfer }) =>
  Effect.catch(fetchSimulation(rpc, transaction["transaction"] ?? "", transfer), () =>
    Effect.succeed(unavailableSimulation),
  )

const fetchSimulation = Effect.fnUntraced(function* (rpc: Rpc, text: string, { from, to, token }: Transfer) {
  const decoded = decodeTransaction(text)
  if (decoded === null) return unavailableSimulation
  const node = yield* rpc.pin
  const { message } = decoded
  const roles = toAccountMetas(message)
  const watched = getWrittenAddresses(roles)
  const holdings = (owner: string) =>
    token === null ? Effect.succeed([]) : fetchTokenAccounts(node, { owner, token })
  const [before, hers, his, ran] = yield* Effect.all(
    [
      fetchAccounts(node, watched),
      holdings(from),
      holdings(to),
      runSimulation(node, { transaction: text, watched, how: "fresh" }),
    ],
    { concurrency: "unbounded" },
  )
  if (ran.error !== null) return { _tag: "Reverts", text: formatFailure(ran) } satisfies TransferSimulation

  const fee = getNetworkFee(message, toInstructions(message, roles))
  // The rent of accounts created for others is shown as part of the fee.
  const rent = ran.accounts.reduce((sum, account, at) => {
    const held = before[at] == null ? decodeTokenAccount(account) : null
    return held === null ? sum : sum + (account?.lamports ?? 0n)
  }, 0n)
  const native = (owner: string): BalanceChange => {
    const at = watched.indexOf(owner)
    const [was, is] = [before[at]?.lamports ?? 0n, ran.accounts[at]?.lamports ?? 0n]
    return { token: null, before: was, after: owner === from ? is + fee + rent : is }
  }
  const changes = (owner: string, total: bigint): readonly BalanceChange[] => {
    // A read-only account keeps its balance.
    const own = watched.includes(owner) ? [native(owner)] : []
    if (token === null) return own
    const held = (account: SolanaAccount | null | undefined) => {
      const one = decodeTokenAccount(account ?? null)
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
    sender: changes(from, sumAmounts(hers)),
    recipient: changes(to, sumAmounts(his)),
  } satisfies TransferSimulation
})
