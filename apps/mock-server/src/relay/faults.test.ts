import { once } from "node:events"
import { describe, expect, it } from "vitest"
import type { ScenarioInput } from "../index.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { getClientName, getTopic, knock, openRaw } from "./testing/rawClient.ts"
import { setupServedHandler } from "./testing/setupServedHandler.ts"

type FaultRulesInput = NonNullable<ScenarioInput["faults"]>

const topic = getTopic(1)
const message = (text: string, tag = 1108) => ({ topic, message: text, ttl: 300, tag })

describe("relay faults", () => {
  const server = setupTestServer()
  const relayOf = (projectId: string) => ({ relayUrl: server().endpoints.relay, projectId })

  /** Opens a publisher and a subscriber in a world with these faults. */
  const two = async (projectId: string, faults: FaultRulesInput) => {
    const one = await openRaw({ number: 1, ...relayOf(projectId) })
    const reader = await openRaw({ number: 2, ...relayOf(projectId) })
    await reader.call("irn_subscribe", { topic })
    await fetch(`${server().control}/worlds/${projectId}/faults`, {
      method: "PUT",
      body: JSON.stringify({ faults }),
    })
    return { one, reader }
  }
  const pushes = { method: "WS", path: "/", rpc: "irn_subscription" } as const

  it("drops a push and delivers its message after a reconnect", async () => {
    const { one, reader } = await two("drop", [{ match: pushes, times: 1, fault: { kind: "drop" } }])
    await one.call("irn_publish", message("lost"))
    await one.call("irn_publish", message("found"))
    const found = await reader.pushed()
    expect(found.message).toBe("found")
    reader.acknowledge(found.id)
    await reader.close()
    const back = await openRaw({ number: 2, ...relayOf("drop") })
    await back.call("irn_subscribe", { topic })
    expect((await back.pushed()).message).toBe("lost")
    expect(back.rest()).toEqual([])
  })

  it("duplicates and reorders pushes by tag", async () => {
    const { one, reader } = await two("order", [
      { match: { ...pushes, tag: 1 }, fault: { kind: "duplicate" } },
      { match: { ...pushes, tag: 2 }, fault: { kind: "reorder" } },
    ])
    for (const tag of [1, 2, 3]) await one.call("irn_publish", message(`tag ${tag}`, tag))
    const heard = []
    for (let count = 0; count < 4; count += 1) heard.push(await reader.pushed())
    expect(heard.map((push) => push.message)).toEqual(["tag 1", "tag 1", "tag 3", "tag 2"])
    expect(heard[0]).toEqual(heard[1])
  })

  it("closes or resets the socket instead of sending a frame", async () => {
    const { one, reader } = await two("close", [
      { match: pushes, times: 1, fault: { kind: "close" } },
      { match: { rpc: "irn_publish" }, after: 1, fault: { kind: "close", code: 4010 } },
    ])
    const closed = [reader, one].map(({ socket }) => once(socket, "close"))
    await one.call("irn_publish", message("one"))
    one.send({ id: 9, jsonrpc: "2.0", method: "irn_publish", params: message("two") })
    expect((await Promise.all(closed)).map(([code]) => code)).toEqual([1001, 4010])

    const reset = await two("reset", [{ match: { rpc: "irn_publish" }, fault: { kind: "reset" } }])
    const gone = once(reset.one.socket, "close")
    reset.one.send({ id: 9, jsonrpc: "2.0", method: "irn_publish", params: message("one") })
    expect((await gone)[0]).toBe(1006)
    expect(reset.reader.rest()).toEqual([])
  })

  it("delays, drops, fails and edits responses to calls", async () => {
    const publishing = { rpc: "irn_publish" }
    const { one, reader } = await two("calls", [
      { match: { ...publishing, tag: 1 }, fault: { kind: "hang" } },
      { match: { ...publishing, tag: 2 }, fault: { kind: "hang" }, carriedOut: true },
      { match: { ...publishing, tag: 3 }, fault: { kind: "status", status: 503 } },
      {
        match: { ...publishing, tag: 4 },
        fault: { kind: "edit", replace: [{ text: "true", with: "false" }] },
      },
      { match: { ...publishing, tag: 5 }, fault: { kind: "delay", milliseconds: 5 } },
      { match: { ...publishing, tag: 6 }, fault: { kind: "drop" } },
    ])
    const publish = (tag: number) =>
      one.send({ id: tag, jsonrpc: "2.0", method: "irn_publish", params: message(`tag ${tag}`, tag) })
    for (const tag of [1, 2, 6, 3]) publish(tag)
    expect(await one.next()).toMatchObject({ id: 3, error: { code: -32000 } })
    publish(4)
    expect(await one.next()).toMatchObject({ id: 4, result: false })
    publish(5)
    expect(await one.next()).toMatchObject({ id: 5, result: true })
    const heard = []
    for (let count = 0; count < 4; count += 1) heard.push((await reader.pushed()).message)
    expect(heard).toEqual(["tag 2", "tag 6", "tag 4", "tag 5"])
  })

  it("does not apply drop and close faults to HTTP requests", async () => {
    const faults = [{ fault: { kind: "drop" } }, { fault: { kind: "close" } }]
    await fetch(`${server().control}/worlds/http/faults`, { method: "PUT", body: JSON.stringify({ faults }) })
    expect((await fetch(`${server().worldUrl("http")}/getWallets`)).status).toBe(200)
  })

  it("logs relay calls with numbers for clients and topics, without their secrets", async () => {
    const lines = async (projectId: string, numbers: readonly [number, number]) => {
      const [one, reader] = numbers
      const faults = [{ match: { ...pushes, tag: 1108 }, fault: { kind: "drop" } }]
      await fetch(`${server().control}/worlds/${projectId}/faults`, {
        method: "PUT",
        body: JSON.stringify({ faults }),
      })
      const two = [await openRaw({ number: one, ...relayOf(projectId) })]
      two.push(await openRaw({ number: reader, ...relayOf(projectId) }))
      await two[1]?.call("irn_subscribe", { topic: getTopic(one) })
      await two[0]?.call("irn_publish", { ...message("sealed"), topic: getTopic(one) })
      await two[0]?.call("irn_publish", { topic })
      const text = await (await fetch(`${server().control}/worlds/${projectId}/log`)).text()
      for (const secret of [
        "sealed",
        getTopic(one),
        getClientName(one),
        getClientName(reader),
        "did:",
        "auth",
      ])
        expect(text).not.toContain(secret)
      return JSON.parse(text).requests
    }
    const log = await lines("log", [1, 2])
    const said = log.map(({ rpc, body, faults, response }: Record<string, unknown>) => [
      ...[rpc].flat(),
      body,
      ...[faults].flat(),
      response,
    ])
    const answer = (body = "", status = 200) => ({ status, headers: {}, body })
    expect(said).toEqual([
      ["", answer('{"client":1}', 101)],
      ["", answer('{"client":2}', 101)],
      ["irn_subscribe", '{"client":2,"topics":[1]}', answer()],
      ["irn_publish", '{"client":1,"topics":[1],"tags":[1108]}', answer()],
      ["irn_subscription", '{"client":2,"topics":[1],"tags":[1108]}', "drop", null],
      ["irn_publish", '{"client":1,"topics":[]}', answer('{"code":-32602,"message":"Invalid params"}')],
    ])
    // In another world with other clients, only the IDs of the log entries differ.
    const same = (entry: object) => ({ ...entry, id: "" })
    expect((await lines("log 2", [3, 4])).map(same)).toEqual(log.map(same))
  })
})

