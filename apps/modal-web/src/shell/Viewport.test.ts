import { afterEach, expect, test, vi } from "vitest"
import { followHeight } from "./Viewport.tsx"

const setUp = () => {
  const resize = { listener: () => {} }
  const disconnect = vi.fn()
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        resize.listener = listener
      }
      readonly observe = () => {}
      readonly disconnect = disconnect
    },
  )
  const viewport = { style: { blockSize: "" } }
  const view = { offsetHeight: 0 }
  const stop = followHeight(viewport as unknown as HTMLElement, view as HTMLElement)
  const resizeTo = (height: number) => {
    view.offsetHeight = height
    resize.listener()
    return viewport.style.blockSize
  }
  return { resizeTo, stop, disconnect }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test("takes the height of the view", () => {
  const { resizeTo } = setUp()
  expect(resizeTo(420)).toBe("420px")
  expect(resizeTo(300)).toBe("300px")
})

test("keeps its height when the view has none, as in a closed dialog", () => {
  const { resizeTo } = setUp()
  expect(resizeTo(0)).toBe("")
  resizeTo(420)
  expect(resizeTo(0)).toBe("420px")
})

test("grows to 5000 px at most", () => {
  expect(setUp().resizeTo(90_000)).toBe("5000px")
})

test("stops following when its view goes", () => {
  const { stop, disconnect } = setUp()
  stop()
  expect(disconnect).toHaveBeenCalledOnce()
})
