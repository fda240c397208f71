import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { bundledDirectory } from "./BundledDirectory.ts"
import { bundledWallets } from "./bundledWallets.ts"
import { WalletPage } from "./contract.ts"
import type { WalletsRequest } from "./Directory.ts"

const listNames = (request: WalletsRequest) =>
  Effect.map(bundledDirectory.wallets(request), ({ data }) => data.map(({ name }) => name))

it.effect("lists well-known wallets in the directory's format, each once", () =>
  Effect.gen(function* () {
    const page = yield* bundledDirectory.wallets({})
    expect(WalletPage.parse(page)).toEqual(page)
    expect(page.count).toBe(15)
    expect(new Set(page.data.map(({ id }) => id)).size).toBe(15)
    for (const { id, homepage, image_id } of page.data) {
      expect(id).toMatch(/^[\da-f]{64}$/)
      expect(homepage ?? "https://").toMatch(/^https:\/\//)
      expect(image_id).toBeUndefined()
    }
  }),
)

it.effect("returns them in pages", () =>
  Effect.gen(function* () {
    const pages = yield* Effect.forEach([1, 2, 3], (page) => bundledDirectory.wallets({ page, entries: 10 }))
    expect(pages.map(({ count, data }) => [count, data.length])).toEqual([
      [15, 10],
      [15, 5],
      [15, 0],
    ])
    expect(pages.flatMap(({ data }) => data)).toEqual(bundledWallets)
  }),
)

it.effect("includes, excludes, searches, and filters by chain and by badge", () =>
  Effect.gen(function* () {
    const [first, second] = bundledWallets
    const ids = [first?.id ?? "", second?.id ?? ""]
    expect(yield* listNames({ include: ids })).toEqual([first?.name, second?.name])
    expect(yield* listNames({ include: ids, exclude: ids.slice(0, 1) })).toEqual([second?.name])
    expect(yield* listNames({ include: [], exclude: ids })).toHaveLength(13)
    expect(yield* listNames({ search: " WALLET " })).toContain("Bitget Wallet")
    expect(yield* listNames({ search: "no such wallet" })).toEqual([])
    expect(yield* listNames({ chains: ["bip122:000000000933ea01ad0ee984209779ba"] })).toContain("Leather")
    expect(yield* listNames({ chains: ["eip155:137", "eip155:8453"] })).not.toContain("Leather")
    expect(yield* listNames({ badge: "certified" })).toEqual([])
  }),
)

it("contains no images", () => {
  const { walletImageUrl, assetImageUrl, tokenImageUrl, currencyImageUrl } = bundledDirectory
  for (const getUrl of [walletImageUrl, assetImageUrl, tokenImageUrl, currencyImageUrl])
    expect(getUrl("a")).toBe(null)
})
