import { Clock, formatAmount, type Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc20Abi, keccak256, stringToBytes } from "viem"
import type { ExplainedField, RequestWarning, ReviewedRequest } from "../../contract/Explanation.ts"
import type { SessionPermission } from "../../contract/Session.ts"
import { getTaking } from "../../effects/getTaking.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { formatMinute } from "../../text/formatMinute.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { decodeUint } from "../contracts/contractAbi.ts"
import { fetchApprovalWarnings } from "../dangers/approvalWarnings.ts"
import { parseQuantity } from "../Hex.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import { isEndless, parsePermissions, unlimitedNative } from "./parsePermissions.ts"

/**
 * Explains a grant of permissions: what may be spent without asking, until when and by whom; `null` if it cannot be
 * read. The wallet gets all members of the request, so those that are not known are shown and take an act. `params` is
 * JSON. Source: ERC-7715.
 */
export const explainPermissions = (
  params: string,
  { chainId, from, sources }: ExplainContext,
  rpc: Rpc,
  own: readonly string[] = [],
): Effect.Effect<ReviewedRequest> | null => {
  const session = parsePermissions(JSON.parse(params))
  if (session === null) return null
  const { chain, expiry, key, permissions } = session
  const unread = session.unread.filter(({ data, name }) => name !== "address" || !names(data, from))
  const until = expiry === null ? null : expiry * 1000
  return Effect.gen(function* () {
    const described = yield* Effect.forEach(
      permissions,
      (permission) => describePermission(permission, { chainId, sources, rpc, until }),
      { concurrency: 8 },
    )
    const symbol = sources.network(chainId)?.currency.symbol ?? ""
    const takings =
      key === null
        ? []
        : yield* fetchTakings(
            rpc,
            described.flatMap(({ spends }) => spends ?? []),
            { from, key, own, symbol, until },
          )
    const now = yield* Clock.currentTimeMillis
    return {
      calls: [
        {
          ...emptyExplanation,
          intent: "Spend without asking you",
          fields: [
            ...described.map(({ field }) => field),
            ...unread.map(({ data, name }) => toTextField("Not known", `${name} ${data}`)),
            toTextField("Until", until === null ? "it is revoked" : formatMinute(until)),
            ...(key === null ? [] : [toKeyField(key, sources.getName(key))]),
          ],
          digest: keccak256(stringToBytes(params)),
        },
      ],
      dangers: [
        ...described.flatMap(({ dangers }) => dangers),
        ...takings,
        ...unread.map(({ name }) => ({ _tag: "UnknownPermission", type: name }) as const),
        ...(isEndless(expiry, now / 1000) ? [{ _tag: "EndlessSession" } as const] : []),
        ...(chain === null || chain === `${chainId}` ? [] : [{ _tag: "OtherChain", said: chain } as const]),
        // Without a known key, it is open who can spend.
        ...(key === null ? [{ _tag: "Blind" } as const] : []),
      ],
      trial: null,
    }
  })
}

/** Returns whether the JSON of a member is the account that is asked. */
const names = (data: string, account: string) => data.toLowerCase() === `"${account.toLowerCase()}"`

/** An amount that a session may spend; `token` is `null` for the native currency. */
type Spend = Extract<SessionPermission, { readonly _tag: "Spend" }> & { readonly limit: bigint }

/** Fetches the warnings of what a session may take of what the account has, like an allowance of its key. */
const fetchTakings = (
  rpc: Rpc,
  spends: readonly Spend[],
  {
    from,
    key,
    own,
    symbol,
    until,
  }: {
    readonly from: string
    readonly key: string
    readonly own: readonly string[]
    readonly symbol: string
    readonly until: number | null
  },
): Effect.Effect<readonly RequestWarning[]> => {
  const end = until === null ? {} : { until }
  const approvals = spends.flatMap(({ limit, token }) =>
    token === null ? [] : [{ token, spender: key, amount: limit, ...end }],
  )
  const units = spends.reduce((sum, { limit, token }) => (token === null ? sum + limit : sum), 0n)
  const isOwn = [from, ...own].some((one) => one.toLowerCase() === key.toLowerCase())
  const ofCurrency: Effect.Effect<readonly RequestWarning[]> = Effect.map(
    fetchNodeOrNull(rpc, ["eth_getBalance", from, "latest"], parseQuantity).pipe(
      Effect.catch(() => Effect.succeed(null)),
    ),
    (held) => {
      const taking = getTaking({ units, spender: isOwn ? "own" : "account", held, supply: null, until })
      return taking === null || taking === "unlimited"
        ? []
        : [{ _tag: "LargeApproval", taking, token: symbol, symbol, spender: key, ...end }]
    },
  )
  return Effect.map(
    Effect.all([fetchApprovalWarnings(rpc, approvals, { from, own }), ofCurrency], {
      concurrency: "unbounded",
    }),
    (found) => found.flat(),
  )
}

const toTextField = (label: string, text: string): ExplainedField => ({
  label,
  text,
  value: { _tag: "Text" },
})

const toKeyField = (address: string, name: string | null): ExplainedField => ({
  label: "Who may spend",
  text: address,
  value: { _tag: "Address", address, name },
})

interface DescribedPermission {
  readonly field: ExplainedField
  readonly dangers: readonly RequestWarning[]
  /** Absent if it is unlimited, or not known. */
  readonly spends?: Spend
}

/** A hundredth of all there is of a token limits nothing. */
const unlimitedShare = 100n

const describePermission = (
  permission: SessionPermission,
  {
    chainId,
    rpc,
    sources,
    until,
  }: {
    readonly chainId: bigint
    readonly sources: ExplainContext["sources"]
    readonly rpc: Rpc
    /** UTC milliseconds; `null` if the session never expires. */
    readonly until: number | null
  },
): Effect.Effect<DescribedPermission> =>
  Effect.gen(function* () {
    if (permission._tag === "Unknown") {
      const { data, type } = permission
      return {
        field: toTextField("Permission", `${type} ${data}`),
        dangers: [{ _tag: "UnknownPermission", type }],
      }
    }
    const { limit, token } = permission
    const currency =
      token === null
        ? (sources.network(chainId)?.currency ?? null)
        : yield* Effect.orElseSucceed(sources.token(token, chainId), () => null)
    const symbol = currency === null ? (token ?? "") : sanitizeLine(currency.symbol, 32) || (token ?? "")
    const isUnlimited =
      limit === null ||
      (token === null ? limit >= unlimitedNative : limit * unlimitedShare >= (yield* fetchSupply(rpc, token)))
    // The amount of an unknown token has no meaning that could be compared.
    const text =
      limit === null
        ? `any amount of ${symbol}`
        : currency === null
          ? `${limit} units of ${symbol}`
          : `${formatAmount(limit, currency.decimals)} ${symbol}`
    return {
      field: {
        label: "At most",
        text,
        value: { _tag: "Amount", units: limit ?? 0n, token, unlimited: isUnlimited },
      },
      dangers: isUnlimited ? [{ _tag: "UnlimitedSession", symbol, ...(until !== null && { until }) }] : [],
      ...(!isUnlimited && limit !== null && { spends: { ...permission, limit } }),
    }
  })

/** Without a supply there is no amount that a limit could be a part of. */
const fetchSupply = (rpc: Rpc, token: string): Effect.Effect<bigint> => {
  const call = { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: "totalSupply" }) }
  return Effect.map(
    Effect.catch(fetchNodeOrNull(rpc, ["eth_call", call, "latest"], decodeUint), () => Effect.succeed(null)),
    (supply) => supply ?? 0n,
  )
}
