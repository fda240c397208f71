import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { integerSchema } from "./account/SolanaAccount.ts"

const Balance = z.object({ value: integerSchema })

/** Fetches lamports at the given commitment. */
export const fetchLamports = (rpc: Rpc, address: string, commitment: "processed" | "confirmed") =>
  fetchNode(rpc, ["getBalance", address, { commitment }], (answer) => {
    const decoded = Balance.safeParse(answer)
    return decoded.success ? BigInt(decoded.data.value) : null
  })

export const fetchBalance: ChainActions["balance"] = ({ address, rpc }) =>
  fetchLamports(rpc, address, "confirmed")

/** Returns the smaller of the processed and the confirmed balance, so that outgoing payments count at once. */
export const fetchSmaller = <E>(read: (commitment: "processed" | "confirmed") => Effect.Effect<bigint, E>) =>
  Effect.map(
    Effect.all([read("processed"), read("confirmed")], { concurrency: "unbounded" }),
    ([now, sure]) => (now < sure ? now : sure),
  )
