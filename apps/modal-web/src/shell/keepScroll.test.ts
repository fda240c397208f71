import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { keepScroll } from "./keepScroll.ts"

/** An element of 100 by 100 pixels with a content of that size, or of a longer one that scrolls. */
class FakeElement extends EventTarget {
  readonly clientHeight = 100
  readonly clientWidth = 100
  scrollHeight = 100
  scrollWidth = 100
  scrollTop = 0
  scrollLeft = 0
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
  }
  matches(selector: string) {
    return selector.split(", ").includes(this.name)
  }
  getRootNode() {
    return this
  }
}

class FakeKeyboardEvent extends Event {}

const makeList = (change: Partial<FakeElement>) => Object.assign(new FakeElement("div"), change)

/** Dispatches an event from an element in a dialog. @returns true when the browser may act on it */
const act = (type: string, detail: object, inside: readonly FakeElement[]) => {
  const dialog = new FakeElement("dialog")
  keepScroll(dialog as unknown as HTMLElement, new AbortController().signal)
  const event =
    type === "keydown"
      ? new FakeKeyboardEvent(type, { cancelable: true })
      : new Event(type, { cancelable: true })
  Object.defineProperty(event, "target", { value: inside[0] ?? dialog })
  Object.assign(event, detail, { composedPath: () => [...inside, dialog] })
  return dialog.dispatchEvent(event)
}

const wheel = (detail: object, ...inside: readonly FakeElement[]) =>
  act("wheel", { deltaX: 0, deltaY: 0, ctrlKey: false, ...detail }, inside)
const key = (key: string, ...inside: readonly FakeElement[]) => act("keydown", { key }, inside)

/** A move of the fingers, each by its vertical distance. */
const drag = (by: readonly number[], ...inside: readonly FakeElement[]) =>
  act("touchmove", { touches: by.map((y) => ({ clientX: 0, clientY: y })) }, inside)

const long = { scrollHeight: 300 }

describe("keepScroll", () => {
  beforeEach(() => {
    vi.stubGlobal("HTMLElement", FakeElement)
    vi.stubGlobal("KeyboardEvent", FakeKeyboardEvent)
    vi.stubGlobal("visualViewport", { scale: 1 })
    vi.stubGlobal("getComputedStyle", () => ({ overflowX: "auto", overflowY: "auto" }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("lets the wheel scroll what is longer than its place, until its end", () => {
    expect(wheel({ deltaY: 10 }, makeList(long))).toBe(true)
    expect(wheel({ deltaY: 10 }, makeList({ ...long, scrollTop: 199.5 }))).toBe(false)
    expect(wheel({ deltaY: -10 }, makeList({ ...long, scrollTop: 199.5 }))).toBe(true)
    expect(wheel({ deltaY: -10 }, makeList(long))).toBe(false)
    expect(wheel({ deltaX: 10 }, makeList({ scrollWidth: 300 }))).toBe(true)
    expect(wheel({ deltaX: 10 }, makeList(long))).toBe(false)
  })

  it("lets the wheel scroll to the left from right to left", () => {
    expect(wheel({ deltaX: 10 }, makeList({ scrollWidth: 300, scrollLeft: -200 }))).toBe(true)
    expect(wheel({ deltaX: -10 }, makeList({ scrollWidth: 300, scrollLeft: -200 }))).toBe(false)
    expect(wheel({ deltaX: -10 }, makeList({ scrollWidth: 300, scrollLeft: -100 }))).toBe(true)
  })

  it("does not let the wheel scroll what hides the rest", () => {
    vi.stubGlobal("getComputedStyle", () => ({ overflowX: "hidden", overflowY: "hidden" }))
    expect(wheel({ deltaY: 10 }, makeList(long))).toBe(false)
  })

  it("lets the wheel zoom", () => {
    expect(wheel({ deltaY: 10, ctrlKey: true })).toBe(true)
  })

  it("lets one finger scroll what is longer than its place, and two fingers zoom", () => {
    expect(drag([-10], makeList(long))).toBe(true)
    expect(drag([10], makeList(long))).toBe(false)
    expect(drag([-10])).toBe(false)
    expect(drag([-10, 10])).toBe(true)
  })

  it("lets one finger and the wheel move the window over a page that is zoomed in", () => {
    vi.stubGlobal("visualViewport", { scale: 2 })
    expect(drag([-10])).toBe(true)
    expect(wheel({ deltaY: 10 })).toBe(true)
  })

  it("lets keys scroll what is longer than its place", () => {
    expect(key("PageDown", makeList(long))).toBe(true)
    expect(key("Home", makeList(long))).toBe(false)
    expect(key("End")).toBe(false)
    expect(key(" ")).toBe(false)
    expect(key("d")).toBe(true)
  })

  it("leaves a field and a button their own keys", () => {
    expect(key("ArrowDown", new FakeElement("input"))).toBe(true)
    expect(key(" ", new FakeElement("input"))).toBe(true)
    expect(key("PageDown", new FakeElement("input"))).toBe(false)
    expect(key("PageDown", new FakeElement("textarea"))).toBe(true)
    expect(key(" ", new FakeElement("button"))).toBe(true)
    expect(key("ArrowDown", new FakeElement("button"))).toBe(false)
  })
})
