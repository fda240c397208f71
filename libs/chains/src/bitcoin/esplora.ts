import { matchesPattern, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../rpc/fetchNode.ts"

const isSafeCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const countSchema = z.number().check(z.refine(isSafeCount))
const satoshisSchema = z.pipe(
  countSchema,
  z.transform((value: number) => BigInt(value)),
)
const txidSchema = z.string().check(matchesPattern(/^[0-9a-f]{64}$/))

const Status = z.looseObject({
  confirmed: z.boolean(),
  block_height: z.nullish(countSchema),
  block_time: z.nullish(countSchema),
})

const Output = z.looseObject({
  scriptpubkey: z.string().check(matchesPattern(/^(?:[0-9a-f]{2})*$/)),
  scriptpubkey_address: z.nullish(z.string()),
  value: satoshisSchema,
})

const Transaction = z.looseObject({
  txid: txidSchema,
  vin: z.array(
    z.looseObject({
      txid: txidSchema,
      vout: countSchema,
      prevout: z.nullish(Output),
      is_coinbase: z.optional(z.boolean()),
    }),
  ),
  vout: z.array(Output),
  weight: countSchema,
  fee: satoshisSchema,
  status: Status,
})

/** A transaction in a node's response. Source: the Esplora HTTP API. */
export type EsploraTransaction = z.infer<typeof Transaction>
export type EsploraOutput = z.infer<typeof Output>

const Unspent = z.looseObject({ txid: txidSchema, vout: countSchema, value: satoshisSchema, status: Status })
export type EsploraUtxo = z.infer<typeof Unspent>

const Stats = z.looseObject({
  funded_txo_sum: satoshisSchema,
  spent_txo_sum: satoshisSchema,
  tx_count: countSchema,
})
const Address = z.looseObject({ chain_stats: Stats, mempool_stats: Stats })

const Spending = z.looseObject({ spent: z.boolean(), txid: z.nullish(txidSchema) })

const makeDecoder =
  <A>(schema: z.ZodMiniType<A>) =>
  (answer: unknown): A | null => {
    const parsed = schema.safeParse(answer)
    return parsed.success ? parsed.data : null
  }

/** Sends one request to an Esplora node. */
export const fetchEsplora = <A>(
  rpc: Rpc,
  path: string,
  schema: z.ZodMiniType<A>,
): Effect.Effect<A, RpcError> => fetchNode(rpc, ["GET", path], makeDecoder(schema))

/** Sends one request. `null` if the node does not know the subject, or the path. */
export const fetchEsploraOrNull = <A>(
  rpc: Rpc,
  path: string,
  schema: z.ZodMiniType<A>,
): Effect.Effect<A | null, RpcError> =>
  Effect.catch(fetchEsplora(rpc, path, schema), (error) =>
    isNotFound(error) ? Effect.succeed(null) : Effect.fail(error),
  )

const isNotFound = ({ reason }: RpcError): boolean => reason._tag === "Answered" && reason.code === 404

const Coins = z.array(Unspent)
const History = z.array(Transaction)

/** Fetches the totals of an address, confirmed and pending. */
export const fetchAddress = (rpc: Rpc, address: string) =>
  fetchEsplora(rpc, `/address/${encodeURIComponent(address)}`, Address)

export const fetchUtxos = (rpc: Rpc, address: string): Effect.Effect<readonly EsploraUtxo[], RpcError> =>
  fetchEsplora(rpc, `/address/${encodeURIComponent(address)}/utxo`, Coins)

/** Fetches the newest first: pending transactions, then confirmed ones. */
export const fetchHistory = (rpc: Rpc, address: string) =>
  fetchEsplora(rpc, `/address/${encodeURIComponent(address)}/txs`, History)

/** Fetches the confirmed transactions after `last`, or the first ones for `null`. */
export const fetchHistoryAfter = (rpc: Rpc, address: string, last: string | null) =>
  fetchNode(
    rpc,
    [
      "GET",
      `/address/${encodeURIComponent(address)}/txs/chain${last === null ? "" : `/${encodeURIComponent(last)}`}`,
    ],
    (answer) => {
      const page = makeDecoder(History)(answer)
      // A node that ignores `last` would never end.
      return page?.some(({ txid }) => txid === last) === true ? null : page
    },
  )

export const fetchTransaction = (rpc: Rpc, hash: string) =>
  fetchEsploraOrNull(rpc, `/tx/${hash}`, Transaction)

/**
 * Fetches the hash of the transaction that spends an output, confirmed or pending; `null` if it is unspent or unknown.
 */
export const fetchSpender = (rpc: Rpc, outpoint: string): Effect.Effect<string | null, RpcError> =>
  Effect.map(
    fetchEsploraOrNull(rpc, `/tx/${outpoint.replace(":", "/outspend/")}`, Spending),
    (spending) => spending?.txid ?? null,
  )

export const fetchHeight = (rpc: Rpc): Effect.Effect<number, RpcError> =>
  fetchNode(rpc, ["GET", "/blocks/tip/height"], (answer) => {
    const height = typeof answer === "string" && /^\d{1,9}$/.test(answer) ? Number(answer) : answer
    return typeof height === "number" && isSafeCount(height) ? height : null
  })
