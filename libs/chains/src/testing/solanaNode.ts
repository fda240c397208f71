import { AccountRole } from "@solana/kit"
import type { Rpc } from "@wmodal/protocol"
import * as z from "zod/mini"
import { programs } from "../solana/program/programs.ts"
import { encodeBase64 } from "../text/base64.ts"
import { makeScriptedRpc } from "./scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "./solanaBytes.ts"
import { makeMeta } from "./solanaTransactions.ts"

/** Makes an account as nodes respond it. */
export const makeNodeAccount = (owner: string, lamports: number, data: Uint8Array = new Uint8Array()) => ({
  owner,
  lamports,
  executable: false,
  data: [encodeBase64(data), "base64"],
})

/** Makes a token account. */
export const makeNodeHolding = (
  token: string,
  owner: string,
  amount: bigint,
  delegate: { readonly address: string; readonly amount: bigint } | null = null,
) =>
  makeNodeAccount(
    programs.token,
    2_039_280,
    concatBytes(
      token,
      owner,
      encodeU64(amount),
      encodeU32(delegate === null ? 0 : 1),
      delegate?.address ?? programs.system,
      [1],
      new Uint8Array(12),
      encodeU64(delegate?.amount ?? 0n),
      new Uint8Array(36),
    ),
  )

export const makeNodeMint = (decimals: number) =>
  makeNodeAccount(
    programs.token,
    1_461_600,
    concatBytes(new Uint8Array(36), encodeU64(10n ** 15n), [decimals, 1], new Uint8Array(36)),
  )

/** Accounts by address. */
export type NodeAccounts = Readonly<Record<string, ReturnType<typeof makeNodeAccount> | null>>

const Listed = z.array(z.string())
const Watched = z.object({ accounts: z.optional(z.object({ addresses: Listed })) })

/** Makes a node that simulates every transaction alike: it leaves these accounts behind. It says no token balances. */
export const makeSimulatingNode = (before: NodeAccounts, after: NodeAccounts): Rpc =>
  makeScriptedRpc((method, [first, second]) => {
    switch (method) {
      case "getMultipleAccounts":
        return { value: Listed.parse(first).map((one) => before[one] ?? null) }
      case "simulateTransaction": {
        const watched = Watched.parse(second).accounts?.addresses ?? []
        const accounts = watched.map((one) => after[one] ?? null)
        return { value: { err: null, logs: [], unitsConsumed: 5_000, accounts } }
      }
      case "getTokenAccountsByOwner":
        return { value: [] }
      default:
        return undefined
    }
  }).rpc

/** Metas of an instruction's accounts. */
export const writable = (address: string) => makeMeta(address, AccountRole.WRITABLE)
export const writableSigner = (address: string) => makeMeta(address, AccountRole.WRITABLE_SIGNER)
