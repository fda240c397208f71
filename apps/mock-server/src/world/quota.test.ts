import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { WebSocket } from "ws"
import { type Handler, makeHandler } from "../Handler.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"

describe("worlds of foreign pages", () => {
  let handler: Handler
  beforeEach(() => {
    handler = makeHandler()
  })
  afterEach(() => handler.close())
  const open = async (path: string, headers: Record<string, string>, base = "http://localhost") => {
    const response = await handler.fetch(new Request(`${base}${path}`, { headers }))
    return { status: response.status, text: await response.text() }
  }
  const path = (id: string) => `/projects/v1/origins?projectId=${id}`
  const fill = async (headers: Record<string, string>, name: string, count: number, base?: string) => {
    const statuses = new Set<number>()
    for (let at = 0; at < count; at++) statuses.add((await open(path(`${name}-${at}`), headers, base)).status)
    return [...statuses]
  }
  const worlds = async () =>
    JSON.parse((await open("/control/worlds", {})).text).worlds.map(
      ({ projectId }: { readonly projectId: string }) => projectId,
    )

  it("refuses the twenty-first world of a page by name, and keeps its twenty usable", async () => {
    const page = { "sec-fetch-site": "cross-site", origin: "https://thief.example" }
    expect(await fill(page, "own", 20)).toEqual([200])
    const refused = await open(path("own-20"), page)
    expect(refused.status).toBe(429)
    expect(refused.text).toContain("https://thief.example has created 20 worlds of 20")
    expect((await open(path("own-3"), page)).status).toBe(200)
    expect(await worlds()).toHaveLength(20)
  })

  it("refuses the sixty-first world of all foreign pages together", async () => {
    for (const name of ["a", "b", "c"])
      expect(
        await fill({ "sec-fetch-site": "cross-site", referer: `https://${name}.example/x` }, name, 20),
      ).toEqual([200])
    const refused = await open(path("d-0"), { "sec-fetch-site": "cross-site", origin: "https://d.example" })
    expect(refused.status).toBe(429)
  })

  it("refuses the twenty-first world of pages that hide their origin", async () => {
    expect(await fill({ "sec-fetch-site": "cross-site" }, "hidden", 21)).toEqual([200, 429])
    expect((await open(path("sandboxed"), { "sec-fetch-site": "cross-site", origin: "null" })).status).toBe(
      429,
    )
  })

  it.each<[string, string, Record<string, string>]>([
    [
      "whose browser states no site, by its referer",
      "http://localhost",
      { "user-agent": "Mozilla/5.0", referer: "http://thief.example/" },
    ],
    [
      "on another subdomain of a name that leads here",
      "http://a.thief.example:4174",
      { "sec-fetch-site": "same-site", referer: "http://b.thief.example/" },
    ],
    [
      "whose own name leads here",
      "http://thief.example:4174",
      { "sec-fetch-site": "same-origin", referer: "http://thief.example:4174/" },
    ],
    [
      "whose own name leads here, and that sends no referer",
      "http://thief.example:4174",
      { "user-agent": "Mozilla/5.0" },
    ],
  ])("refuses the twenty-first world of a page %s", async (_, base, headers) => {
    expect(await fill(headers, "rebound", 21, base)).toEqual([200, 429])
  })

  it("opens any number of worlds for pages of this machine, entered addresses and programs", async () => {
    for (const [name, headers] of Object.entries({
      local: { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
      image: { "sec-fetch-site": "cross-site", referer: "http://127.0.0.1:3000/" },
      entered: { "sec-fetch-site": "none" },
      program: { origin: "https://dapp.example", "user-agent": "node" },
    }))
      expect(await fill(headers, name, 21)).toEqual([200])
  })

  it("gives a page room again when its world is deleted, and worlds that this machine created", async () => {
    const page = { "sec-fetch-site": "cross-site", origin: "https://app.example" }
    await fill(page, "own", 20)
    await handler.fetch(new Request("http://localhost/control/worlds/own-0", { method: "DELETE" }))
    expect(await fill(page, "new", 2)).toEqual([200, 429])
    await open("/control/worlds/made/clock", {})
    expect((await open(path("made"), page)).status).toBe(200)
  })

  it("rejects control requests of a page that sends no origin", async () => {
    expect((await open("/control/worlds/x/faults", { "sec-fetch-site": "cross-site" })).status).toBe(403)
    expect(await worlds()).toEqual([])
  })
})

describe("web sockets of foreign pages", () => {
  const server = setupTestServer()
  const request = (path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(`${server().url.replace("http", "ws")}${path}`, { headers })
      socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode))
      socket.on("open", () => {
        socket.close()
        resolve(101)
      })
      socket.on("error", reject)
    })
  const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64)", origin: "https://thief.example" }

  it("refuses the relay's twenty-first world of a page, and none of a program", async () => {
    const fill = async (headers: Record<string, string>, name: string) => {
      const statuses: number[] = []
      for (let at = 0; at < 21; at++) statuses.push(await request(`/?projectId=${name}-${at}`, headers))
      return statuses
    }
    // Without a token, the relay refuses the client itself.
    expect(await fill(browser, "page")).toEqual([...Array(20).fill(401), 429])
    expect(await fill({ origin: "https://dapp.example" }, "program")).toEqual(Array(21).fill(401))
    expect(await request("/w/page-node/rpc/solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", browser)).toBe(429)
  })
})
