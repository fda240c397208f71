import { sanitizeText } from "@wmodal/chains"
import { type PromptLine, ProviderError, type Signer } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { keccak256, stringToBytes, stringToHex } from "viem"
import * as z from "zod/mini"
import { decodeParams, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"
import type { RequestDescription } from "./UserWallet.ts"

/** The permissions that a dApp requests for later use without prompts. Source: ERC-7715, as of 2024. */
const GrantPermissionsParams = z.tuple([
  z.looseObject({
    expiry: z.number(),
    permissions: z.array(z.looseObject({ type: z.string() })).check(z.minLength(1), z.maxLength(50)),
  }),
])
const grantPermissionsText = "[{ expiry, permissions: [{ type, data }], … }]"

/**
 * The session ID of the smart-sessions service. It is signed like a message, so free text is rejected: it could be
 * a message that the user did not approve, such as a login.
 */
const RevokePermissionsParams = z.object({ pci: z.string().check(z.regex(/^[-\w]{1,200}$/)) })
const getSingleParam = (params: unknown): unknown => (Array.isArray(params) ? params[0] : params)

const permissionMethods = ["wallet_grantPermissions", "wallet_revokePermissions"] as const
type PermissionMethod = (typeof permissionMethods)[number]

export const isPermissionMethod = (method: string): method is PermissionMethod =>
  permissionMethods.some((one) => one === method)

/** Handles `wallet_grantPermissions`: returns the request with the context that the dApp refers to. */
export const grantPermissions = (
  params: unknown,
  { account, network }: { readonly account: string; readonly network: string },
): WalletResponse =>
  Effect.map(decodeParams(GrantPermissionsParams, params, grantPermissionsText), ([granted]) => ({
    ...granted,
    context: keccak256(stringToHex(JSON.stringify([account, network, granted]))),
  }))

/** Signs `wallet_revokePermissions` for the smart-sessions service. */
export const revokePermissions = (params: unknown, signer: Signer): WalletResponse =>
  Effect.gen(function* () {
    const { pci } = yield* decodeParams(RevokePermissionsParams, getSingleParam(params), "{ pci }")
    return yield* Effect.mapError(
      signer.signMessage(stringToBytes(pci)),
      ({ message }) => new ProviderError({ code: -32603, message }),
    )
  })

export const describePermissions = (
  method: PermissionMethod,
  params: unknown,
): Effect.Effect<RequestDescription, ProviderError> =>
  method === "wallet_grantPermissions"
    ? Effect.map(
        decodeParams(GrantPermissionsParams, params, grantPermissionsText),
        ([{ expiry, permissions }]) => ({
          title: "Let this app act without approval",
          acts: [
            {
              title: "No more questions",
              text: "The app can use these permissions without asking you, until they end.",
              check: "Let it act without asking me",
            },
          ],
          lines: [
            ...permissions.map(
              (permission): PromptLine => ({
                label: "Permissions",
                text: sanitizeText(JSON.stringify(permission), 100_000),
              }),
            ),
            { label: "Until", text: formatExpiry(expiry) },
          ],
        }),
      )
    : Effect.map(decodeParams(RevokePermissionsParams, getSingleParam(params), "{ pci }"), ({ pci }) => ({
        title: "Revoke this app's permissions",
        acts: [],
        lines: [{ label: "Permission", text: sanitizeText(pci, 200) }],
      }))

/** @param expiry Unix seconds */
const formatExpiry = (expiry: number): string => {
  const time = new Date(expiry * 1000)
  return Number.isNaN(time.getTime()) ? "no expiry" : time.toISOString()
}
