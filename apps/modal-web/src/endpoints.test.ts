import { describe, expect, it } from "vitest"
import { mockEndpoints, wellKnownEndpoints } from "./endpoints.ts"

describe("wellKnownEndpoints", () => {
  it("returns a TLS URL for each endpoint", () => {
    expect(Object.keys(wellKnownEndpoints)).toEqual([
      "directory",
      "blockchain",
      "analytics",
      "relay",
      "secureSite",
      "imageHosts",
    ])
    const { imageHosts: _hosts, ...urls } = wellKnownEndpoints
    for (const [name, url] of Object.entries(urls))
      expect(new URL(url).protocol).toBe(name === "relay" ? "wss:" : "https:")
  })
})

describe("mockEndpoints", () => {
  it("derives the relay and the secure site from the server's URL", () => {
    expect(mockEndpoints("http://127.0.0.1:4174/")).toEqual({
      directory: "http://127.0.0.1:4174",
      blockchain: "http://127.0.0.1:4174",
      analytics: "http://127.0.0.1:4174",
      relay: "ws://127.0.0.1:4174",
      secureSite: "http://127.0.0.1:4175",
      prices: "http://127.0.0.1:4174/prices",
      imageHosts: ["127.0.0.1:4174"],
    })
    expect(mockEndpoints("https://mock.example")).toMatchObject({
      relay: "wss://mock.example",
      secureSite: "https://mock.example:444",
    })
  })

  it("keeps only the endpoints of the output of wmodal mock --json", () => {
    const endpoints = {
      directory: "http://127.0.0.1:1",
      blockchain: "http://127.0.0.1:1",
      analytics: "http://127.0.0.1:1",
      relay: "ws://127.0.0.1:1",
      secureSite: "http://127.0.0.1:9",
      prices: "http://127.0.0.1:1/prices",
    }
    const printed = { ...endpoints, v: 1, projectId: "demo" }
    expect(mockEndpoints(printed)).toEqual({ ...endpoints, imageHosts: ["127.0.0.1:1"] })
  })

  it("throws a TypeError without a URL", () => {
    expect(() => mockEndpoints("here")).toThrow(TypeError)
  })
})
