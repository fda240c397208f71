import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeBase64 } from "../../text/base64.ts"

/** What stands at an address. */
export interface SolanaAccount {
  readonly lamports: bigint
  /** The program that it belongs to. */
  readonly program: string
  readonly executable: boolean
  readonly data: Uint8Array
}

/** A number that JSON has kept exact, or near enough for what it counts. */
export const integerSchema = z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0))

const EncodedAccountSchema = z.object({
  lamports: integerSchema,
  owner: z.string(),
  executable: z.boolean(),
  data: z.array(z.string()),
})

export const decodeAccount = (answer: unknown): SolanaAccount | null => {
  const decoded = EncodedAccountSchema.safeParse(answer)
  if (!decoded.success) return null
  const { data, executable, lamports, owner } = decoded.data
  const bytes = decodeBase64(data[0] ?? "?")
  return bytes === null || data[1] !== "base64"
    ? null
    : { lamports: BigInt(lamports), program: owner, executable, data: bytes }
}

const AccountsSchema = z.object({ value: z.array(z.unknown()) })

/** Of so many answers, each an account, `null` for one that is not there. `null` for what is no such list. */
export const decodeAccountList = (
  values: readonly unknown[],
  count: number,
): readonly (SolanaAccount | null)[] | null => {
  const accounts = values.map((value) => (value === null ? null : decodeAccount(value)))
  return accounts.length === count && accounts.every((account, at) => account !== null || values[at] === null)
    ? accounts
    : null
}

/** As many as a node tells in one answer. */
const maxAccountsPerRequest = 100

/** What stands at some addresses, in their order. `length` bytes of their data are enough; all of it without. */
export const fetchAccounts = (
  rpc: Rpc,
  addresses: readonly string[],
  length?: number,
): Effect.Effect<readonly (SolanaAccount | null)[], RpcError> => {
  const parts = Array.from({ length: Math.ceil(addresses.length / maxAccountsPerRequest) }, (_, at) =>
    addresses.slice(at * maxAccountsPerRequest, (at + 1) * maxAccountsPerRequest),
  )
  const options = {
    ...accountRequestOptions,
    ...(length !== undefined && { dataSlice: { offset: 0, length } }),
  }
  return Effect.map(
    Effect.forEach(
      parts,
      (part) =>
        fetchNode(rpc, ["getMultipleAccounts", part, options], (answer) => {
          const decoded = AccountsSchema.safeParse(answer)
          return decoded.success ? decodeAccountList(decoded.data.value, part.length) : null
        }),
      { concurrency: "unbounded" },
    ),
    (found) => found.flat(),
  )
}

/** What nearly all of the network has agreed on, about a second after it happened. Finality is ten times as late. */
export const confirmedCommitment = { commitment: "confirmed" } as const

const accountRequestOptions = { ...confirmedCommitment, encoding: "base64" } as const
