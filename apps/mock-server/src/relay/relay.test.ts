import { createHash } from "node:crypto"
import { once } from "node:events"
import { describe, expect, it } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { getClientName, getTopic, openRaw } from "./testing/rawClient.ts"

const [topic, other] = [getTopic(1), getTopic(2)]
const publication = { topic, message: "sealed", ttl: 300, tag: 1100, prompt: true, correlationId: 7 }
const computeId = (of: string, client: number) =>
  createHash("sha256")
    .update(of + getClientName(client))
    .digest("hex")

describe("relay", () => {
  const server = setupTestServer()
  const open = (projectId: string, number: number) =>
    openRaw({ number, projectId, relayUrl: server().endpoints.relay })
  const two = async (projectId: string) => [await open(projectId, 1), await open(projectId, 2)] as const

  it("delivers a message to subscribed clients and not to its publisher", async () => {
    const [one, reader] = await two("carry")
    expect(await one.call("irn_subscribe", { topic })).toBe(computeId(topic, 1))
    expect(await reader.call("irn_batchSubscribe", { topics: [topic, other] })).toEqual([
      computeId(topic, 2),
      computeId(other, 2),
    ])
    expect(await one.call("irn_publish", publication)).toBe(true)
    const { id, publishedAt, ...push } = await reader.pushed()
    expect(push).toEqual({ subscription: computeId(topic, 2), topic, message: "sealed", tag: 1100 })
    expect(Math.abs(publishedAt - Date.now())).toBeLessThan(60_000)
    reader.acknowledge(id)
    expect(await reader.call("irn_unsubscribe", { topic, id: computeId(topic, 2) })).toBe(true)
    expect(
      await one.call("irn_batchPublish", {
        messages: [
          { ...publication, message: "unheard" },
          { topic: other, message: "heard", ttl: 300 },
        ],
      }),
    ).toBe(true)
    expect(await reader.pushed()).toMatchObject({ topic: other, message: "heard", tag: 0 })
    expect(await reader.call("irn_batchUnsubscribe", { subscriptions: [{ topic: other, id: "x" }] })).toBe(
      true,
    )
    await one.call("irn_publish", { ...publication, topic: other, message: "late" })
    expect([...one.rest(), ...reader.rest()]).toEqual([])
  })

  it("stores a message for an offline client until it is acknowledged", async () => {
    const [one, absent] = await two("mailbox")
    await absent.close()
    await one.call("irn_publish", publication)
    const back = await open("mailbox", 2)
    await back.call("irn_subscribe", { topic })
    expect(await back.pushed()).toMatchObject({ message: "sealed" })
    // A repeated subscription does not push the message again.
    await back.call("irn_subscribe", { topic })
    await back.close()
    const again = await open("mailbox", 2)
    await again.call("irn_batchSubscribe", { topics: [topic] })
    again.acknowledge((await again.pushed()).id)
    await again.close()
    const last = await open("mailbox", 2)
    await last.call("irn_subscribe", { topic })
    expect(await last.call("irn_fetchMessages", { topic })).toEqual({ messages: [], hasMore: false })
    expect(last.rest()).toEqual([])
  })

  it("returns stored messages to fetch calls and still pushes them on subscription", async () => {
    const [one, reader] = await two("fetch")
    await one.call("irn_publish", publication)
    const waiting = { topic, message: "sealed", tag: 1100, publishedAt: expect.any(Number) }
    const fetched = { messages: [waiting], hasMore: false }
    expect(await reader.call("irn_fetchMessages", { topic })).toEqual(fetched)
    expect(await reader.call("irn_batchFetchMessages", { topics: [other, topic] })).toEqual(fetched)
    expect(await one.call("irn_fetchMessages", { topic })).toEqual({ messages: [], hasMore: false })
    await reader.call("irn_subscribe", { topic })
    expect(await reader.pushed()).toMatchObject({ message: "sealed" })
  })

  it("drops a message once its TTL is over by the world's clock", async () => {
    const [one, reader] = await two("ttl")
    await one.call("irn_publish", publication)
    await one.call("irn_publish", { ...publication, message: "lasting", ttl: 86_400 })
    await fetch(`${server().control}/worlds/ttl/clock`, { method: "POST", body: '{"advance":300000}' })
    await reader.call("irn_subscribe", { topic })
    expect(await reader.pushed()).toMatchObject({ message: "lasting" })
    expect(reader.rest()).toEqual([])
  })

  it("stores a message that is published twice once", async () => {
    const [one, reader] = await two("twice")
    await reader.call("irn_subscribe", { topic })
    await one.call("irn_publish", publication)
    await one.call("irn_publish", publication)
    await one.call("irn_publish", { ...publication, message: "next" })
    expect((await reader.pushed()).message).toBe("sealed")
    expect((await reader.pushed()).message).toBe("next")
  })

  it("subscribes proposer and approver, and stores response and settlement of an approval", async () => {
    const [dapp, wallet] = await two("propose")
    const [pairingTopic, sessionTopic] = [topic, other]
    expect(
      await dapp.call("wc_proposeSession", { pairingTopic, sessionProposal: "proposal", ttl: 300 }),
    ).toBe(true)
    await wallet.call("irn_subscribe", { topic: pairingTopic })
    expect(await wallet.pushed()).toMatchObject({ message: "proposal", tag: 1100 })
    expect(
      await wallet.call("wc_approveSession", {
        pairingTopic,
        sessionTopic,
        sessionProposalResponse: "response",
        sessionSettlementRequest: "settlement",
        ttl: 300,
      }),
    ).toBe(true)
    expect(await dapp.pushed()).toMatchObject({ topic: pairingTopic, message: "response", tag: 1101 })
    await dapp.call("irn_subscribe", { topic: sessionTopic })
    expect(await dapp.pushed()).toMatchObject({ topic: sessionTopic, message: "settlement", tag: 1102 })
    await dapp.call("irn_publish", { topic: sessionTopic, message: "settled", ttl: 300, tag: 1103 })
    expect(await wallet.pushed()).toMatchObject({ message: "settled", tag: 1103 })
  })

  it("keeps the messages of worlds apart, and accepts a world in the URL path", async () => {
    const here = await open("here", 1)
    const there = await open("there", 2)
    const alsoHere = await openRaw({ number: 3, relayUrl: `${server().endpoints.relay}/w/here` })
    await there.call("irn_subscribe", { topic })
    await alsoHere.call("irn_subscribe", { topic })
    await here.call("irn_publish", publication)
    expect((await alsoHere.pushed()).message).toBe("sealed")
    expect(await there.call("irn_fetchMessages", { topic })).toMatchObject({ messages: [] })
  })

  it("repeats a call's ID unchanged, including 64-bit IDs", async () => {
    const one = await open("ids", 1)
    for (const id of ["1700000000000123456", '"1700000000000123457"', "1", '"1"', "-5", "1.5"]) {
      const answer = once(one.socket, "message")
      one.send(`{"jsonrpc":"2.0","id":${id},"method":"irn_unsubscribe","params":{"topic":"${topic}"}}`)
      expect(String((await answer)[0])).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
    }
  })

  const publish = (change: object) =>
    JSON.stringify({ id: 1, method: "irn_publish", params: { ...publication, ...change } })
  const subscribe = (topic: string) => `{"id":1,"method":"irn_subscribe","params":{"topic":"${topic}"}}`
  const many = JSON.stringify({
    id: 1,
    method: "irn_batchSubscribe",
    params: { topics: Array(501).fill(topic) },
  })

  it.each([
    ["half an object", "{", null, -32700],
    ["nothing", "", null, -32700],
    ["a deep array", "[".repeat(100_000), null, -32700],
    ["a large text", JSON.stringify("x".repeat(1_000_000)), null, -32600],
    ["an array", "[]", null, -32600],
    ["null", "null", null, -32600],
    ["a bare id", '{"id":1}', 1, -32600],
    ["a call without an id", '{"method":"irn_publish","params":{}}', null, -32600],
    ["an id that is an object", '{"id":{},"method":"irn_publish","params":{}}', null, -32600],
    ["an unknown method", '{"id":1,"method":"irn_steal","params":{}}', 1, -32601],
    ["a method named like an object property", '{"id":1,"method":"constructor"}', 1, -32601],
    ["no params", '{"id":1,"method":"irn_publish"}', 1, -32602],
    ["an invalid topic", subscribe("x"), 1, -32602],
    ["a topic in capitals", subscribe("A".repeat(64)), 1, -32602],
    ["a topic named like an object property", subscribe("__proto__"), 1, -32602],
    ["a message with a TTL of zero", publish({ ttl: 0 }), 1, -32602],
    ["a message with a TTL above the maximum", publish({ ttl: 1e12 }), 1, -32602],
    ["an empty message", publish({ message: "" }), 1, -32602],
    ["a large message", publish({ message: "x".repeat(500_001) }), 1, -32602],
    ["too many topics", many, 1, -32602],
  ])("responds to %s with an error and keeps the socket open", async (_, text, id, code) => {
    const one = await open("bad", 1)
    one.send(text)
    expect(await one.next()).toMatchObject({ id, error: { code } })
    expect(await one.call("irn_unsubscribe", { topic })).toBe(true)
  })

  it("ignores acknowledgements and errors for pushes that it never sent", async () => {
    const one = await open("acks", 1)
    one.acknowledge(99)
    one.send({ id: 99, jsonrpc: "2.0", error: { code: 1, message: "no" } })
    expect(await one.call("irn_unsubscribe", { topic })).toBe(true)
  })

  it("rejects further subscriptions once a client has 5,000 topics", async () => {
    const one = await open("topics", 1)
    const topics = (from: number) => Array.from({ length: 500 }, (_, index) => getTopic(from + index))
    for (let batch = 0; batch < 10; batch += 1)
      expect(await one.call("irn_batchSubscribe", { topics: topics(batch * 500) })).toHaveLength(500)
    expect(await one.call("irn_subscribe", { topic: getTopic(9_999) })).toMatchObject({ code: -32000 })
    expect(await one.call("wc_proposeSession", { pairingTopic: topic, sessionProposal: "x" })).toMatchObject({
      code: -32000,
    })
  })

  it("closes only the socket of a client that sends a frame over the size limit", async () => {
    const [large, calm] = await two("large")
    const closed = once(large.socket, "close")
    large.send("x".repeat(5_000_001))
    expect((await closed)[0]).toBe(1009)
    expect(await calm.call("irn_unsubscribe", { topic })).toBe(true)
  })

  it("closes its sockets when its world is deleted", async () => {
    const one = await open("ending", 1)
    const closed = once(one.socket, "close")
    await fetch(`${server().control}/worlds/ending`, { method: "DELETE" })
    expect((await closed)[0]).toBe(1001)
  })
})
