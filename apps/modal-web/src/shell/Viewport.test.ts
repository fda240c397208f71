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
  const frames = new Map<number, () => void>()
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.set(frames.size + 1, run).size)
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => frames.delete(frame))
  const draw = () => {
    for (const run of frames.values()) run()
    frames.clear()
  }
  const viewport = { style: { blockSize: "" } }
  const view = { offsetHeight: 0 }
  const stop = followHeight(viewport as unknown as HTMLElement, view as HTMLElement)
  const report = (height: number) => {
    view.offsetHeight = height
    resize.listener()
    return viewport.style.blockSize
  }
  const resizeTo = (height: number) => {
    report(height)
    draw()
    return viewport.style.blockSize
  }
  return { report, draw, resizeTo, stop, disconnect, viewport }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test("takes the height of the view", () => {
  const { resizeTo } = setUp()
  expect(resizeTo(420)).toBe("420px")
  expect(resizeTo(300)).toBe("300px")
})

test("takes no height while sizes are reported, which would be an error event of the page", () => {
  const { draw, report, viewport } = setUp()
  expect(report(420)).toBe("")
  draw()
  expect(viewport.style.blockSize).toBe("420px")
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
  const { disconnect, draw, report, stop, viewport } = setUp()
  report(420)
  stop()
  draw()
  expect(viewport.style.blockSize).toBe("")
  expect(disconnect).toHaveBeenCalledOnce()
})
