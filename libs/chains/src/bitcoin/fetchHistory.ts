import { Effect } from "effect"
import type { ChainActions, ChainHistory, PastTransaction } from "../contract/ChainActions.ts"
import { type EsploraOutput, type EsploraTransaction, fetchHistory, fetchHistoryAfter } from "./esplora.ts"

/** The cursor of the first confirmed transactions, for which pending ones may leave no room. Not empty: that is the end. */
const firstInBlocks = "chain"

type HistoryAction = NonNullable<ChainActions["history"]>

/** A page may have any size, and the end is a page without confirmed transactions. Source: electrs of mempool.space. */
export const fetchHistoryPage: HistoryAction = ({ address, cursor, rpc }) =>
  Effect.map(
    cursor === null
      ? fetchHistory(rpc, address)
      : fetchHistoryAfter(rpc, address, cursor === firstInBlocks ? null : cursor),
    (page): ChainHistory => {
      const inBlocks = page.filter(({ status }) => status.confirmed)
      return {
        transactions: page.map((one) => toPastTransaction(one, address)),
        next: inBlocks.at(-1)?.txid ?? (cursor === null && page.length > 0 ? firstInBlocks : null),
      }
    },
  )

const toPastTransaction = (
  { fee, status, txid, vin, vout }: EsploraTransaction,
  address: string,
): PastTransaction => {
  const spent = vin.flatMap(({ prevout }) => prevout ?? [])
  const isMine = ({ scriptpubkey_address: owner }: EsploraOutput) => owner === address
  const [gave, got] = [sumOutputs(spent.filter(isMine)), sumOutputs(vout.filter(isMine))]
  const isAlone = spent.length === vin.length && spent.every(isMine)
  const others = vout.filter((output) => !isMine(output))
  const common = {
    hash: txid,
    status: status.confirmed ? "confirmed" : "pending",
    at: status.block_time == null ? null : status.block_time * 1_000,
  } as const
  if (isAlone && others.length === 0) return { ...common, direction: "self", amount: got, counterparty: null }
  return got >= gave
    ? { ...common, direction: "in", amount: got - gave, counterparty: findOnlyOwner(spent, address) }
    : {
        ...common,
        direction: "out",
        // With several payers, the fee cannot be assigned to one of them.
        amount: gave - got - (isAlone ? fee : 0n),
        counterparty: findOnlyOwner(others, address),
      }
}

const sumOutputs = (outputs: readonly EsploraOutput[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value, 0n)

/** Returns `null` if there is no other owner, or more than one. */
const findOnlyOwner = (outputs: readonly EsploraOutput[], self: string): string | null => {
  const owners = new Set(
    outputs
      .map(({ scriptpubkey_address: owner }) => owner)
      .filter((owner) => owner != null && owner !== self),
  )
  const [one] = owners
  return owners.size === 1 ? (one ?? null) : null
}
