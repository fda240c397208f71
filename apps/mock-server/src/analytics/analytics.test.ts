import { layer } from "@effect/vitest"
import { makeAnalytics, makeAnalyticsConfig } from "@wmodal/api"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { accounts } from "../index.ts"
import { makeClientOptions, makeHandlerLayer } from "../testing/clientOptions.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"

const [vera] = accounts
const handler = setupTestHandler()

const send = async (path: string, init?: RequestInit) => {
  const response = await handler.fetch(new Request(`http://localhost${path}`, init))
  return { status: response.status, body: await response.json() }
}
const fetchEvents = async (world: string) => (await send(`/control/worlds/${world}/events`)).body

const event = {
  eventId: "1b671a64-40d5-491e-99b0-da01ff1f3341",
  url: "https://shop.example/cart",
  domain: "shop.example",
  timestamp: 1_780_000_000_000,
  props: { type: "track", event: "MODAL_OPEN", address: vera, properties: { connected: true } },
}

describe("POST /e", () => {
  it("stores events sent as plain text and responds with JSON", async () => {
    const request = { method: "POST", body: JSON.stringify(event), headers: { "content-type": "text/plain" } }
    for (const path of ["/e?projectId=said&st=appkit&sv=react-wagmi-1.7.2", "/w/said/e"])
      expect(await send(path, request)).toEqual({ status: 200, body: { status: "OK" } })
    expect(await fetchEvents("said")).toEqual({ events: [event, event] })
    expect(await fetchEvents("silent")).toMatchObject({ status: "FAILED" })
  })

  it("rejects invalid events and requests without a project ID", async () => {
    const post = (path: string, body: string) => send(path, { method: "POST", body })
    expect((await post("/w/said/e", "{")).status).toBe(422)
    expect((await post("/w/said/e", "{}")).body.reasons[0].field).toBe("eventId")
    expect((await post("/w/said/e", "")).status).toBe(400)
    expect((await post("/e", JSON.stringify(event))).status).toBe(401)
  })

  it("drops the oldest events above the character limit", async () => {
    for (let n = 0; n < 5; n += 1) {
      const properties = { n, stackTrace: "x".repeat(1_000_000) }
      const body = JSON.stringify({ ...event, props: { ...event.props, properties } })
      expect((await send("/w/long/e", { method: "POST", body })).status).toBe(200)
    }
    const { events } = await fetchEvents("long")
    const kept = events.map(({ props }: { props: { properties: { n: number } } }) => props.properties.n)
    expect(kept).toEqual([2, 3, 4])
  })
})

layer(makeHandlerLayer(handler))("our own client", (it) => {
  it.effect("reports that events are enabled, and accepts one", () =>
    Effect.gen(function* () {
      const client = makeClientOptions("analytics")
      expect(yield* yield* makeAnalyticsConfig(client)).toBe(true)
      const analytics = yield* makeAnalytics({
        ...client,
        enabled: true,
        page: () => ({ url: event.url, domain: event.domain }),
        address: () => vera,
        eventId: () => event.eventId,
      })
      yield* analytics.send({ type: "track", event: "MODAL_OPEN", properties: { connected: true } })
      const { events } = yield* Effect.promise(() => fetchEvents("analytics"))
      expect(events).toEqual([{ ...event, timestamp: 0 }])
    }),
  )
})
