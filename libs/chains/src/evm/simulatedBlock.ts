import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../rpc/fetchNode.ts"
import { encodeHex, parseQuantity, toQuantityHex } from "./Hex.ts"

/** The block that a transaction sent now is expected in. */
export interface BlockConditions {
  /** Wei per gas; `null` on a network without a base fee. */
  readonly baseFee: bigint | null
  /** The usual price, at least the base fee. Wei per gas. */
  readonly gasPrice: bigint
  /** As `eth_simulateV1` takes them. */
  readonly overrides: Readonly<Record<string, string>>
}

/** Seconds from one block to the next. Contracts cannot compare them with anything. */
const blockSeconds = 12n

/** Networks without a random number have a constant, which is small. */
const minRandom = 1n << 128n

/** Reads the latest block and the usual price, and derives the next block from them. */
export const fetchBlockConditions = (rpc: Rpc): Effect.Effect<BlockConditions, RpcError> =>
  Effect.map(
    Effect.all(
      [
        fetchNode(rpc, ["eth_getBlockByNumber", "latest", false], decodeBlock),
        fetchNode(rpc, ["eth_gasPrice"], parseQuantity),
      ],
      { concurrency: "unbounded" },
    ),
    ([{ baseFeePerGas, miner, mixHash, number, timestamp }, usual]) => {
      const baseFee = parseQuantity(baseFeePerGas)
      return {
        baseFee,
        gasPrice: baseFee !== null && usual < baseFee ? baseFee : usual,
        overrides: {
          number: toQuantityHex(BigInt(number) + 1n),
          time: toQuantityHex(BigInt(timestamp) + blockSeconds),
          ...(baseFee !== null && { baseFeePerGas: toQuantityHex(baseFee) }),
          ...(miner != null && { feeRecipient: miner }),
          prevRandao: mixHash != null && BigInt(mixHash) < minRandom ? mixHash : makeRandomHash(),
        },
      }
    },
  )

const quantity = z.string().check(z.refine((text) => parseQuantity(text) !== null))
const BlockSchema = z.object({
  number: quantity,
  timestamp: quantity,
  baseFeePerGas: z.nullish(quantity),
  miner: z.nullish(z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))),
  mixHash: z.nullish(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))),
})

const decodeBlock = (answer: unknown) => {
  const decoded = BlockSchema.safeParse(answer)
  return decoded.success ? decoded.data : null
}

const makeRandomHash = (): string => encodeHex(crypto.getRandomValues(new Uint8Array(32)))
