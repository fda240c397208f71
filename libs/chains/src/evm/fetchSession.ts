import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ContractActions } from "../contract/ChainActions.ts"
import type { SessionAllowance, SessionPermission } from "../contract/Session.ts"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeAddressWord, decodeWord, encodeCall } from "./abi.ts"
import { checksumAddress } from "./checksumAddress.ts"
import { parsePermissions, toExpiry } from "./explain/parsePermissions.ts"

/**
 * Views of an account that keeps its sessions by their key: `sessions(key)` returns expiry, round and whether it is
 * active, `allowanceOf(key, token)` what is left, of the native currency for the zero address.
 */
const sessionSelectors = { sessions: "431a1b97", allowanceOf: "1a46ec82" } as const

interface KeptSession {
  readonly expiry: number
  readonly isActive: boolean
}

const decodeKeptSession = (returned: unknown): KeptSession | null => {
  const [expiry, active] = [decodeWord(returned), decodeWord(returned, 2)]
  // An account without this view may answer anything, as one with a fallback does.
  if (expiry === null || expiry >> 48n !== 0n || active === null || active > 1n) return null
  return decodeWord(returned, 3) === null ? { expiry: Number(expiry), isActive: active === 1n } : null
}

/** Adds up the limits of each token, as the account does. */
const mergeLimits = (permissions: readonly SessionPermission[]): readonly SessionPermission[] => {
  const merged: SessionPermission[] = []
  for (const permission of permissions) {
    const index = merged.findIndex(
      (one) => one._tag === "Spend" && permission._tag === "Spend" && one.token === permission.token,
    )
    const before = merged[index]
    if (before?._tag !== "Spend" || permission._tag !== "Spend") merged.push(permission)
    else
      merged[index] = {
        ...permission,
        limit: before.limit === null || permission.limit === null ? null : before.limit + permission.limit,
      }
  }
  return merged
}

/** Fetches a session of an account: the contract's word where it has one, else the service's. */
export const fetchSession: ContractActions["fetchSession"] = Effect.fnUntraced(function* ({
  account,
  rpc,
  session: { context, expiry, permissions },
}) {
  const requested = mergeLimits(parsePermissions([{ expiry, permissions }])?.permissions ?? [])
  const key = decodeAddressWord(context)
  const call = <A>(data: string, decode: (returned: unknown) => A | null) =>
    fetchNodeOrNull(rpc, ["eth_call", { to: account, data }, "latest"], decode)
  const kept =
    key === null ? null : yield* call(encodeCall(sessionSelectors.sessions, key), decodeKeptSession)
  const toAllowance = (permission: SessionPermission): Effect.Effect<SessionAllowance, RpcError> =>
    permission._tag === "Unknown"
      ? Effect.succeed(permission)
      : Effect.map(
          key === null || kept === null
            ? Effect.succeed(null)
            : call(encodeCall(sessionSelectors.allowanceOf, key, permission.token ?? 0n), decodeWord),
          (left) => ({ ...permission, left }),
        )
  return {
    key: key && checksumAddress(key),
    expiry: toExpiry(kept?.expiry ?? expiry),
    status: kept === null ? "unknown" : kept.isActive ? "active" : "ended",
    allowances: yield* Effect.forEach(requested, toAllowance, { concurrency: 8 }),
  }
})
