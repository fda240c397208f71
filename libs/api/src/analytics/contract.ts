import * as z from "zod/mini"
import { defineCall } from "../contract/Contract.ts"
import { SdkQuery } from "../contract/SdkQuery.ts"

/** One user action or outcome. Names and properties are those of the AppKit 1.7.2 wire. */
export const AnalyticsEvent = z.looseObject({
  /** UUID v4. */
  eventId: z.string(),
  /** URL of the web page. */
  url: z.string(),
  domain: z.string(),
  /** UTC milliseconds. */
  timestamp: z.number(),
  props: z.looseObject({
    type: z.enum(["track", "error"]),
    event: z.string(),
    /** Plain; absent when no account is connected. */
    address: z.optional(z.string()),
    properties: z.optional(z.record(z.string(), z.unknown())),
  }),
})
export type AnalyticsEvent = z.output<typeof AnalyticsEvent>

/** The only POST with the query of the GETs. */
export const postAnalyticsEvent = defineCall("POST", "/e", {
  query: SdkQuery,
  body: AnalyticsEvent,
  contentType: null,
  response: z.unknown(),
})

/** The wallet directory's setting that enables events for the project. */
export const getAnalyticsConfig = defineCall("GET", "/getAnalyticsConfig", {
  query: z.object({}),
  body: z.undefined(),
  contentType: null,
  response: z.looseObject({ isAnalyticsEnabled: z.boolean() }),
})
