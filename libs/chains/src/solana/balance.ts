import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Actions } from "../contract/Actions.ts"
import { readNode } from "../rpc/readNode.ts"
import { whole } from "./account/Account.ts"

const Balance = z.object({ value: whole })

/** Lamports, as of so sure a block. */
export const readBalance = (rpc: Rpc, address: string, commitment: "processed" | "confirmed") =>
  readNode(rpc, ["getBalance", address, { commitment }], (answer) => {
    const decoded = Balance.safeParse(answer)
    return decoded.success ? BigInt(decoded.data.value) : null
  })

export const balance: Actions["balance"] = ({ address, rpc }) => readBalance(rpc, address, "confirmed")

/** The smaller of what is there now and of what is there once the newest block is sure: what has left counts at once. */
export const smallerOf = <E>(read: (commitment: "processed" | "confirmed") => Effect.Effect<bigint, E>) =>
  Effect.map(
    Effect.all([read("processed"), read("confirmed")], { concurrency: "unbounded" }),
    ([now, sure]) => (now < sure ? now : sure),
  )
