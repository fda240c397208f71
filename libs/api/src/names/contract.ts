import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"

/** Addresses by coin type, a decimal number. */
const addressesByCoinType = z.record(z.string(), z.looseObject({ address: z.string() }))

/** The record of a name. Servers differ in all other fields. */
export const NameRecord = z.looseObject({ name: z.optional(z.string()), addresses: addressesByCoinType })
export type NameRecord = z.output<typeof NameRecord>

/** With version 2, an unknown name or address is an empty list; without it, a 404. */
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
  /** `sender` is the plain requesting address. */
  query: z.object({ sender: z.optional(z.string()), apiVersion }),
  body: z.undefined(),
  contentType: null,
  response: z.array(z.looseObject({ name: z.string(), addresses: addressesByCoinType })),
})

/** `name` is complete: `foo.zone`. */
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

/** Registers a name, without a project id. */
export const postNameAccount = defineCall("POST", "/v1/profile/account", {
  query: z.object({}),
  body: z.object({
    coin_type: z.number(),
    /** Plain. */
    address: z.string(),
    /** JSON of `{ name, attributes, timestamp }`, the time in seconds. */
    message: z.string(),
    /** The `personal_sign` signature of `message`. */
    signature: z.string(),
  }),
  contentType: "application/json",
  /** Any JSON: a response means success. */
  response: z.unknown(),
})
