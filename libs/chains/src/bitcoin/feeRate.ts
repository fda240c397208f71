import { matchesPattern, pageDetail, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { TransferRejected } from "../contract/ChainActions.ts"
import { fetchEsplora, fetchEsploraOrNull } from "./esplora.ts"

/** Satoshis per virtual byte. A higher rate is an error of the node, or an attack. */
const maxFeeRate = 5_000

/** Some nodes do not relay transactions below one satoshi per virtual byte. */
const minFeeRate = 1

const isFeeRate = (rate: number) => rate > 0 && rate <= maxFeeRate
const feeRateSchema = z.number().check(z.refine(isFeeRate))

const Recommended = z.looseObject({ halfHourFee: feeRateSchema, minimumFee: feeRateSchema })
/** Rates by blocks. A node leaves out what it cannot estimate: the near ones, or all where few transactions wait. */
const Estimates = z.record(z.string().check(matchesPattern(/^\d{1,4}$/)), z.unknown())
/** From the highest rate down: each rate, and the virtual bytes that pay more than it but less than the one before. */
const Waiting = z.looseObject({ fee_histogram: z.array(z.tuple([z.number(), z.number()])) })

/** Half an hour. */
const targetBlocks = 3

/** The virtual bytes of the transactions of one block. */
const blockSize = 1_000_000

/**
 * Fetches satoshis per thousand virtual bytes for a block within half an hour. Fails with `NoFeeRate` when the node
 * knows none. Source: mempool.space; Esplora for other nodes.
 */
export const fetchFeeRate = (rpc: Rpc): Effect.Effect<bigint, RpcError | TransferRejected> =>
  fetchIfServed(rpc, "/v1/fees/recommended", Recommended).pipe(
    Effect.flatMap((known) =>
      known === null ? fetchEstimate(rpc) : Effect.succeed(Math.max(known.halfHourFee, known.minimumFee)),
    ),
    Effect.map((perByte) => BigInt(Math.ceil(Math.max(minFeeRate, perByte) * 1_000))),
  )

/** Sends one request. `null` if the node does not serve the path, which some servers say with a page. */
const fetchIfServed = <A>(
  rpc: Rpc,
  path: string,
  schema: z.ZodMiniType<A>,
): Effect.Effect<A | null, RpcError> =>
  Effect.catchIf(
    fetchEsploraOrNull(rpc, path, schema),
    ({ reason }) =>
      (reason._tag === "Malformed" && reason.detail === pageDetail) ||
      (reason._tag === "Status" && reason.status === 404),
    () => Effect.succeed(null),
  )

const fetchEstimate = Effect.fnUntraced(function* (rpc: Rpc) {
  const estimates = yield* fetchEsplora(rpc, "/fee-estimates", Estimates)
  const targets = Object.keys(estimates).map(Number)
  const fast = targets.filter((blocks) => blocks <= targetBlocks)
  if (fast.length > 0) return yield* decodeRate(estimates[Math.max(...fast)])
  // A later block may be much cheaper than what waits for the next ones.
  const required = yield* Effect.catchIf(
    fetchRequiredRate(rpc),
    ({ reason }) => reason._tag === "Malformed",
    () => Effect.succeed(null),
  )
  if (targets.length > 0)
    return Math.max(yield* decodeRate(estimates[Math.min(...targets)]), required ?? minFeeRate)
  return required ?? (yield* new TransferRejected({ reason: { _tag: "NoFeeRate" } }))
})

const decodeRate = (rate: unknown): Effect.Effect<number, RpcError> => {
  const decoded = feeRateSchema.safeParse(rate)
  const reason = { _tag: "Malformed", detail: "not a fee rate" } as const
  return decoded.success
    ? Effect.succeed(decoded.data)
    : Effect.fail(new RpcError({ method: "GET", host: "", reason }))
}

/**
 * Fetches the rate above which no more transactions wait than the next blocks take, in satoshis per virtual byte;
 * `null` if the node does not say it.
 */
const fetchRequiredRate = (rpc: Rpc): Effect.Effect<number | null, RpcError> =>
  Effect.map(fetchIfServed(rpc, "/mempool", Waiting), (waiting) => {
    if (waiting === null) return null
    let required: number | null = null
    let size = 0
    for (const [rate, bytes] of waiting.fee_histogram) {
      size += bytes
      if (size > targetBlocks * blockSize) return required
      if (!(rate <= maxFeeRate)) return null
      required = rate
    }
    return minFeeRate
  })