describe("relay with a manual timer", () => {
  let tick = () => {}
  const url = setupServedHandler({
    wallNow: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        tick = resolve
        signal.addEventListener("abort", () => reject(signal.reason))
      }),
  })

  it("pings clients, and closes the socket of a client that does not respond", async () => {
    const where = { relayUrl: url(), projectId: "ping", iat: 0 }
    const lively = await openRaw({ number: 1, ...where })
    const still = await knock({ number: 2, ...where })
    await once(still, "open")
    const pinged = once(lively.socket, "ping")
    const gone = once(still, "close")
    still.pause()
    tick()
    await pinged
    // The pong arrives before any later response.
    expect(await lively.call("irn_unsubscribe", { topic })).toBe(true)
    const again = once(lively.socket, "ping")
    tick()
    await again
    still.resume()
    expect((await gone)[0]).toBe(1006)
    expect(await lively.call("irn_unsubscribe", { topic })).toBe(true)
  })

  it("rejects further frames of a client after 2,000 frames in one second", async () => {
    const where = { relayUrl: url(), projectId: "flood", iat: 0 }
    const flood = await openRaw({ number: 1, ...where })
    const calm = await openRaw({ number: 2, ...where })
    for (let count = 0; count < 2_001; count += 1) flood.send("{")
    for (let count = 0; count < 2_000; count += 1)
      expect(await flood.next()).toMatchObject({ error: { code: -32700 } })
    expect(await flood.next()).toMatchObject({ error: { message: "Too many requests" } })
    expect(await calm.call("irn_unsubscribe", { topic })).toBe(true)
  })
})

describe("relay that delays pushes", () => {
  const delay = 5_000
  let pass = () => {}
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  const match = { method: "WS", path: "/", rpc: "irn_subscription", tag: 1 } as const
  const url = setupServedHandler({
    scenario: { faults: [{ match, fault: { kind: "delay", milliseconds: delay } }] },
    // Only the delay of the fault ends, when the test calls `pass`. The relay's own timers never end.
    sleep: (milliseconds) => (milliseconds === delay ? passed : new Promise(() => {})),
  })

  it("pushes the next message before the delayed one", async () => {
    const where = { relayUrl: url(), projectId: "delay" }
    const one = await openRaw({ number: 1, ...where })
    const reader = await openRaw({ number: 2, ...where })
    await reader.call("irn_subscribe", { topic })
    for (const tag of [1, 2]) await one.call("irn_publish", message(`tag ${tag}`, tag))
    expect((await reader.pushed()).message).toBe("tag 2")
    pass()
    expect((await reader.pushed()).message).toBe("tag 1")
  })
})
