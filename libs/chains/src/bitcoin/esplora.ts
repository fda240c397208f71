import { matchesPattern, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { readNode } from "../rpc/readNode.ts"

const safe = (value: number) => Number.isSafeInteger(value) && value >= 0
const count = z.number().check(z.refine(safe))
const satoshis = z.pipe(
  count,
  z.transform((value: number) => BigInt(value)),
)
const txid = z.string().check(matchesPattern(/^[0-9a-f]{64}$/))

const Status = z.looseObject({
  confirmed: z.boolean(),
  block_height: z.nullish(count),
  block_time: z.nullish(count),
})

const Output = z.looseObject({
  scriptpubkey: z.string().check(matchesPattern(/^(?:[0-9a-f]{2})*$/)),
  scriptpubkey_address: z.nullish(z.string()),
  value: satoshis,
})

const Transaction = z.looseObject({
  txid,
  vin: z.array(
    z.looseObject({ txid, vout: count, prevout: z.nullish(Output), is_coinbase: z.optional(z.boolean()) }),
  ),
  vout: z.array(Output),
  weight: count,
  fee: satoshis,
  status: Status,
})

/** A transaction as a node tells it. Source: the Esplora HTTP API. */
export type NodeTransaction = z.infer<typeof Transaction>
export type NodeOutput = z.infer<typeof Output>

const Unspent = z.looseObject({ txid, vout: count, value: satoshis, status: Status })
export type NodeCoin = z.infer<typeof Unspent>

const Stats = z.looseObject({ funded_txo_sum: satoshis, spent_txo_sum: satoshis, tx_count: count })
const Address = z.looseObject({ chain_stats: Stats, mempool_stats: Stats })

const Spending = z.looseObject({ spent: z.boolean(), txid: z.nullish(txid) })

const decoded =
  <A>(schema: z.ZodMiniType<A>) =>
  (answer: unknown): A | null => {
    const parsed = schema.safeParse(answer)
    return parsed.success ? parsed.data : null
  }

/** One question to a node of the Esplora kind. */
const get = <A>(rpc: Rpc, path: string, schema: z.ZodMiniType<A>): Effect.Effect<A, RpcError> =>
  readNode(rpc, ["GET", path], decoded(schema))

/** `null` where the node does not know what is asked about. */
const getOrNull = <A>(rpc: Rpc, path: string, schema: z.ZodMiniType<A>): Effect.Effect<A | null, RpcError> =>
  Effect.catch(get(rpc, path, schema), (error) =>
    isUnknown(error) ? Effect.succeed(null) : Effect.fail(error),
  )

const isUnknown = ({ reason }: RpcError): boolean => reason._tag === "Answered" && reason.code === 404

const Coins = z.array(Unspent)
const History = z.array(Transaction)

/** What an address was paid and what it paid, in blocks and before them. */
export const readAddress = (rpc: Rpc, address: string) =>
  get(rpc, `/address/${encodeURIComponent(address)}`, Address)

export const readUnspent = (rpc: Rpc, address: string): Effect.Effect<readonly NodeCoin[], RpcError> =>
  get(rpc, `/address/${encodeURIComponent(address)}/utxo`, Coins)

/** The newest first: up to 50 that wait, then up to 25 that are in blocks. */
export const readHistory = (rpc: Rpc, address: string) =>
  get(rpc, `/address/${encodeURIComponent(address)}/txs`, History)

/** The next 25 in blocks. */
export const readHistoryAfter = (rpc: Rpc, address: string, last: string) =>
  get(rpc, `/address/${encodeURIComponent(address)}/txs/chain/${encodeURIComponent(last)}`, History)

export const readTransaction = (rpc: Rpc, hash: string) => getOrNull(rpc, `/tx/${hash}`, Transaction)

/** The hash of what spends an output, in a block or not; `null` where nothing does, or nobody knows the output. */
export const readSpender = (rpc: Rpc, outpoint: string): Effect.Effect<string | null, RpcError> =>
  Effect.map(
    getOrNull(rpc, `/tx/${outpoint.replace(":", "/outspend/")}`, Spending),
    (spending) => spending?.txid ?? null,
  )

export const readHeight = (rpc: Rpc): Effect.Effect<number, RpcError> =>
  readNode(rpc, ["GET", "/blocks/tip/height"], (answer) => {
    const height = typeof answer === "string" && /^\d{1,9}$/.test(answer) ? Number(answer) : answer
    return typeof height === "number" && safe(height) ? height : null
  })

const rate = z.number().check(z.refine((value) => value > 0 && value <= highestRate))
const Recommended = z.looseObject({ halfHourFee: rate, minimumFee: rate })
const Estimates = z.looseObject({ 3: rate })

/** Satoshis per virtual byte. Nobody has ever had to pay so much: what says so is out of order, or worse. */
const highestRate = 5_000

/** Satoshis per thousand virtual bytes for a block within half an hour. Source: mempool.space; Esplora where it is no such node. */
export const readRate = (rpc: Rpc): Effect.Effect<bigint, RpcError> =>
  get(rpc, "/v1/fees/recommended", Recommended).pipe(
    Effect.map(({ halfHourFee, minimumFee }) => Math.max(halfHourFee, minimumFee)),
    Effect.catch((error) =>
      isUnknown(error)
        ? Effect.map(get(rpc, "/fee-estimates", Estimates), (estimates) => estimates[3])
        : Effect.fail(error),
    ),
    // Less than one is not passed on everywhere.
    Effect.map((perByte) => BigInt(Math.ceil(Math.max(1, perByte) * 1_000))),
  )
