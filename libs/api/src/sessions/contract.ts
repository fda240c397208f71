import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

const Rule = z.looseObject({ type: z.string(), data: z.unknown() })

/** What an app may do by itself with a smart account. Times in seconds. */
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
  permissions: z.array(Rule),
  policies: z.array(Rule),
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

export const postSessionRevoke = defineCall("POST", "/v1/sessions/:address/revoke", {
  query: z.object({ projectId: z.string() }),
  body: z.object({ pci: z.string(), signature: z.string() }),
  contentType: null,
  /** Some servers answer with an empty body. */
  response: z.optional(z.unknown()),
})
