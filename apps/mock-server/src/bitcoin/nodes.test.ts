import { bitcoin } from "@wmodal/protocol/networks"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Handler, makeHandler } from "../index.ts"

let handler: Handler
beforeAll(() => {
  handler = makeHandler({
    scenario: {
      worlds: {
        esplora: { chains: { bitcoin: { server: "esplora", estimatesFrom: 144, feeFactor: 1.37 } } },
        young: { chains: { bitcoin: { server: "esplora", estimatesFrom: null } } },
        fractions: { chains: { bitcoin: { feeFactor: 1.037 } } },
        cheap: { chains: { bitcoin: { feeFactor: 0.1 } } },
        limited: { chains: { bitcoin: { limitEvery: 2 } } },
      },
    },
  })
})
afterAll(() => handler.close())

const get = async (world: string, path: string) => {
  const url = `http://localhost/w/${world}/bitcoin/${bitcoin.id}/api${path}`
  const reply = await handler.fetch(new Request(url))
  const text = await reply.text()
  return [reply.status, reply.headers.get("content-type") === "application/json" ? JSON.parse(text) : text]
}

it("has no paths of mempool.space, and no near estimates", async () => {
  expect(await get("esplora", "/v1/fees/recommended")).toEqual([
    404,
    'endpoint does not exist "/v1/fees/recommended"',
  ])
  expect(await get("esplora", "/fee-estimates")).toEqual([200, { 144: 2.74, 504: 1.37, 1008: 1.37 }])
  expect((await get("esplora", "/blocks/tip/height"))[0]).toBe(200)
})

it("has no estimates at all", async () => {
  expect(await get("young", "/fee-estimates")).toEqual([200, {}])
})

it.each([
  ["fractions", { fastestFee: 12.444, halfHourFee: 7.259, hourFee: 4.148, economyFee: 2.074, minimumFee: 1 }],
  ["cheap", { fastestFee: 1.2, halfHourFee: 1, hourFee: 1, economyFee: 1, minimumFee: 1 }],
])("recommends %s", async (world, rates) => {
  expect(await get(world, "/v1/fees/recommended")).toEqual([200, rates])
})

it("refuses each request of a number", async () => {
  expect((await get("limited", "/blocks/tip/height"))[0]).toBe(200)
  expect(await get("limited", "/blocks/tip/height")).toEqual([429, "Too Many Requests"])
})
