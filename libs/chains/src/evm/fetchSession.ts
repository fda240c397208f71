import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { decodeFunctionResult, encodeFunctionData, parseAbi, zeroAddress } from "viem"
import type { ContractActions } from "../contract/ChainActions.ts"
import type { SessionAllowance, SessionPermission } from "../contract/Session.ts"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { checksumAddress } from "./checksumAddress.ts"
import { decodeAddress, decodeReturned, decodeUint, toHexAddress } from "./contracts/contractAbi.ts"
import { parsePermissions, toExpiry } from "./explain/parsePermissions.ts"

/**
 * Views of an account that keeps its sessions by their key. What is left is of the native currency for the zero
 * address.
 */
const sessionAbi = parseAbi([
  "function sessions(address key) view returns (uint48 expiry, uint256 round, bool isActive)",
  "function allowanceOf(address key, address token) view returns (uint256 left)",
])

const decodeKeptSession = decodeReturned((data) => {
  const [expiry, , isActive] = decodeFunctionResult({ abi: sessionAbi, functionName: "sessions", data })
  // An account without this view may answer anything, as one with a fallback does. viem ignores further bytes.
  return data.length < 2 + 4 * 64 && expiry < 2 ** 48 ? { expiry, isActive } : null
})

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
  const key = decodeAddress(context)
  const call = <A>(data: string, decode: (returned: unknown) => A | null) =>
    fetchNodeOrNull(rpc, ["eth_call", { to: account, data }, "latest"], decode)
  const kept =
    key === null
      ? null
      : yield* call(
          encodeFunctionData({ abi: sessionAbi, functionName: "sessions", args: [key] }),
          decodeKeptSession,
        )
  const toAllowance = (permission: SessionPermission): Effect.Effect<SessionAllowance, RpcError> =>
    permission._tag === "Unknown"
      ? Effect.succeed(permission)
      : Effect.map(
          key === null || kept === null
            ? Effect.succeed(null)
            : call(
                encodeFunctionData({
                  abi: sessionAbi,
                  functionName: "allowanceOf",
                  args: [key, toHexAddress(permission.token ?? zeroAddress)],
                }),
                decodeUint,
              ),
          (left) => ({ ...permission, left }),
        )
  return {
    key: key && checksumAddress(key),
    expiry: toExpiry(kept?.expiry ?? expiry),
    status: kept === null ? "unknown" : kept.isActive ? "active" : "ended",
    allowances: yield* Effect.forEach(requested, toAllowance, { concurrency: 8 }),
  }
})
