import { type Hex, toQuantityHex } from "@wmodal/chains/internal"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"

/** The content of a transaction. */
export interface ScriptedContent {
  readonly to: string
  readonly value: bigint
  /** 0x-hex. */
  readonly input: string
  /** The gas limit; that of a plain transfer where absent. */
  readonly gas?: bigint
}

/** A transaction of the scripted node's account. */
export interface ScriptedTransaction extends ScriptedContent {
  readonly hash: Hex
  readonly nonce: bigint
  /** Sent to another node: this one learns of it when it is mined. */
  readonly isHidden: boolean
}

interface ScriptedBlock {
  readonly hash: Hex
  readonly timestamp: number
  readonly transactions: readonly ScriptedTransaction[]
}

/** The state that this node reports, and the state that it has pruned. */
export interface ScriptedNodeOptions {
  /** The sending account. */
  readonly from: string
  /** The number of blocks with old state that it keeps; all where absent. */
  readonly keeps?: number
  /** The code of the account, 0x-hex; none where absent. */
  readonly code?: string
  /** Set when it reports pending transactions. */
  readonly showsWaiting?: boolean
  /** Changes of its receipts, as other nodes send them. `undefined` removes a member. */
  readonly receipt?: Readonly<Record<string, unknown>>
  /** The base fee of its blocks; `null` for a chain from before London. */
  readonly baseFee?: string | null
}

/** A scripted EVM node with one account. The test controls its blocks, pool and memory. */
export interface ScriptedNode {
  readonly rpc: Rpc
  /** The methods of received requests, in order. */
  readonly asked: readonly string[]
  /** Accepts a transaction. It replaces a visible pending one with the same nonce. */
  readonly send: (content: ScriptedContent, nonce: bigint, isHidden?: boolean) => ScriptedTransaction
  /**
   * Mines a block with the executable transactions, 12 s after the last one. Of several with one nonce it takes the
   * wanted one, else the last.
   */
  readonly mine: (wanted?: (transaction: ScriptedTransaction) => boolean) => void
  /** Drops a visible pending transaction. */
  readonly drop: (hash: string) => void
  /** Reorganizes the chain. The removed transactions become pending again, or are lost. */
  readonly reorganise: (depth: number, isLost: boolean) => void
  /** Returns the mined transactions, by nonce. */
  readonly mined: () => readonly ScriptedTransaction[]
  readonly waiting: () => readonly ScriptedTransaction[]
}

