import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { afterImages } from "./useLoadedWallets.ts"

/** The requested images, and what ends each. */
const requested: { readonly source: string; readonly end: () => void }[] = []

const load = (source: string) =>
  new Promise<void>((end) => {
    requested.push({ source, end })
  })

const makeWallets = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ icon: `https://a.example/${at}.png` }))

const end = async (images: typeof requested) => {
  for (const image of images) image.end()
  await vi.advanceTimersByTimeAsync(0)
}

describe("afterImages", () => {
  beforeEach(() => {
    requested.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("requests the images of the first 20 wallets", () => {
    afterImages(makeWallets(21), load, () => {})()
    expect(requested).toHaveLength(20)
    expect(requested.at(-1)?.source).toBe("https://a.example/19.png")
  })

  it("waits for each image, and 2 s at most", async () => {
    const done = vi.fn()
    afterImages(makeWallets(2), load, done)
    await end(requested.slice(0, 1))
    expect(done).not.toHaveBeenCalled()
    await end(requested.slice(1))
    expect(done).toHaveBeenCalled()

    const late = vi.fn()
    afterImages(makeWallets(2), load, late)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toHaveBeenCalled()
  })

  it("does not call after it is cancelled", async () => {
    const done = vi.fn()
    afterImages(makeWallets(1), load, done)()
    await end(requested)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(done).not.toHaveBeenCalled()
  })
})
