import { expect, it } from "vitest"
import { wallets } from "./wallets.ts"

const links = wallets.flatMap((wallet) =>
  [
    wallet.homepage,
    wallet.mobile_link,
    wallet.desktop_link,
    wallet.webapp_link,
    wallet.app_store,
    wallet.play_store,
    wallet.chrome_store,
  ].filter((link) => link !== null && link !== undefined),
)

it("gives each wallet a unique id in the wire's format", () => {
  expect(wallets.length).toBeGreaterThanOrEqual(60)
  for (const { id, image_id } of wallets) {
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(image_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  for (const key of ["id", "name", "image_id", "order"] as const)
    expect(new Set(wallets.map((wallet) => wallet[key])).size).toBe(wallets.length)
  const rdns = wallets.flatMap((wallet) => wallet.rdns ?? [])
  expect(new Set(rdns).size).toBe(rdns.length)
})

it("stays the same in every run", () => {
  expect(wallets.slice(0, 2).map(({ id }) => id)).toMatchInlineSnapshot(`
    [
      "d3376e0b993672ffdb3d286be4df63fc4b1766fb3c9a0c1f0473ead4e33aceb9",
      "315e2c587f579e95d2e51a13ba04abf160a11b44fe94836af29179923c327cc1",
    ]
  `)
})

it("links to reserved names only: each address is under .example, each scheme is unique", () => {
  expect(links.length).toBeGreaterThan(200)
  for (const link of links) expect(link).toMatch(/^(?:https:\/\/[a-z]+\.example(?:\/[a-z]+)?|[a-z]+:\/\/)$/)
})

it("contains wallets of each kind", () => {
  const count = (has: (wallet: (typeof wallets)[number]) => unknown) => wallets.filter(has).length
  expect(count((wallet) => wallet.mobile_link)).toBeGreaterThan(20)
  expect(count((wallet) => wallet.desktop_link)).toBeGreaterThan(10)
  expect(count((wallet) => wallet.webapp_link)).toBeGreaterThan(10)
  expect(count((wallet) => wallet.rdns)).toBeGreaterThan(20)
  expect(count((wallet) => wallet.chains?.some((chain) => chain.startsWith("solana:")))).toBeGreaterThan(10)
})
