import { describe, expect, it } from "vitest"
import type { FrameMessage } from "../host/FrameHost.ts"
import { makeFakeWindow } from "../testing/fakeWindow.ts"
import { makePortLink } from "./makePortLink.ts"
import { makeWindowLink } from "./makeWindowLink.ts"

const origin = "https://secure.example"

const linked = () => {
  const self = new EventTarget()
  const { posted, window } = makeFakeWindow()
  const heard: FrameMessage[] = []
  const link = makeWindowLink({ self, other: () => window, origin })
  const stop = link.listen((message) => void heard.push(message))
  const deliver = (init: MessageEventInit) => self.dispatchEvent(new MessageEvent("message", init))
  return { deliver, heard, link, posted, self, stop, window }
}

describe("makeWindowLink", () => {
  it("posts to the exact origin, with transferred ports", () => {
    const { link, posted } = linked()
    const { port1 } = new MessageChannel()
    link.post({ a: 1 })
    link.post({ a: 2 }, [port1])
    expect(posted).toEqual([
      [{ a: 1 }, origin, []],
      [{ a: 2 }, origin, [port1]],
    ])
  })

  it.each([
    "*",
    "/",
    "",
    "null",
    "https://secure.example/",
    "secure.example",
    "https://SECURE.example",
    "data:text/html,x",
  ])("rejects %j as a target origin", (target) => {
    expect(() => makeWindowLink({ self: new EventTarget(), other: () => null, origin: target })).toThrow(
      "Not an origin",
    )
  })

  it("throws on post and ignores messages when the window is gone", () => {
    const self = new EventTarget()
    const heard: FrameMessage[] = []
    const link = makeWindowLink({ self, other: () => null, origin })
    link.listen((message) => void heard.push(message))
    expect(() => link.post(1)).toThrow("The window was closed.")
    self.dispatchEvent(new MessageEvent("message", { origin, data: 1 }))
    expect([heard.length, link.foreign?.()]).toEqual([0, 1])
  })
})

describe("a received message", () => {
  it("passes when its window and exact origin match", () => {
    const { deliver, heard, link, window } = linked()
    deliver({ source: window, origin, data: { a: 1 } })
    expect(heard).toEqual([{ data: { a: 1 }, ports: [] }])
    expect(link.foreign?.()).toBe(0)
  })

  it.each([
    "https://secure.example.evil.example",
    "https://evil.example",
    "http://secure.example",
    "https://secure.example:444",
    "https://sub.secure.example",
    "https://secure.example/",
    "HTTPS://secure.example",
    "null",
    "",
  ])("counts as foreign from %j, even from the right window", (from) => {
    const { deliver, heard, link, window } = linked()
    deliver({ source: window, origin: from, data: 1 })
    expect([heard.length, link.foreign?.()]).toEqual([0, 1])
  })

  it("counts as foreign from another window, even with the right origin", () => {
    const { deliver, heard, link } = linked()
    deliver({ source: makeFakeWindow().window, origin, data: 1 })
    deliver({ source: null, origin, data: 1 })
    deliver({ origin, data: 1 })
    expect([heard.length, link.foreign?.()]).toEqual([0, 3])
  })

  it("counts as foreign when its own properties pretend otherwise", () => {
    const { heard, link, self, window } = linked()
    const event = new Event("message")
    Object.assign(event, { source: window, origin, data: 1, ports: [] })
    self.dispatchEvent(event)
    const other = new MessageEvent("message", {
      source: makeFakeWindow().window,
      origin: "https://evil.example",
      data: 1,
    })
    Object.defineProperties(other, { source: { value: window }, origin: { value: origin } })
    self.dispatchEvent(other)
    expect([heard.length, link.foreign?.()]).toEqual([0, 2])
  })

  it("keeps its true source, origin and data when scripts replace the prototype's getters", () => {
    const { deliver, heard, link, window } = linked()
    const own = Object.getOwnPropertyDescriptors(MessageEvent.prototype)
    try {
      Object.defineProperties(MessageEvent.prototype, {
        source: { get: () => window, configurable: true },
        origin: { get: () => origin, configurable: true },
        data: { get: () => "forged", configurable: true },
      })
      deliver({ source: null, origin: "https://evil.example", data: 1 })
      deliver({ source: window, origin, data: 2 })
    } finally {
      Object.defineProperties(MessageEvent.prototype, own)
    }
    expect(heard.map(({ data }) => data)).toEqual([2])
    expect(link.foreign?.()).toBe(1)
  })

  it("arrives with its ports until the listener is removed", () => {
    const { deliver, heard, link, stop, window } = linked()
    const { port1 } = new MessageChannel()
    deliver({ source: window, origin, data: 1, ports: [port1] })
    expect(heard[0]?.ports).toEqual([port1])
    stop()
    deliver({ source: window, origin, data: 1 })
    deliver({ source: null, origin, data: 1 })
    expect([heard.length, link.foreign?.()]).toEqual([1, 0])
  })
})

it("carries messages and ports between the ends of a port", async () => {
  const { port1, port2 } = new MessageChannel()
  const { port1: more } = new MessageChannel()
  const heard = new Promise<FrameMessage>((resolve) => {
    makePortLink(port2).listen(resolve)
  })
  makePortLink(port1).post({ a: 1 }, [more])
  const { data, ports } = await heard
  expect([data, ports.length]).toEqual([{ a: 1 }, 1])
  for (const port of [port1, port2, ...ports]) port.close()
})
