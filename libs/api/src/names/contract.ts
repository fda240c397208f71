import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

/** By coin type, as a decimal number. */
const addressesByCoinType = z.record(z.string(), z.looseObject({ address: z.string() }))

/** What is registered under a name. Servers differ in the names and shapes of all but these fields. */
export const NameRecord = z.looseObject({ name: z.optional(z.string()), addresses: addressesByCoinType })
export type NameRecord = z.output<typeof NameRecord>

/** With version 2, a name or an address that nobody knows is an empty list; without it, a 404. */
const apiVersion = z.optional(z.literal("2"))

/** Source of all paths here: the AppKit 1.7.2 wire. */
export const getNameAccount = defineCall("GET", "/v1/profile/account/:name", {
  query: z.object({ apiVersion }),
  body: z.undefined(),
  contentType: null,
  // Only the empty list decodes: JSON has no undefined.
  response: z.union([NameRecord, z.array(z.undefined())]),
})

/** Returns the names of an address. */
export const getNameReverse = defineCall("GET", "/v1/profile/reverse/:address", {
  /** `sender` is the plain address that asks. */
  query: z.object({ sender: z.optional(z.string()), apiVersion }),
  body: z.undefined(),
  contentType: null,
  response: z.array(z.looseObject({ name: z.string(), addresses: addressesByCoinType })),
})

/** `name` is whole: `foo.zone`. */
export const NameSuggestion = z.looseObject({ name: z.string(), registered: z.boolean() })
export type NameSuggestion = z.output<typeof NameSuggestion>

/** Returns available names that resemble a name. */
export const getNameSuggestions = defineCall("GET", "/v1/profile/suggestions/:name", {
  /** Such as `reown.id`. */
  query: z.object({ zone: z.string() }),
  body: z.undefined(),
  contentType: null,
  response: z.looseObject({ suggestions: z.array(NameSuggestion) }),
})

/** Carries no project id. */
export const postNameAccount = defineCall("POST", "/v1/profile/account", {
  query: z.object({}),
  body: z.object({
    coin_type: z.number(),
    /** Plain. */
    address: z.string(),
    /** JSON of `{ name, attributes, timestamp }`, the time in seconds. */
    message: z.string(),
    /** Of `message`, by `personal_sign`. */
    signature: z.string(),
  }),
  contentType: "application/json",
  /** Any JSON: that it came is what counts. */
  response: z.unknown(),
})
