import type { Block, Transaction } from "bitcoinjs-lib"
import { getOutputKind } from "../script/outputKind.ts"
import type { SpentOutput } from "../script/SignatureCheck.ts"
import { toHashHex, toHex } from "../transaction/bytes.ts"
import { formatOutpoint } from "../transaction/checkTransaction.ts"

/** A transaction that the ledger has accepted, in a block or in the mempool. */
export interface LedgerTransaction {
  readonly txid: string
  readonly transaction: Transaction
  /** The outputs that the inputs spend; empty for a coinbase. */
  readonly spent: readonly SpentOutput[]
  /** Satoshis; 0 for a coinbase. */
  readonly fee: bigint
  /** UTC milliseconds by the world's clock. */
  readonly seen: number
  /** Height of its block; `null` while it is in the mempool. */
  readonly height: number | null
}

export interface LedgerBlock {
  readonly hash: string
  readonly height: number
  readonly block: Block
  readonly txids: readonly string[]
}

/** An output that is unspent in the blocks. */
export interface Utxo extends SpentOutput {
  /** `null` where its transaction is in the mempool. */
  readonly height: number | null
  readonly isCoinbase: boolean
}

/** An input that spends an output. */
interface SpendingInput {
  readonly txid: string
  readonly input: number
}

/** The state of one network's ledger. Only `put`, `drop` and `append` change it. */
export interface LedgerState {
  /** Blocks by height. */
  readonly blocks: readonly LedgerBlock[]
  readonly transaction: (txid: string) => LedgerTransaction | undefined
  /** Returns the mempool in order of arrival: parents before children. */
  readonly mempool: () => readonly LedgerTransaction[]
  readonly spender: (outpoint: string) => SpendingInput | undefined
  /** Returns an output that no block has spent; a mempool transaction may have spent it. */
  readonly coin: (outpoint: string) => Utxo | undefined
  /** Returns every transaction that pays or spends the script, oldest first. */
  readonly history: (script: Uint8Array) => readonly LedgerTransaction[]
  /** Adds a transaction, or moves one from the mempool into its block. */
  readonly put: (entry: LedgerTransaction) => void
  /** Removes a transaction from the mempool. */
  readonly drop: (txid: string) => void
  readonly append: (block: LedgerBlock) => void
  /** Returns an independent copy of the ledger. */
  readonly copy: () => LedgerState
}

interface LedgerTables {
  readonly blocks: LedgerBlock[]
  readonly transactions: Map<string, LedgerTransaction>
  readonly mempool: Map<string, LedgerTransaction>
  readonly spenders: Map<string, SpendingInput>
  /** Transaction ids by script, in hexadecimal. */
  readonly scripts: Map<string, Set<string>>
}

export const makeEmptyLedger = (): LedgerState =>
  makeLedgerState({
    blocks: [],
    transactions: new Map(),
    mempool: new Map(),
    spenders: new Map(),
    scripts: new Map(),
  })

const makeLedgerState = (tables: LedgerTables): LedgerState => {
  const { blocks, transactions, mempool, spenders, scripts } = tables
  const touched = ({ spent, transaction }: LedgerTransaction) =>
    new Set([...spent, ...transaction.outs].map(({ script }) => toHex(script)))
  return {
    blocks,
    transaction: (txid) => transactions.get(txid),
    mempool: () => [...mempool.values()],
    spender: (outpoint) => spenders.get(outpoint),
    coin: (outpoint) => {
      const [txid = "", index = ""] = outpoint.split(":")
      const entry = transactions.get(txid)
      const output = entry?.transaction.outs[Number(index)]
      // The coinbase of the genesis block cannot be spent.
      if (entry === undefined || output === undefined || entry.height === 0) return undefined
      if (getOutputKind(output.script)._tag === "Data") return undefined
      const spender = spenders.get(outpoint)
      if (spender !== undefined && !mempool.has(spender.txid)) return undefined
      return { ...output, height: entry.height, isCoinbase: entry.transaction.isCoinbase() }
    },
    history: (script) =>
      [...(scripts.get(toHex(script)) ?? [])].flatMap((txid) => transactions.get(txid) ?? []),
    put: (entry) => {
      const { txid, transaction, height } = entry
      transactions.set(txid, entry)
      if (height === null) mempool.set(txid, entry)
      else mempool.delete(txid)
      if (!transaction.isCoinbase())
        for (const [input, spending] of transaction.ins.entries())
          spenders.set(formatOutpoint(spending), { txid, input })
      for (const script of touched(entry)) scripts.set(script, (scripts.get(script) ?? new Set()).add(txid))
    },
    drop: (txid) => {
      const entry = mempool.get(txid)
      if (entry === undefined) return
      mempool.delete(txid)
      transactions.delete(txid)
      for (const spending of entry.transaction.ins)
        if (spenders.get(formatOutpoint(spending))?.txid === txid) spenders.delete(formatOutpoint(spending))
      for (const script of touched(entry)) scripts.get(script)?.delete(txid)
    },
    append: (block) => void blocks.push(block),
    copy: () =>
      makeLedgerState({
        blocks: [...blocks],
        transactions: new Map(transactions),
        mempool: new Map(mempool),
        spenders: new Map(spenders),
        scripts: new Map([...scripts].map(([script, txids]) => [script, new Set(txids)])),
      }),
  }
}

/** Returns the newest block. */
export const getTip = ({ blocks }: LedgerState): LedgerBlock => {
  const tip = blocks.at(-1)
  if (tip === undefined) throw new RangeError("A ledger begins with its first block")
  return tip
}

/** Returns the median time, in Unix seconds, of the block and of the ten before it. Source: BIP-113. */
export const getMedianTime = ({ blocks }: LedgerState, height: number): number => {
  const times = blocks.slice(Math.max(0, height - 10), height + 1).map(({ block }) => block.timestamp)
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0
}

/** Returns the transaction's id with its witnesses. */
export const getWtxid = (transaction: Transaction): string => toHashHex(transaction.getHash(true))
