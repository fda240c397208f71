import { describe, expect, it } from "vitest"
import { formatMeta, formatPolicy, makePolicy } from "./Policy.ts"

const nothing = { endpoints: {}, nodes: [], scripts: [], images: [], servers: [] }

const endpoints = {
  directory: "https://directory.example/v1",
  blockchain: "https://chain.example/w/demo",
  analytics: "https://chain.example",
  relay: "wss://relay.example/?a=1",
  secureSite: "https://secure.example/sdk",
  prices: "https://prices.example/of",
}

describe("makePolicy", () => {
  it("allows only the page's own files without options", () => {
    expect(makePolicy(nothing)).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "connect-src": ["'self'"],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["'none'"],
    })
  })

  it("lists each origin once, in the directives that need it", () => {
    const nodes = ["https://node.example/v3/key", "https://chain.example/other"]
    expect(makePolicy({ ...nothing, endpoints, nodes })).toMatchObject({
      "img-src": ["'self'", "data:"],
      "connect-src": [
        "'self'",
        "https://directory.example",
        "https://chain.example",
        "https://prices.example",
        "wss://relay.example",
        "https://node.example",
      ],
      "frame-src": ["https://secure.example"],
    })
  })

  it("allows pictures to be fetched from the named hosts, and shown as data only", () => {
    const images = ["https://pictures.example/a.png", "https://*.cdn.example"]
    const policy = makePolicy({ ...nothing, endpoints: { directory: endpoints.directory }, images })
    expect(policy["connect-src"]).toEqual([
      "'self'",
      "https://directory.example",
      "https://pictures.example",
      "https://*.cdn.example",
    ])
    expect(policy["img-src"]).toEqual(["'self'", "data:"])
  })

  it("allows further servers, each by its origin", () => {
    const policy = makePolicy({ ...nothing, servers: ["https://pay.example:8443/orders"] })
    expect(policy["connect-src"]).toEqual(["'self'", "https://pay.example:8443"])
  })

  it.each([
    ["https://cdn.example/wmodal/auto.js", "https://cdn.example/wmodal/"],
    ["https://cdn.example/wmodal/", "https://cdn.example/wmodal/"],
    ["https://cdn.example", "https://cdn.example"],
    ["https://cdn.example/auto.js", "https://cdn.example"],
    ["https://cdn.example/a;b,c/auto.js?x", "https://cdn.example/a%3Bb%2Cc/"],
  ])("allows scripts of %s from %s", (url, source) => {
    expect(makePolicy({ ...nothing, scripts: [url] })["script-src"]).toEqual(["'self'", source])
  })

  it.each([
    ["wss://relay.walletconnect.org", ["https://verify.walletconnect.org"]],
    ["wss://relay.walletconnect.com/?x=1", ["https://verify.walletconnect.org"]],
    ["wss://relay.walletconnect.org.example", undefined],
  ])("allows the attestation frame of %s: %j", (relay, frames) => {
    expect(makePolicy({ ...nothing, endpoints: { relay } })["frame-src"]).toEqual(frames)
  })
})

describe("formatPolicy and formatMeta", () => {
  it("writes the directives in order and omits frame-ancestors in a meta element", () => {
    const policy = {
      "default-src": ["'none'"],
      "frame-ancestors": ["'none'"],
      "script-src": ["'self'", 'a&"b'],
    }
    expect(formatPolicy(policy)).toBe("default-src 'none'; frame-ancestors 'none'; script-src 'self' a&\"b")
    expect(formatMeta(policy)).toBe(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' a&amp;&quot;b">`,
    )
  })
})
