import * as z from "zod/mini"
import type { SessionPermission } from "../../contract/Session.ts"
import { toWholeLine } from "../../explain/limitReview.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { isHexAddress, parseQuantity } from "../Hex.ts"

/** The content of a `wallet_grantPermissions` request. Source: ERC-7715. */
export interface RequestedSession {
  /** Checksummed address of the key that signs for the session; `null` if the request names none that is known. */
  readonly key: string | null
  /** The chain id in decimal, empty if it is no number; `null`: the chain in use. */
  readonly chain: string | null
  /** Unix seconds; `null`: it never expires. */
  readonly expiry: number | null
  readonly permissions: readonly [SessionPermission, ...SessionPermission[]]
  /** The members that are not known, which a wallet may read. `data` is drawn. */
  readonly unread: readonly { readonly name: string; readonly data: string }[]
}

const Request = z.tuple([
  z.looseObject({
    expiry: z.optional(z.nullable(z.number().check(z.nonnegative()))),
    signer: z.optional(z.unknown()),
    chainId: z.optional(z.unknown()),
    permissions: z
      .array(z.looseObject({ type: z.string(), data: z.optional(z.unknown()) }))
      .check(z.minLength(1), z.maxLength(50)),
  }),
])

/** A signer that is an account, or one of which the request names the address. */
const AccountSigner = z.strictObject({
  type: z.literal("account"),
  data: z.strictObject({ address: z.string() }),
})

const Limit = z.looseObject({ allowance: z.optional(z.unknown()), address: z.optional(z.unknown()) })

/** From this amount on, a limit limits nothing. */
const unlimitedFrom = 2n ** 128n

/** Times from here on are no expiry: the year 2100. */
const endlessFrom = 4_102_444_800

/** Parses the parameters of `wallet_grantPermissions`; `null` if they are of another form. */
export const parsePermissions = (params: unknown): RequestedSession | null => {
  // A parser may take such a member for none.
  if (JSON.stringify(params ?? null).includes('"__proto__":')) return null
  const parsed = Request.safeParse(params)
  if (!parsed.success) return null
  const [{ chainId, expiry = null, permissions, signer, ...others }] = parsed.data
  const [first, ...rest] = permissions.map(toPermission)
  if (first === undefined) return null
  return {
    key: toKey(signer),
    chain: chainId === undefined ? null : `${parseQuantity(chainId) ?? ""}`,
    expiry: toExpiry(expiry),
    permissions: [first, ...rest],
    unread: Object.entries(others).map(([name, data]) => ({
      name: toWholeLine(name),
      data: toWholeLine(JSON.stringify(data)),
    })),
  }
}

/** Base units of 18 decimals from which on a limit of a native currency limits nothing: a million. */
export const unlimitedNative = 10n ** 24n

/** Seconds of a year: a session that lasts longer has no end in sight. */
const longSession = 366 * 86_400

/** Reports that a session ends in more than a year, or never. @param now Unix seconds */
export const isEndless = (expiry: number | null, now: number): boolean =>
  expiry === null || expiry > now + longSession

/** Returns an expiry in Unix seconds; `null` for one that no user sees. */
export const toExpiry = (expiry: number | null): number | null =>
  expiry === null || expiry === 0 || expiry >= endlessFrom ? null : expiry

const toKey = (signer: unknown): string | null => {
  const account = AccountSigner.safeParse(signer)
  return account.success && isHexAddress(account.data.data.address)
    ? checksumAddress(account.data.data.address)
    : null
}

const toPermission = ({
  type,
  data,
  ...others
}: {
  readonly type: string
  readonly data?: unknown
}): SessionPermission => {
  const isWhole = Object.keys(others).length === 0
  const unknown = {
    _tag: "Unknown",
    type: toWholeLine(type),
    data: toWholeLine(JSON.stringify(isWhole ? (data ?? null) : { data, ...others })),
  } as const
  const parsed = Limit.safeParse(data)
  // A member that is not read here, such as rules, could widen the permission.
  if (!parsed.success || !isWhole) return unknown
  // A condition that is not read here could widen the permission.
  const known = type === "native-token-transfer" ? ["allowance"] : ["allowance", "address"]
  if (Object.keys(parsed.data).some((name) => !known.includes(name))) return unknown
  const { address, allowance } = parsed.data
  const amount = allowance === undefined ? null : parseQuantity(allowance)
  if (allowance !== undefined && amount === null) return unknown
  const limit = amount === null || amount >= unlimitedFrom ? null : amount
  if (type === "native-token-transfer") return { _tag: "Spend", token: null, limit }
  const token = isHexAddress(address) ? checksumAddress(address) : null
  return type === "erc20-token-transfer" && token !== null ? { _tag: "Spend", token, limit } : unknown
}
