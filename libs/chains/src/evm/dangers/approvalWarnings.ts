import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi } from "viem"
import type { RequestWarning } from "../../contract/Explanation.ts"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { decodeTokenText, decodeUint } from "../contracts/contractAbi.ts"
import { isHexAddress } from "../Hex.ts"
import { formatParty } from "./formatParty.ts"
import { isUnlimitedApproval, type TokenApproval, toApprovalKey } from "./TokenApproval.ts"

/** The maximum number of distinct approvals; an honest request has fewer. */
const maxDistinctApprovals = 50

/**
 * Fetches warnings for approvals of a whole balance: by their amount, or because they reach the total supply. If no
 * node reports the supply, the amount alone counts.
 * @param approvals `null` stands for a request that was not fully decoded
 */
export const fetchApprovalWarnings = (
  rpc: Rpc,
  approvals: readonly (TokenApproval | null)[],
): Effect.Effect<readonly RequestWarning[]> => {
  const known = approvals.filter((approval) => approval !== null)
  const each = [...new Map(known.map((approval) => [toApprovalKey(approval), approval])).values()]
  return Effect.map(
    Effect.forEach(each.slice(0, maxDistinctApprovals), (approval) => toApprovalWarning(rpc, approval), {
      concurrency: 8,
    }),
    (dangers) => [
      ...dangers.filter((danger) => danger !== null),
      ...(each.length > maxDistinctApprovals || known.length < approvals.length
        ? [{ _tag: "Blind" } as const]
        : []),
    ],
  )
}

const toApprovalWarning = (rpc: Rpc, approval: TokenApproval): Effect.Effect<RequestWarning | null> => {
  const { amount, spender, token } = approval
  const ask = <A>(
    functionName: "decimals" | "symbol" | "totalSupply",
    decode: (returned: unknown) => A | null,
  ) => {
    const call = { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName }) }
    return isHexAddress(token)
      ? Effect.catch(fetchNodeOrNull(rpc, ["eth_call", call, "latest"], decode), () => Effect.succeed(null))
      : Effect.succeed(null)
  }
  const told = Effect.map(
    ask("symbol", decodeTokenText),
    (symbol): RequestWarning => ({
      _tag: "UnlimitedApproval",
      token: formatParty(token),
      symbol: sanitizeLine(symbol ?? "", 32),
      spender: formatParty(spender),
    }),
  )
  if (amount === "all" || isUnlimitedApproval(approval)) return told
  if (amount === 0n) return Effect.succeed(null)
  return Effect.flatMap(
    // A contract without decimals is a collectible, and the amount is its id.
    Effect.all([ask("totalSupply", decodeUint), ask("decimals", decodeUint)], {
      concurrency: "unbounded",
    }),
    ([supply, decimals]) =>
      supply !== null && supply > 0n && decimals !== null && amount >= supply ? told : Effect.succeed(null),
  )
}
