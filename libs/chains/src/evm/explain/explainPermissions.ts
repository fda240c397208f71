import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ExplainedField, RequestWarning, ReviewedRequest } from "../../contract/Explanation.ts"
import type { SessionPermission } from "../../contract/Session.ts"
import { emptyExplanation } from "../../explain/emptyExplanation.ts"
import { sanitizeLine } from "../../text/printable.ts"
import { encodeTextHex } from "../Hex.ts"
import { keccak256 } from "../keccak.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import { parsePermissions } from "./parsePermissions.ts"

/**
 * Explains a grant of permissions: what may be spent without asking, until when and by whom; `null` if it cannot be
 * read. `params` is JSON. Source: ERC-7715.
 */
export const explainPermissions = (
  params: string,
  { chainId, sources }: ExplainContext,
): Effect.Effect<ReviewedRequest> | null => {
  const session = parsePermissions(JSON.parse(params))
  if (session === null) return null
  const { chain, expiry, key, permissions } = session
  return Effect.gen(function* () {
    const described = yield* Effect.forEach(
      permissions,
      (permission) => describePermission(permission, chainId, sources),
      { concurrency: 8 },
    )
    const time = expiry === null ? null : new Date(expiry * 1000)
    return {
      calls: [
        {
          ...emptyExplanation,
          intent: "Spend without asking you",
          fields: [
            ...described.map(({ field }) => field),
            {
              label: "Until",
              text: time === null ? "it is revoked" : formatTime(time),
              value: { _tag: "Text" },
            },
            ...(key === null ? [] : [toKeyField(key, sources.getName(key))]),
          ],
          digest: keccak256(encodeTextHex(params)),
        },
      ],
      dangers: [
        ...described.flatMap(({ dangers }) => dangers),
        ...(expiry === null ? [{ _tag: "EndlessSession" } as const] : []),
        ...(chain === null || chain === `${chainId}` ? [] : [{ _tag: "OtherChain", said: chain } as const]),
        // Without a known key, it is open who can spend.
        ...(key === null ? [{ _tag: "Blind" } as const] : []),
      ],
      trial: null,
    }
  })
}

const formatTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`

const toKeyField = (address: string, name: string | null): ExplainedField => ({
  label: "Who may spend",
  text: address,
  value: { _tag: "Address", address, name },
})

interface DescribedPermission {
  readonly field: ExplainedField
  readonly dangers: readonly RequestWarning[]
}

const describePermission = (
  permission: SessionPermission,
  chainId: bigint,
  sources: ExplainContext["sources"],
): Effect.Effect<DescribedPermission> =>
  Effect.gen(function* () {
    if (permission._tag === "Unknown") {
      const { data, type } = permission
      return {
        field: { label: "Permission", text: `${type} ${data}`, value: { _tag: "Text" } },
        dangers: [{ _tag: "UnknownPermission", type }],
      }
    }
    const { limit, token } = permission
    const currency =
      token === null
        ? (sources.network(chainId)?.currency ?? null)
        : yield* Effect.orElseSucceed(sources.token(token, chainId), () => null)
    const symbol = currency === null ? (token ?? "") : sanitizeLine(currency.symbol, 32)
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
        value: { _tag: "Amount", units: limit ?? 0n, token, unlimited: limit === null },
      },
      dangers: limit === null ? [{ _tag: "UnlimitedSession", symbol }] : [],
    }
  })
