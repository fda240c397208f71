import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, zeroAddress } from "viem"
import type { RequestWarning } from "../../contract/Explanation.ts"
import type { Allowance } from "../../effects/Allowance.ts"
import { getTaking, type Taking } from "../../effects/getTaking.ts"
import { fetchNode, fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { decodeTokenText, decodeUint, encodeBalanceOf } from "../contracts/contractAbi.ts"
import { isHexAddress, isHexBytes } from "../Hex.ts"
import { isDelegation } from "../isDelegated.ts"
import { toRevertReason } from "../revertReason.ts"
import { formatParty } from "./formatParty.ts"
import { isUnlimitedApproval, type TokenApproval, toApprovalKey } from "./TokenApproval.ts"

/** The maximum number of distinct approvals; an honest request has fewer. */
const maxDistinctApprovals = 50

/** Whose assets are approved. Plain addresses in any case. */
export interface ApprovingAccount {
  readonly from: string
  /** The other accounts of the same wallet. */
  readonly own: readonly string[]
}

/**
 * Fetches the warnings of what may be taken later: how much of what the account has, and by whom.
 * @param approvals `null` stands for a request that was not fully decoded
 */
export const fetchApprovalWarnings = (
  rpc: Rpc,
  approvals: readonly (TokenApproval | null)[],
  account: ApprovingAccount,
): Effect.Effect<readonly RequestWarning[]> => {
  const known = approvals.filter((approval) => approval !== null)
  const each = new Map<string, { readonly approval: TokenApproval; times: number }>()
  for (const approval of known) {
    const slices = each.get(toApprovalKey(approval))
    if (slices === undefined) each.set(toApprovalKey(approval), { approval, times: 1 })
    else slices.times += 1
  }
  return Effect.gen(function* () {
    const found = yield* Effect.forEach(
      [...each.values()].slice(0, maxDistinctApprovals),
      ({ approval, times }) =>
        Effect.map(fetchAllowance(rpc, approval, account), (allowance) => ({ approval, allowance, times })),
      { concurrency: 8 },
    )
    const sums = sumSlices(found)
    const dangers = yield* Effect.forEach(
      found,
      ({ allowance, approval }) => {
        const sum = sums.get(approval.token.toLowerCase())
        const taking =
          getTaking(allowance) ?? (sum === undefined ? null : getTaking({ ...allowance, units: sum }))
        return taking === null ? Effect.succeed(null) : fetchApprovalWarning(rpc, approval, taking)
      },
      { concurrency: 8 },
    )
    return [
      ...dangers.filter((danger) => danger !== null),
      ...(each.size > maxDistinctApprovals || known.length < approvals.length
        ? [{ _tag: "Blind" } as const]
        : []),
    ]
  })
}

interface FoundAllowance {
  readonly approval: TokenApproval
  readonly allowance: Allowance
  /** How often the request has it. */
  readonly times: number
}

/** Returns what spenders without code may take together of each token: slices may be small, and the whole not. */
const sumSlices = (found: readonly FoundAllowance[]): ReadonlyMap<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { allowance, approval, times } of found) {
    const { spender, units } = allowance
    const token = approval.token.toLowerCase()
    if (typeof units === "bigint" && (spender === "account" || spender === "unknown"))
      sums.set(token, (sums.get(token) ?? 0n) + units * BigInt(times))
  }
  return sums
}

const fetchApprovalWarning = (
  rpc: Rpc,
  { spender, token, until }: TokenApproval,
  taking: Taking,
): Effect.Effect<RequestWarning> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "symbol" })
  return Effect.map(askToken(rpc, token, data, decodeTokenText), (symbol) => {
    const named = {
      token: formatParty(token),
      symbol: sanitizeLine(symbol ?? "", 32),
      spender: formatParty(spender),
      ...(until !== undefined && { until }),
    }
    return taking === "unlimited"
      ? { _tag: "UnlimitedApproval", ...named }
      : { _tag: "LargeApproval", taking, ...named }
  })
}

const fetchAllowance = (
  rpc: Rpc,
  approval: TokenApproval,
  { from, own }: ApprovingAccount,
): Effect.Effect<Allowance> => {
  const { amount, isItem = false, isTakenAtOnce = false, spender, token, until = null } = approval
  const isOwn = [zeroAddress, from, ...own].some((one) => one.toLowerCase() === spender.toLowerCase())
  const unasked = { held: null, supply: null, until } as const
  if (isOwn) return Effect.succeed({ ...unasked, units: amount, spender: "own" })
  if (amount === "all") return Effect.succeed({ ...unasked, units: "all", spender: "unknown" })
  const ask = (data: string) => (isItem ? Effect.succeed(null) : askToken(rpc, token, data, decodeUint))
  return Effect.map(
    Effect.all(
      {
        supply: ask(encodeFunctionData({ abi: erc20Abi, functionName: "totalSupply" })),
        // A contract without decimals is a collection, and the amount is an id.
        decimals: isItem ? Effect.succeed(null) : askDecimals(rpc, token),
        held: ask(encodeBalanceOf(from)),
        spender: Effect.map(fetchPartyKind(rpc, spender), (kind) =>
          isTakenAtOnce && kind === "contract" ? "unknown" : kind,
        ),
      },
      { concurrency: "unbounded" },
    ),
    ({ decimals, held, spender, supply }): Allowance =>
      decimals === null && !isUnlimitedApproval(approval)
        ? { ...unasked, units: "item", spender }
        : {
            units: amount,
            spender,
            // Without decimals the amount may be an id, which is no part of a balance.
            held: (decimals === undefined ? null : held) ?? null,
            supply: supply ?? null,
            until,
          },
  )
}

/**
 * Returns what a token answers: `null` if its contract rejects the question, or answers something else; `undefined` if
 * no node says, also because of a limit of its own.
 */
const askToken = <A>(
  rpc: Rpc,
  token: string,
  data: string,
  decode: (returned: unknown) => A | null,
): Effect.Effect<A | null | undefined> =>
  isHexAddress(token)
    ? Effect.catch(fetchNode(rpc, ["eth_call", { to: token, data }, "latest"], decode), ({ reason }) =>
        Effect.succeed(reason._tag === "Malformed" || toRevertReason(reason) !== null ? null : undefined),
      )
    : Effect.succeed(undefined)

/** Returns the decimals as `askToken` does. An address without code answers nothing to everything: it is no collection. */
const askDecimals = (rpc: Rpc, token: string): Effect.Effect<bigint | null | undefined> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "decimals" })
  const decode = (returned: unknown) => (returned === "0x" ? ("nothing" as const) : decodeUint(returned))
  return Effect.flatMap(askToken<bigint | "nothing">(rpc, token, data, decode), (decimals) =>
    decimals === "nothing"
      ? Effect.map(fetchPartyKind(rpc, token), (kind) => (kind === "contract" ? null : undefined))
      : Effect.succeed(decimals),
  )
}

/** An account that only delegates to code (EIP-7702) still has a key. */
const fetchPartyKind = (rpc: Rpc, spender: string): Effect.Effect<Allowance["spender"]> =>
  isHexAddress(spender)
    ? Effect.map(
        Effect.catch(
          fetchNodeOrNull(rpc, ["eth_getCode", spender, "latest"], (code) =>
            isHexBytes(code) ? code : null,
          ),
          () => Effect.succeed(null),
        ),
        (code) => (code === null ? "unknown" : code === "0x" || isDelegation(code) ? "account" : "contract"),
      )
    : Effect.succeed("unknown")
