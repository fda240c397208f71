import type { Rpc, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../rpc/fetchNode.ts"
import { decodeAccountList, integerSchema, type SolanaAccount } from "./account/SolanaAccount.ts"

/** The result of a simulated transaction. */
export interface SimulationRun {
  /** The node's own form; `null` on success. */
  readonly error: unknown
  readonly logs: readonly string[]
  /** Compute units; `null` if the node did not measure any. */
  readonly units: number | null
  /** The watched accounts after the simulation; empty on failure. */
  readonly accounts: readonly (SolanaAccount | null)[]
}

const SimulationSchema = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.nullish(z.array(z.string())),
    unitsConsumed: z.nullish(integerSchema),
    accounts: z.nullish(z.array(z.unknown())),
  }),
})

/** The options of a simulation. */
export interface SimulationRequest {
  /** Base64, signed or not. */
  readonly transaction: string
  /** Accounts of the transaction whose later state is returned. */
  readonly watched: readonly string[]
  /**
   * `asIs`: verifies signatures and age. `fresh`: skips signatures and uses the newest blockhash. `unsigned`: skips
   * signatures and uses its own blockhash.
   */
  readonly how: "asIs" | "fresh" | "unsigned"
}

export const runSimulation = (
  rpc: Rpc,
  { how, transaction, watched }: SimulationRequest,
): Effect.Effect<SimulationRun, RpcError> =>
  fetchNode(
    rpc,
    [
      "simulateTransaction",
      transaction,
      {
        // Includes processed transactions, like the next block.
        commitment: "processed",
        encoding: "base64",
        sigVerify: how === "asIs",
        replaceRecentBlockhash: how === "fresh",
        ...(watched.length > 0 && { accounts: { encoding: "base64", addresses: watched } }),
      },
    ],
    (answer): SimulationRun | null => {
      const decoded = SimulationSchema.safeParse(answer)
      if (!decoded.success) return null
      const { accounts: told, err, logs, unitsConsumed } = decoded.data.value
      const error = err ?? null
      const accounts =
        error !== null || watched.length === 0 ? [] : decodeAccountList(told ?? [], watched.length)
      return accounts === null ? null : { error, logs: logs ?? [], units: unitsConsumed || null, accounts }
    },
  )
