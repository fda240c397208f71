import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { followPlace } from "./places.ts"

/** An element as the platform treats a custom one. */
interface PlaceElement {
  isConnected: boolean
  connectedCallback(): void
  disconnectedCallback(): void
}

/** Follows places with a platform of its own; returns what inserts and removes them. */
const setUp = () => {
  const defined = new Map<string, new () => PlaceElement>()
  vi.stubGlobal("HTMLElement", EventTarget)
  vi.stubGlobal("customElements", {
    get: (name: string) => defined.get(name),
    define: (name: string, made: new () => PlaceElement) => defined.set(name, made),
  })
  const moved = vi.fn()
  const follower = followPlace(moved)
  const make = () => {
    const Place = defined.get("wmodal-modal")
    if (Place === undefined) throw new Error("The element is not defined.")
    return new Place()
  }
  const inserted = new Set<PlaceElement>()
  const insert = (place: PlaceElement) => {
    inserted.add(place)
    place.isConnected = true
    place.connectedCallback()
  }
  const remove = (place: PlaceElement) => {
    place.isConnected = false
    place.disconnectedCallback()
  }
  onTestFinished(() => {
    follower.stop()
    inserted.forEach(remove)
  })
  return { follower, insert, make, moved, remove }
}

describe("followPlace", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("moves to a place that comes later, and to none 500 ms after that has gone", async () => {
    const { insert, make, moved, remove } = setUp()
    expect(moved).not.toHaveBeenCalled()
    const place = make()
    insert(place)
    await vi.advanceTimersByTimeAsync(0)
    expect(moved.mock.calls).toEqual([[place]])
    remove(place)
    await vi.advanceTimersByTimeAsync(499)
    expect(moved).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(moved.mock.calls).toEqual([[place], [null]])
  })

  it("does not move when the page moves the place, or brings it back within 500 ms", async () => {
    const { insert, make, moved, remove } = setUp()
    const place = make()
    insert(place)
    remove(place)
    insert(place)
    await vi.advanceTimersByTimeAsync(0)
    remove(place)
    await vi.advanceTimersByTimeAsync(400)
    insert(place)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(moved.mock.calls).toEqual([[place]])
  })

  it("moves to the next place at once when the first one goes, and keeps it when another one comes", async () => {
    const { insert, make, moved, remove } = setUp()
    const [first, second, third] = [make(), make(), make()]
    insert(first)
    insert(second)
    await vi.advanceTimersByTimeAsync(0)
    remove(first)
    await vi.advanceTimersByTimeAsync(0)
    insert(third)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(moved.mock.calls).toEqual([[first], [second]])
  })

  it("moves to none at once when the modal opens without its place", async () => {
    const { follower, insert, make, moved, remove } = setUp()
    const place = make()
    insert(place)
    await vi.advanceTimersByTimeAsync(0)
    remove(place)
    follower.settle()
    expect(moved.mock.calls).toEqual([[place], [null]])
  })

  it("moves no more once it is stopped", async () => {
    const { follower, insert, make, moved, remove } = setUp()
    const place = make()
    insert(place)
    await vi.advanceTimersByTimeAsync(0)
    remove(place)
    follower.stop()
    insert(make())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(moved.mock.calls).toEqual([[place]])
  })
})
