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

describe("the way to another window", () => {
  it("is to its exact origin, and what goes along goes along", () => {
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
  ])("is never to %j", (target) => {
    expect(() => makeWindowLink({ self: new EventTarget(), other: () => null, origin: target })).toThrow(
      "Not an origin",
    )
  })

  it("is none where the window is gone", () => {
    const self = new EventTarget()
    const heard: FrameMessage[] = []
    const link = makeWindowLink({ self, other: () => null, origin })
    link.listen((message) => void heard.push(message))
    expect(() => link.post(1)).toThrow("The window is gone.")
    self.dispatchEvent(new MessageEvent("message", { origin, data: 1 }))
    expect([heard.length, link.foreign?.()]).toEqual([0, 1])
  })
})

describe("a message", () => {
  it("counts where its window and its whole origin are the other's", () => {
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
  ])("does not count from %j, though its window is the other's", (from) => {
    const { deliver, heard, link, window } = linked()
    deliver({ source: window, origin: from, data: 1 })
    expect([heard.length, link.foreign?.()]).toEqual([0, 1])
  })

  it("does not count from any other window, though its origin is the other's", () => {
    const { deliver, heard, link } = linked()
    deliver({ source: makeFakeWindow().window, origin, data: 1 })
    deliver({ source: null, origin, data: 1 })
    deliver({ origin, data: 1 })
    expect([heard.length, link.foreign?.()]).toEqual([0, 3])
  })

  it("does not count by what it says of itself", () => {
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

  it("is read as it came, whatever the page's scripts have put in the place of what reads it", () => {
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

  it("is heard with its ports, and until nobody listens", () => {
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

it("a port carries what is said at its other end, and ports", async () => {
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
