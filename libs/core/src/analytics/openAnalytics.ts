import { makeAnalytics, makeAnalyticsConfig } from "@wmodal/api"
import { Feed, Fetch, Hosts, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { EngineEvent } from "../EngineEvent.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { AnalyticsDeps } from "./followAnalytics.ts"

/** Sends each event after `start` once the project's operator enables it, until it is interrupted. */
export const openAnalytics = Effect.fnUntraced(function* (
  { account, alerts, directory, events, options, page, warn }: AnalyticsDeps,
  start: Feed.Position<EngineEvent>,
) {
  const { projectId, endpoints } = options
  if (endpoints.analytics === undefined || endpoints.directory === undefined || page === null) {
    warn("Analytics needs endpoints.analytics and endpoints.directory: no event is sent.")
    return
  }
  const { sdk, hosts, fetch } = yield* directory
  const send = Effect.gen(function* () {
    const caller = { projectId, sdk }
    const enabled = yield* yield* makeAnalyticsConfig({ ...caller, baseUrl: endpoints.directory ?? "" })
    if (!enabled) return
    const analytics = yield* makeAnalytics({
      ...caller,
      baseUrl: endpoints.analytics ?? "",
      enabled,
      page,
      address: () => SubscriptionRef.getUnsafe(account)?.address ?? null,
      eventId: () => crypto.randomUUID(),
    })
    yield* Feed.runForEachAfter(events, start, ({ name, properties, timestamp }) =>
      analytics
        .send({
          type: name === "INTERNAL_SDK_ERROR" ? "error" : "track",
          event: name,
          timestamp,
          ...(Object.keys(properties).length > 0 && { properties: { ...properties } }),
        })
        .pipe(
          Effect.flatMap((delivery) =>
            delivery._tag === "Refused" && delivery.alert
              ? alerts.show(new EngineError({ reason: { _tag: "OriginRefused" } }))
              : Effect.void,
          ),
          // A lost event concerns no user.
          Effect.catch(() => Effect.void),
        ),
    )
  })
  yield* send.pipe(Effect.provideService(Hosts, hosts), Effect.provideService(Fetch, fetch))
})
