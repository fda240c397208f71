import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"
import { HexText } from "../contract/IntegerText.ts"

const SessionRule = z.looseObject({ type: z.string(), data: z.unknown() })

/** The permissions of an app on a smart account. Times in seconds. */
export const SmartSession = z.looseObject({
  project: z.looseObject({
    id: z.string(),
    name: z.string(),
    url: z.nullish(z.string()),
    iconUrl: z.nullish(z.string()),
  }),
  /** The id of the permission. */
  pci: z.string(),
  expiry: z.number(),
  createdAt: z.number(),
  permissions: z.array(SessionRule),
  policies: z.array(SessionRule),
  context: z.string(),
  revokedAt: z.nullish(z.number()),
})
export type SmartSession = z.output<typeof SmartSession>

/** `id` is CAIP-10. Source of all paths here: the AppKit 1.7.2 wire. */
export const getSessions = defineCall("GET", "/v1/sessions/:id", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  response: z.looseObject({ pcis: z.array(SmartSession) }),
})

/** The terms of a session. Apps add further fields. */
export const SessionTerms = z.looseObject({
  /** Seconds. */
  expiry: z.optional(z.number()),
  /** The signer of the session. */
  signer: z.optional(z.unknown()),
  permissions: z.optional(z.array(SessionRule)),
  policies: z.optional(z.array(SessionRule)),
})
export type SessionTerms = z.output<typeof SessionTerms>

/** The server's signing key, and the id of the permission. */
export const GrantedSession = z.looseObject({
  pci: z.string(),
  key: z.looseObject({ type: z.literal("secp256k1"), publicKey: HexText }),
})
export type GrantedSession = z.output<typeof GrantedSession>

/** Opens a session with the server's own key in addition to the app's, which calls this itself. `id` is CAIP-10. */
export const postSession = defineCall("POST", "/v1/sessions/:id", {
  query: z.object({ projectId: z.string() }),
  body: SessionTerms,
  contentType: "application/json",
  response: GrantedSession,
})

/** Sends the wallet's context of a session; the app calls this itself. `id` is CAIP-10. The response may be empty. */
export const postSessionActivate = defineCall("POST", "/v1/sessions/:id/activate", {
  query: z.object({ projectId: z.string() }),
  body: z.extend(SessionTerms, { pci: z.string(), context: z.string() }),
  contentType: "application/json",
  response: z.optional(z.unknown()),
})

/** `address` is plain or, from some apps, CAIP-10. */
export const postSessionRevoke = defineCall("POST", "/v1/sessions/:address/revoke", {
  query: z.object({ projectId: z.string() }),
  body: z.object({ pci: z.string(), signature: z.string() }),
  contentType: null,
  /** Some servers respond with an empty body. */
  response: z.optional(z.unknown()),
})
