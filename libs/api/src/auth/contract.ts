import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"
import { SdkQuery } from "../contract/SdkQuery.ts"

/** Source of all paths here: the AppKit 1.7.2 wire. The host is the wallet directory's. */
export const getAuthNonce = defineCall("GET", "/auth/v1/nonce", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  /** The previous session, if any. */
  headers: ["authorization"],
  /** `token` is sent with the signature, so that the server need not store the nonce. */
  response: z.looseObject({ nonce: z.string(), token: z.string() }),
})

/** The signing wallet. */
export const WalletInfo = z.union([
  z.looseObject({
    type: z.enum(["walletconnect", "extension", "unknown"]),
    name: z.optional(z.string()),
    icon: z.optional(z.string()),
  }),
  z.looseObject({ type: z.literal("social"), social: z.string(), identifier: z.string() }),
])
export type WalletInfo = z.output<typeof WalletInfo>

/** A POST with the query of the GETs. */
export const postAuthenticate = defineCall("POST", "/auth/v1/authenticate", {
  query: SdkQuery,
  body: z.object({
    /** EIP-4361 text, its chain id bare. */
    message: z.string(),
    signature: z.string(),
    /** The `did:key` of a WalletConnect client. */
    clientId: z.optional(z.nullable(z.string())),
    walletInfo: z.optional(WalletInfo),
  }),
  contentType: null,
  /** The `token` of the nonce. */
  headers: ["x-nonce-jwt"],
  /** The session, a JWT. */
  response: z.looseObject({ token: z.string() }),
})

/** The signed-in account. `chainId` is EIP-155's number. */
export const AuthSession = z.looseObject({ address: z.string(), chainId: z.number() })
export type AuthSession = z.output<typeof AuthSession>

/** Returns the account of a session token. */
export const getAuthMe = defineCall("GET", "/auth/v1/me", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  headers: ["authorization"],
  response: AuthSession,
})

/** The AppKit names this call and the next without making them: the bodies are defined here. */
export const patchAuthMetadata = defineCall("PATCH", "/auth/v1/update-user-metadata", {
  query: SdkQuery,
  body: z.record(z.string(), z.unknown()),
  contentType: null,
  headers: ["authorization"],
  response: z.optional(z.unknown()),
})

/** Ends the session of a token. */
export const postAuthSignOut = defineCall("POST", "/auth/v1/sign-out", {
  query: SdkQuery,
  body: z.undefined(),
  contentType: null,
  headers: ["authorization"],
  response: z.optional(z.unknown()),
})
