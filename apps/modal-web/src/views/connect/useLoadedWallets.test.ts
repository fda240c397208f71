import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { afterImages } from "./useLoadedWallets.ts"

/** The requested images. */
const requested: EventTarget[] = []

class FakeImage extends EventTarget {
  src = ""
  referrerPolicy = ""
  constructor() {
    super()
    requested.push(this)
  }
}

const makeWallets = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ icon: `https://a.example/${at}.png` }))

const end = async (type: "load" | "error", images: readonly EventTarget[]) => {
  for (const image of images) image.dispatchEvent(new Event(type))
  await vi.advanceTimersByTimeAsync(0)
}

describe("afterImages", () => {
  beforeEach(() => {
    requested.length = 0
    vi.useFakeTimers()
    vi.stubGlobal("Image", FakeImage)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("requests the images of the first 20 wallets", () => {
    afterImages(makeWallets(21), () => {})()
    expect(requested).toHaveLength(20)
    expect(requested.at(-1)).toMatchObject({ src: "https://a.example/19.png", referrerPolicy: "no-referrer" })
  })

  it("waits for each image, loaded or not, and 2 s at most", async () => {
    const done = vi.fn()
    afterImages(makeWallets(2), done)
    await end("load", requested.slice(0, 1))
    expect(done).not.toHaveBeenCalled()
    await end("error", requested.slice(1))
    expect(done).toHaveBeenCalled()

    const late = vi.fn()
    afterImages(makeWallets(2), late)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toHaveBeenCalled()
  })

  it("does not call after it is cancelled", async () => {
    const done = vi.fn()
    afterImages(makeWallets(1), done)()
    await end("load", requested)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(done).not.toHaveBeenCalled()
  })
})
