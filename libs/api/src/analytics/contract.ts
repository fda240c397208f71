import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"
import { SdkQuery } from "../contract/SdkQuery.ts"

/** One thing that a person did or met. Names and properties are those of the AppKit 1.7.2 wire. */
export const AnalyticsEvent = z.looseObject({
  /** UUID v4. */
  eventId: z.string(),
  /** Of the page. */
  url: z.string(),
  domain: z.string(),
  /** UTC milliseconds. */
  timestamp: z.number(),
  props: z.looseObject({
    type: z.enum(["track", "error"]),
    event: z.string(),
    /** Plain; absent while nobody is connected. */
    address: z.optional(z.string()),
    properties: z.optional(z.record(z.string(), z.unknown())),
  }),
})
export type AnalyticsEvent = z.output<typeof AnalyticsEvent>

/** The one POST with the query of the GETs. */
export const postAnalyticsEvent = defineCall("POST", "/e", {
  query: SdkQuery,
  body: AnalyticsEvent,
  contentType: null,
  response: z.unknown(),
})

/** Of the wallet directory: whether the project wants events at all. */
export const getAnalyticsConfig = defineCall("GET", "/getAnalyticsConfig", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  response: z.looseObject({ isAnalyticsEnabled: z.boolean() }),
})
