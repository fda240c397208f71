import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { readNode } from "../../rpc/readNode.ts"
import { fromBase64 } from "../../text/base64.ts"

/** What stands at an address. */
export interface Account {
  readonly lamports: bigint
  /** The program that it belongs to. */
  readonly program: string
  readonly executable: boolean
  readonly data: Uint8Array
}

/** A number that JSON has kept exact, or near enough for what it counts. */
export const whole = z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0))

const Encoded = z.object({
  lamports: whole,
  owner: z.string(),
  executable: z.boolean(),
  data: z.array(z.string()),
})

export const accountFrom = (answer: unknown): Account | null => {
  const decoded = Encoded.safeParse(answer)
  if (!decoded.success) return null
  const { data, executable, lamports, owner } = decoded.data
  const bytes = fromBase64(data[0] ?? "?")
  return bytes === null || data[1] !== "base64"
    ? null
    : { lamports: BigInt(lamports), program: owner, executable, data: bytes }
}

const Accounts = z.object({ value: z.array(z.unknown()) })

/** Of so many answers, each an account, `null` for one that is not there. `null` for what is no such list. */
export const accountsFrom = (
  values: readonly unknown[],
  count: number,
): readonly (Account | null)[] | null => {
  const accounts = values.map((value) => (value === null ? null : accountFrom(value)))
  return accounts.length === count && accounts.every((account, at) => account !== null || values[at] === null)
    ? accounts
    : null
}

/** As many as a node tells in one answer. */
const most = 100

/** What stands at some addresses, in their order. `length` bytes of their data are enough; all of it without. */
export const readAccounts = (
  rpc: Rpc,
  addresses: readonly string[],
  length?: number,
): Effect.Effect<readonly (Account | null)[], RpcError> => {
  const parts = Array.from({ length: Math.ceil(addresses.length / most) }, (_, at) =>
    addresses.slice(at * most, (at + 1) * most),
  )
  const options = { ...asked, ...(length !== undefined && { dataSlice: { offset: 0, length } }) }
  return Effect.map(
    Effect.forEach(
      parts,
      (part) =>
        readNode(rpc, ["getMultipleAccounts", part, options], (answer) => {
          const decoded = Accounts.safeParse(answer)
          return decoded.success ? accountsFrom(decoded.data.value, part.length) : null
        }),
      { concurrency: "unbounded" },
    ),
    (found) => found.flat(),
  )
}

/** What nearly all of the network has agreed on, about a second after it happened. Finality is ten times as late. */
export const confirmed = { commitment: "confirmed" } as const

const asked = { ...confirmed, encoding: "base64" } as const