export const makeScriptedNode = ({
  code = "0x",
  from,
  keeps,
  showsWaiting = true,
  receipt = {},
  baseFee = "0x1",
}: ScriptedNodeOptions): ScriptedNode => {
  let made = 0
  const hash = (): Hex => `0x${(++made).toString(16).padStart(64, "0")}`
  const blocks: ScriptedBlock[] = [{ hash: hash(), timestamp: 0, transactions: [] }]
  let waiting: readonly ScriptedTransaction[] = []
  const asked: string[] = []

  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const visible = () => waiting.filter(({ isHidden }) => !isHidden)
  /** Returns the executable transactions: consecutive nonces without a gap. */
  const due = (pool: readonly ScriptedTransaction[], wanted: (one: ScriptedTransaction) => boolean) => {
    const found: ScriptedTransaction[] = []
    for (let nonce = BigInt(mined().length); ; nonce++) {
      const here = pool.filter((one) => one.nonce === nonce)
      const next = here.find(wanted) ?? here.at(-1)
      if (next === undefined) return found
      found.push(next)
    }
  }

  const shown = (one: ScriptedTransaction, number: number | null) => ({
    hash: one.hash,
    from,
    to: one.to,
    nonce: toQuantityHex(one.nonce),
    value: toQuantityHex(one.value),
    input: one.input,
    gas: toQuantityHex(one.gas ?? 21_000n),
    blockNumber: number === null ? null : toQuantityHex(number),
  })
  const foreign = { from: "0x00000000000000000000000000000000000000fe", type: "0x7e", mint: "0x" }
  const blockShown = (number: number, isWhole: unknown) => {
    const block = blocks[number]
    return block === undefined
      ? null
      : {
          number: toQuantityHex(number),
          hash: block.hash,
          timestamp: toQuantityHex(block.timestamp),
          ...(baseFee !== null && { baseFeePerGas: baseFee }),
          transactions:
            isWhole === true ? [foreign, ...block.transactions.map((one) => shown(one, number))] : [],
        }
  }
  const placeOf = (wanted: unknown) =>
    blocks.findIndex(({ transactions }) => transactions.some((one) => one.hash === wanted))

  const answer = (method: string, params: readonly unknown[]): unknown => {
    const [first, second] = params
    switch (method) {
      case "txpool_contentFrom": {
        if (!showsWaiting) return undefined
        const pending = due(visible(), () => false)
        const queued = visible().filter((one) => !pending.includes(one))
        const byNonce = (all: readonly ScriptedTransaction[]) =>
          Object.fromEntries(all.map((one) => [`${one.nonce}`, shown(one, null)]))
        return { pending: byNonce(pending), queued: byNonce(queued) }
      }
      case "eth_getCode":
        return code
      case "eth_blockNumber":
        return toQuantityHex(blocks.length - 1)
      case "eth_getBlockByNumber":
        if (first === "pending") {
          if (!showsWaiting) return null
          const next = due(visible(), () => false).map((one) => shown(one, blocks.length))
          return { number: null, hash: null, timestamp: "0x0", transactions: [foreign, ...next] }
        }
        return blockShown(first === "latest" ? blocks.length - 1 : Number(first), second)
      case "eth_getTransactionCount": {
        if (second === "latest") return toQuantityHex(mined().length)
        if (second === "pending")
          return toQuantityHex(mined().length + (showsWaiting ? due(visible(), () => false).length : 0))
        const number = Number(second)
        if (number >= blocks.length || (keeps !== undefined && number < blocks.length - keeps))
          return undefined
        return toQuantityHex(blocks.slice(0, number + 1).flatMap(({ transactions }) => transactions).length)
      }
      case "eth_getTransactionByHash": {
        const number = placeOf(first)
        const one = [...mined(), ...visible()].find((known) => known.hash === first)
        return one === undefined ? null : shown(one, number < 0 ? null : number)
      }
      case "eth_getTransactionReceipt": {
        const number = placeOf(first)
        return number < 0
          ? null
          : {
              transactionHash: first,
              blockHash: blocks[number]?.hash,
              blockNumber: toQuantityHex(number),
              status: "0x1",
              gasUsed: "0x5208",
              effectiveGasPrice: "0x2",
              ...receipt,
            }
      }
      default:
        return undefined
    }
  }

  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.suspend(() => {
        asked.push(method)
        const said = answer(method, params)
        return said === undefined
          ? Effect.fail(
              new RpcError({
                method,
                host: "scripted",
                reason: { _tag: "Answered", code: -32000, text: "missing trie node" },
              }),
            )
          : Effect.succeed(said)
      }),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }

  return {
    rpc,
    asked,
    send: (content, nonce, isHidden = false) => {
      const one: ScriptedTransaction = { ...content, hash: hash(), nonce, isHidden }
      waiting = [...waiting.filter((other) => other.isHidden || isHidden || other.nonce !== nonce), one]
      return one
    },
    mine: (wanted = () => false) => {
      const transactions = due(waiting, wanted)
      const last = blocks.at(-1)
      blocks.push({ hash: hash(), timestamp: (last?.timestamp ?? 0) + 12, transactions })
      const next = BigInt(mined().length)
      waiting = waiting.filter(({ nonce }) => nonce >= next)
    },
    drop: (gone) => {
      waiting = waiting.filter((one) => one.hash !== gone || one.isHidden)
    },
    reorganise: (depth, isLost) => {
      const gone = blocks
        .splice(Math.max(1, blocks.length - depth))
        .flatMap(({ transactions }) => transactions)
      if (!isLost) waiting = [...gone, ...waiting]
    },
    mined,
    waiting: () => waiting,
  }
}
