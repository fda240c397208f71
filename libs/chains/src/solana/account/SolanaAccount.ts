import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeBase64 } from "../../text/base64.ts"

/** The account at an address. */
export interface SolanaAccount {
  readonly lamports: bigint
  /** The program that owns it. */
  readonly program: string
  readonly executable: boolean
  readonly data: Uint8Array
}

/** A JSON integer, exact or precise enough for its use. */
export const integerSchema = z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0))

const EncodedAccountSchema = z.object({
  // A payment of everything must fit into its instruction.
  lamports: integerSchema.check(z.lt(2 ** 64)),
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

/** Decodes a list of that many accounts, with `null` for missing ones. Returns `null` if the list is invalid. */
export const decodeAccountList = (
  values: readonly unknown[],
  count: number,
): readonly (SolanaAccount | null)[] | null => {
  const accounts = values.map((value) => (value === null ? null : decodeAccount(value)))
  return accounts.length === count && accounts.every((account, at) => account !== null || values[at] === null)
    ? accounts
    : null
}

/** The maximum number of accounts in one response. */
const maxAccountsPerRequest = 100

/**
 * Fetches the accounts at some addresses, in their order. `length` limits the bytes of data; without it, all are
 * fetched.
 */
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

/** The commitment that a supermajority confirms, about a second after the block. Finality takes ten times as long. */
export const confirmedCommitment = { commitment: "confirmed" } as const

const accountRequestOptions = { ...confirmedCommitment, encoding: "base64" } as const
