import { type SessionPermission, sanitizeText } from "@wmodal/chains"
import { isEndless, parsePermissions, type RequestedSession, unlimitedNative } from "@wmodal/chains/internal"
import { type PromptLine, ProviderError, type Signer } from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  formatUnits,
  type Hex,
  isHex,
  maxUint48,
  maxUint256,
  size,
  sliceHex,
  stringToBytes,
  toHex,
  zeroAddress,
} from "viem"
import * as z from "zod/mini"
import { smartAccountAbi } from "../../evm/smartAccount.ts"
import { getKnownTokens } from "../../phone/wallet/makeKeyedWallet.ts"
import { decodeParams, invalidParamsError, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"
import type { RequestDescription } from "./UserWallet.ts"

/**
 * The session ID of the smart-sessions service. It is signed like a message, so free text is rejected: it could be
 * a message that the user did not approve, such as a login.
 */
const RevokePermissionsParams = z.object({
  pci: z.string().check(z.regex(/^[-\w]{1,200}$/)),
  /** The context of the grant; without it, the service's own is used. */
  context: z.optional(z.custom<Hex>((value) => isHex(value) && size(value) === 32)),
})
const revokeText = "{ pci }"
const getSingleParam = (params: unknown): unknown => (Array.isArray(params) ? params[0] : params)

const permissionMethods = ["wallet_grantPermissions", "wallet_revokePermissions"] as const
type PermissionMethod = (typeof permissionMethods)[number]

export const isPermissionMethod = (method: string): method is PermissionMethod =>
  permissionMethods.some((one) => one === method)

const grantRejected = () =>
  invalidParamsError("[{ expiry, signer, permissions: [{ type, data }], … }], as of ERC-7715")

const decodeGrant = (params: unknown): Effect.Effect<RequestedSession, ProviderError> => {
  const session = parsePermissions(params)
  const [unread] = session?.unread ?? []
  if (unread !== undefined) return Effect.fail(invalidParamsError(`no member ${unread.name}`))
  return session === null ? Effect.fail(grantRejected()) : Effect.succeed(session)
}

/** A grant that the account's contract can enforce. */
export interface EnforcedGrant {
  /** The account's call of itself. */
  readonly data: Hex
  /** What the dApp refers to the grant by: the session's key. */
  readonly context: Hex
  /** Unix seconds; the contract's largest time without an end. */
  readonly expiry: number
  readonly permissions: readonly { readonly type: string; readonly data: unknown }[]
}

/** Returns the grant of `wallet_grantPermissions`. Fails for permissions that the account's contract cannot enforce. */
export const toEnforcedGrant = Effect.fnUntraced(function* (
  params: unknown,
): Effect.fn.Return<EnforcedGrant, ProviderError> {
  const { expiry, key, permissions } = yield* decodeGrant(params)
  if (key === null) return yield* invalidParamsError('a signer of the type "account", with its address')
  const limits = yield* Effect.forEach(permissions, (permission) =>
    permission._tag === "Spend"
      ? Effect.succeed({
          token: (permission.token ?? zeroAddress) as Hex,
          amount: permission.limit ?? maxUint256,
        })
      : Effect.fail(
          new ProviderError({
            code: 4200,
            message: `The account cannot limit this permission: ${permission.type}`,
          }),
        ),
  )
  const signer = key as Hex
  const until = expiry ?? Number(maxUint48)
  return {
    expiry: until,
    permissions: limits.map(({ amount, token }) =>
      token === zeroAddress
        ? { type: "native-token-transfer", data: { allowance: toHex(amount) } }
        : { type: "erc20-token-transfer", data: { allowance: toHex(amount), address: token } },
    ),
    data: encodeFunctionData({
      abi: smartAccountAbi,
      functionName: "grantSession",
      args: [signer, until, limits],
    }),
    context: encodeAbiParameters([{ type: "address" }], [signer]),
  }
})

/** Returns the account's call that ends the session of a context. */
export const encodeRevocation = (context: Hex): Hex => {
  const [key] = decodeAbiParameters([{ type: "address" }], context)
  return encodeFunctionData({ abi: smartAccountAbi, functionName: "revokeSession", args: [key] })
}

/** Returns the session ID and the context, if given, of `wallet_revokePermissions`. */
export const decodeRevocation = (params: unknown) =>
  decodeParams(RevokePermissionsParams, getSingleParam(params), revokeText)

/** Signs a session ID for the smart-sessions service. */
export const signSessionId = (pci: string, signer: Signer): WalletResponse =>
  Effect.mapError(
    signer.signMessage(stringToBytes(pci)),
    ({ message }) => new ProviderError({ code: -32603, message }),
  )

export const describePermissions = (
  method: PermissionMethod,
  params: unknown,
  { blockchain, network }: { readonly blockchain: string; readonly network: Network },
): Effect.Effect<RequestDescription, ProviderError> =>
  method === "wallet_grantPermissions"
    ? Effect.map(decodeGrant(params), ({ expiry, key, permissions }) => ({
        title: "Let this app spend without asking",
        acts: [
          {
            title: "No more questions",
            text: "The app can spend this without asking you, until it ends.",
            check: "Let it spend without asking me",
          },
          ...(permissions.some(isUnlimited) || isEndless(expiry, Date.now() / 1000)
            ? [
                {
                  title: "It has no end in sight",
                  text: "It may take everything, or go on for years or until you revoke it.",
                  check: "Allow it without a limit",
                },
              ]
            : []),
        ],
        lines: [
          ...permissions.map(
            (permission): PromptLine => ({
              label: "At most",
              text: formatPermission(permission, network, blockchain),
            }),
          ),
          { label: "Until", text: expiry === null ? "it is revoked" : new Date(expiry * 1000).toISOString() },
          { label: "Who may spend", text: key ?? "an unknown key" },
        ],
      }))
    : Effect.map(decodeRevocation(params), ({ context, pci }) => ({
        title: "Revoke this app's permissions",
        acts: [],
        lines: [
          { label: "Permission", text: sanitizeText(pci, 200) },
          ...(context === undefined ? [] : [{ label: "Who may spend", text: sliceHex(context, 12) }]),
        ],
      }))

const isUnlimited = (permission: SessionPermission): boolean =>
  permission._tag === "Unknown" ||
  permission.limit === null ||
  (permission.token === null && permission.limit >= unlimitedNative)

const formatPermission = (permission: SessionPermission, network: Network, blockchain: string): string => {
  if (permission._tag === "Unknown") return sanitizeText(`${permission.type} ${permission.data}`, 2000)
  const { limit, token } = permission
  const known = getKnownTokens(network, blockchain).find(
    ({ address }) => address !== null && address.toLowerCase() === token?.toLowerCase(),
  )
  const unit = token === null ? network.nativeCurrency : known
  if (unit === undefined) return `${limit === null ? "any amount" : `${limit} units`} of ${token}`
  return `${limit === null ? "any amount of" : formatUnits(limit, unit.decimals)} ${unit.symbol}`
}
