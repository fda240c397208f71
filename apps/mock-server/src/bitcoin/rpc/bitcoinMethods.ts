import * as z from "zod/mini"
import { defaultMaxFeeRate, isOverpaid, type Ledger } from "../ledger/Ledger.ts"
import { getMedianTime, getTip, getWtxid, type LedgerTransaction } from "../ledger/LedgerState.ts"
import { getDifficulty } from "../rest/blockJson.ts"
import { getFeeRate } from "../rest/feesJson.ts"
import { toHex } from "../transaction/bytes.ts"
import { parseTransaction } from "../transaction/parseTransaction.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"
import { BitcoinRpcError } from "./BitcoinRpcError.ts"
import { decodedTransactionJson, toBtc } from "./decodedTransactionJson.ts"

interface BitcoinMethod {
  /** Parameter names, in order. */
  readonly names: readonly string[]
  /** @throws RpcRefusal, Rejected */
  readonly answer: (ledger: Ledger, params: readonly unknown[]) => unknown
}

/** Source: bitcoind 30. */
export const bitcoinMethods: ReadonlyMap<string, BitcoinMethod> = new Map<string, BitcoinMethod>([
  ["getblockchaininfo", { names: [], answer: (ledger) => blockchainInfoJson(ledger) }],
  ["getblockcount", { names: [], answer: ({ state }) => getTip(state).height }],
  ["getbestblockhash", { names: [], answer: ({ state }) => getTip(state).hash }],
  [
    "getblockhash",
    {
      names: ["height"],
      answer: ({ state }, [height]) => {
        const block = state.blocks[decodeParameter(z.int(), height, "number")]
        if (block === undefined) throw new BitcoinRpcError({ code: -8, text: "Block height out of range" })
        return block.hash
      },
    },
  ],
  ["getrawmempool", { names: [], answer: ({ state }) => state.mempool().map(({ txid }) => txid) }],
  ["getrawtransaction", { names: ["txid", "verbosity"], answer: rawTransactionJson }],
  [
    "sendrawtransaction",
    {
      names: ["hexstring", "maxfeerate"],
      answer: ({ send }, [hex, rate]) =>
        send(decodeParameter(z.string(), hex, "string"), parseMaxFeeRate(rate)),
    },
  ],
  ["testmempoolaccept", { names: ["rawtxs", "maxfeerate"], answer: testMempoolAccept }],
  [
    "estimatesmartfee",
    {
      names: ["conf_target"],
      answer: (_, [target]) => {
        const blocks = decodeParameter(z.int(), target, "number")
        if (blocks < 1 || blocks > 1008)
          throw new BitcoinRpcError({ code: -8, text: "Invalid conf_target, must be between 1 and 1008" })
        return { feerate: toBtc(BigInt(getFeeRate(blocks) * 1000)), blocks: Math.max(blocks, 2) }
      },
    },
  ],
])

/** @throws RpcRefusal */
const decodeParameter = <Shape extends z.ZodMiniType>(
  shape: Shape,
  value: unknown,
  type: string,
): z.output<Shape> => {
  const result = z.safeParse(shape, value)
  if (result.success) return result.data
  const given = value === null || value === undefined ? "null" : Array.isArray(value) ? "array" : typeof value
  throw new BitcoinRpcError({ code: -3, text: `JSON value of type ${given} is not of expected type ${type}` })
}

const blockchainInfoJson = ({ network, state }: Ledger) => {
  const { hash, height, block } = getTip(state)
  return {
    chain: network.chain,
    blocks: height,
    headers: height,
    bestblockhash: hash,
    bits: block.bits.toString(16).padStart(8, "0"),
    difficulty: getDifficulty(block.bits),
    time: block.timestamp,
    mediantime: getMedianTime(state, height),
    verificationprogress: 1,
    initialblockdownload: false,
    pruned: false,
    warnings: [],
  }
}

function rawTransactionJson({ network, state }: Ledger, [txid, verbosity]: readonly unknown[]) {
  const id = decodeParameter(z.string(), txid, "string")
  if (!/^[0-9a-f]{64}$/i.test(id))
    throw new BitcoinRpcError({
      code: -8,
      text: `txid must be of length 64 (not ${id.length}, for '${id.slice(0, 80)}')`,
    })
  const entry = state.transaction(id.toLowerCase())
  if (entry === undefined)
    throw new BitcoinRpcError({
      code: -5,
      text: "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
    })
  const isVerbose = decodeParameter(z.union([z.boolean(), z.int()]), verbosity ?? 0, "number")
  const hex = toHex(entry.transaction.toBuffer())
  if (Number(isVerbose) === 0) return hex
  return {
    ...decodedTransactionJson(entry.transaction, network),
    hex,
    ...blockPositionJson(state.blocks.length, entry, state),
  }
}

const blockPositionJson = (
  blocks: number,
  { height }: LedgerTransaction,
  { blocks: chain }: Ledger["state"],
) => {
  const block = chain[height ?? -1]
  if (block === undefined) return {}
  const { timestamp } = block.block
  return {
    blockhash: block.hash,
    confirmations: blocks - block.height,
    time: timestamp,
    blocktime: timestamp,
  }
}

function testMempoolAccept({ test }: Ledger, [list, rate]: readonly unknown[]) {
  const texts = decodeParameter(z.array(z.string()), list, "array")
  if (texts.length < 1 || texts.length > 25)
    throw new BitcoinRpcError({ code: -8, text: "Array must contain between 1 and 25 transactions." })
  const limit = parseMaxFeeRate(rate)
  const transactions = texts.map((text) => parseTransaction(text))
  return test(transactions).map((tested, at) => {
    const transaction = transactions[at]
    const wtxid = transaction === undefined ? "" : getWtxid(transaction)
    const ids = { txid: transaction?.getId(), wtxid }
    if (tested instanceof TransactionRejected) {
      // An older error text than that of the other calls.
      const isMissing = tested.reason === "bad-txns-inputs-missingorspent"
      const reason = isMissing ? "missing-inputs" : tested.reason
      return { ...ids, allowed: false, "reject-reason": reason, "reject-details": tested.message }
    }
    if (isOverpaid(tested, limit)) return { ...ids, allowed: false, "reject-reason": "max-fee-exceeded" }
    const vsize = tested.transaction.virtualSize()
    return {
      ...ids,
      allowed: true,
      vsize,
      fees: {
        base: toBtc(tested.fee),
        "effective-feerate": toBtc((tested.fee * 1000n) / BigInt(vsize)),
        "effective-includes": [wtxid],
      },
    }
  })
}

/** Parses BTC per thousand virtual bytes, a number or a text. @returns satoshis. */
const parseMaxFeeRate = (value: unknown): bigint => {
  if (value === undefined || value === null) return defaultMaxFeeRate
  const rate = Number(decodeParameter(z.union([z.number(), z.string()]), value, "number"))
  if (!Number.isFinite(rate) || rate < 0) throw new BitcoinRpcError({ code: -3, text: "Invalid amount" })
  if (rate >= 1)
    throw new BitcoinRpcError({
      code: -8,
      text: "Fee rates larger than or equal to 1BTC/kvB are not accepted",
    })
  return BigInt(Math.round(rate * 100_000_000))
}
