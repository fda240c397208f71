import { Effect } from "effect"
import type { Actions, ChainHistory, PastTransaction } from "../contract/Actions.ts"
import { type NodeOutput, type NodeTransaction, readHistory, readHistoryAfter } from "./esplora.ts"

/** Transactions in blocks that a node gives at once. */
const pageSize = 25

type History = NonNullable<Actions["history"]>

export const history: History = ({ address, cursor, rpc }) =>
  Effect.map(
    cursor === null ? readHistory(rpc, address) : readHistoryAfter(rpc, address, cursor),
    (page): ChainHistory => {
      const inBlocks = page.filter(({ status }) => status.confirmed)
      return {
        transactions: page.map((one) => pastOf(one, address)),
        next: inBlocks.length < pageSize ? null : (inBlocks.at(-1)?.txid ?? null),
      }
    },
  )

const pastOf = ({ fee, status, txid, vin, vout }: NodeTransaction, address: string): PastTransaction => {
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const isMine = ({ scriptpubkey_address: owner }: NodeOutput) => owner === address
  const [gave, got] = [worth(spent.filter(isMine)), worth(vout.filter(isMine))]
  const isAlone = spent.length === vin.length && spent.every(isMine)
  const others = vout.filter((output) => !isMine(output))
  const common = {
    hash: txid,
    status: status.confirmed ? "confirmed" : "pending",
    at: status.block_time == null ? null : status.block_time * 1_000,
  } as const
  if (isAlone && others.length === 0) return { ...common, direction: "self", amount: got, counterparty: null }
  return got >= gave
    ? { ...common, direction: "in", amount: got - gave, counterparty: onlyOwner(spent, address) }
    : {
        ...common,
        direction: "out",
        // Where others pay with one, nobody can say whose fee it is.
        amount: gave - got - (isAlone ? fee : 0n),
        counterparty: onlyOwner(others, address),
      }
}

const worth = (outputs: readonly NodeOutput[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n)

/** `null` where nobody but oneself is there, or several are. */
const onlyOwner = (outputs: readonly NodeOutput[], self: string): string | null => {
  const owners = new Set(
    outputs
      .map(({ scriptpubkey_address: owner }) => owner)
      .filter((owner) => owner != null && owner !== self),
  )
  const [one] = owners
  return owners.size === 1 ? (one ?? null) : null
}
