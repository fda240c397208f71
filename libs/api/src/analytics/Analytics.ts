import { Clock, type Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { type ApiClientOptions, makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { getAnalyticsConfig, postAnalyticsEvent } from "./contract.ts"

/** A JSON value; `undefined` members are omitted. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

/** An event, such as `{ type: "track", event: "MODAL_OPEN", properties: { connected: false } }`. */
export interface AnalyticsEventInput {
  readonly type: "track" | "error"
  readonly event: string
  /** UTC milliseconds; the time of sending when absent. */
  readonly timestamp?: number
  readonly properties?: { readonly [name: string]: JsonValue }
}

/** The options of the analytics client. */
export type AnalyticsOptions = ApiClientOptions & {
  /** Events are sent only when this is `true`. */
  readonly enabled?: boolean
  /** Returns address and host name of the current web page. */
  readonly page: () => { readonly url: string; readonly domain: string }
  /** Returns the connected account, plain; `null` when none is connected. */
  readonly address: () => string | null
  /** Returns a new UUID v4. */
  readonly eventId: () => string
}

/** The delivery of an event. */
export type DeliveryResult =
  /** Not sent: the host did not enable analytics, or the event type is excluded. */
  | { readonly _tag: "Unsent" }
  | { readonly _tag: "Sent" }
  /**
   * The origin is not on the project's allowlist. `alert` with the first such response since the last accepted event:
   * one 'Invalid App Configuration' is enough.
   */
  | { readonly _tag: "Refused"; readonly alert: boolean }

/** Sends events to the operator of the project. */
export interface Analytics {
  /** Sends an event once. */
  readonly send: (happening: AnalyticsEventInput) => Effect.Effect<DeliveryResult, ApiError>
}

/** Creates the analytics client. */
export const makeAnalytics = Effect.fnUntraced(function* (
  options: AnalyticsOptions,
): Effect.fn.Return<Analytics, never, Fetch> {
  const { requestOnce } = yield* makeApiClient(options)
  let refused = false
  const answered = (delivery: "Sent" | "Refused"): DeliveryResult => {
    const alert = !refused
    refused = delivery === "Refused"
    return delivery === "Sent" ? { _tag: "Sent" } : { _tag: "Refused", alert }
  }

  const send = Effect.fnUntraced(function* ({
    type,
    event,
    properties,
    timestamp: happenedAt,
  }: AnalyticsEventInput) {
    const timestamp = happenedAt ?? (yield* Clock.currentTimeMillis)
    const address = options.address()
    const delivery = requestOnce(postAnalyticsEvent, {
      params: {},
      query: { projectId: options.projectId, st: "wmodal", sv: options.sdk },
      body: {
        eventId: options.eventId(),
        ...options.page(),
        timestamp,
        props: { type, event, ...(address && { address }), ...(properties && { properties }) },
      },
    })
    return yield* delivery.pipe(
      Effect.as("Sent" as const),
      Effect.catchIf(isForbidden, () => Effect.succeed("Refused" as const)),
      Effect.map(answered),
    )
  })
  return {
    send: (happening) =>
      options.enabled === true && happening.event !== "MODAL_CREATED"
        ? send(happening)
        : Effect.succeed<DeliveryResult>({ _tag: "Unsent" }),
  }
})

const isForbidden = ({ reason }: ApiError) =>
  (reason._tag === "Status" || reason._tag === "Refused") && reason.status === 403

/** Returns whether the project's directory enables events; false when that cannot be read. */
export const makeAnalyticsConfig = Effect.fnUntraced(function* (
  directory: ApiClientOptions,
): Effect.fn.Return<Effect.Effect<boolean>, never, Fetch> {
  const { read } = yield* makeApiClient(directory)
  return read(getAnalyticsConfig, { params: {}, query: {}, body: undefined }).pipe(
    Effect.map(({ isAnalyticsEnabled }) => isAnalyticsEnabled),
    Effect.orElseSucceed(() => false),
  )
})
