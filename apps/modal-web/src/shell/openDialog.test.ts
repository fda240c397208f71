import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDialog, returnEvent } from "./openDialog.ts"

/** A dialog whose `close` event comes in a later task, as the platform's does. */
class FakeDialog extends EventTarget {
  open = false
  readonly isConnected = true
  readonly #root = new EventTarget()
  getRootNode() {
    return this.#root
  }
  isModal = false
  showModal() {
    if (this.open) throw new Error("The dialog is open already.")
    this.open = true
    this.isModal = true
  }
  close() {
    this.open = false
    this.isModal = false
    setTimeout(() => this.dispatchEvent(new Event("close")))
  }
}

const setUp = () => {
  const dialog = new FakeDialog()
  const onRequestClose = vi.fn()
  const open = () =>
    openDialog(dialog as unknown as HTMLDialogElement, {
      card: null,
      grip: null,
      keepsInput: true,
      onRequestClose,
    })
  return { dialog, onRequestClose, open }
}

describe("openDialog", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("HTMLElement", EventTarget)
    vi.stubGlobal("document", {})
    vi.stubGlobal("addEventListener", () => {})
    // It stands in no shadow root.
    vi.stubGlobal("ShadowRoot", AbortController)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test("stays open when it is closed and opened again in one task", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()()
    open()
    vi.runAllTimers()
    expect(onRequestClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(true)
  })

  test("opens again and asks its owner when the platform closes it by force", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()
    dialog.close()
    vi.runAllTimers()
    expect(onRequestClose).toHaveBeenCalledOnce()
    expect(dialog.open).toBe(true)
  })

  test("opens as modal again when it comes back into the page", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()
    dialog.isModal = false
    dialog.dispatchEvent(new Event(returnEvent))
    vi.runAllTimers()
    expect(dialog).toMatchObject({ open: true, isModal: true })
    expect(onRequestClose).not.toHaveBeenCalled()
  })

  test("leaves a dialog closed that its owner has closed", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()()
    vi.runAllTimers()
    expect(onRequestClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(false)
  })

  describe("in a page with a frame that takes the focus", () => {
    /** The dialog in a shadow root, with the focus on a field of it. */
    const setUpPage = () => {
      const page = new EventTarget()
      const host = {}
      const state = { activeElement: host, isAbove: false, hasFocus: true }
      class FakeRoot extends EventTarget {
        activeElement: unknown = null
        readonly host = { ...host, hasAttribute: () => false }
        elementFromPoint() {
          return state.isAbove ? null : field
        }
      }
      const root = new FakeRoot()
      state.activeElement = root.host
      const focus = vi.fn(() => {
        state.activeElement = root.host
      })
      const field = Object.assign(new EventTarget(), { focus })
      const dialog = Object.assign(new FakeDialog(), {
        // The platform gives the focus to the field, in WebKit without a further event.
        showModal: () => {
          root.activeElement = field
        },
        firstElementChild: null,
        getRootNode: () => root,
        getBoundingClientRect: () => ({ left: 0, top: 0, width: 100 }),
        contains: (element: unknown) => element === field,
      })
      vi.stubGlobal("ShadowRoot", FakeRoot)
      vi.stubGlobal(
        "MutationObserver",
        class {
          observe() {}
          disconnect() {}
        },
      )
      vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
      vi.stubGlobal("document", {
        get activeElement() {
          return state.activeElement
        },
        hasFocus: () => state.hasFocus,
      })
      const close = openDialog(dialog as unknown as HTMLDialogElement, {
        card: null,
        grip: null,
        keepsInput: false,
        onRequestClose: () => {},
      })
      const frame = {}
      /** The window loses the focus to a frame. */
      const take = () => {
        page.dispatchEvent(new Event("blur"))
        state.activeElement = frame
        vi.runAllTimers()
      }
      return { close, focus, frame, root, state, take }
    }

    test("takes the focus back", () => {
      const { focus, root, state, take } = setUpPage()
      take()
      expect(focus).toHaveBeenCalledOnce()
      expect(state.activeElement).toBe(root.host)
    })

    test("leaves the focus where it is when another window has it", () => {
      const { focus, state, take } = setUpPage()
      state.hasFocus = false
      take()
      expect(focus).not.toHaveBeenCalled()
    })

    test("leaves the focus to a dialog above it", () => {
      const { focus, state, take } = setUpPage()
      state.isAbove = true
      take()
      expect(focus).not.toHaveBeenCalled()
    })

    test("leaves the focus to the page once it is closed", () => {
      const { close, focus, take } = setUpPage()
      close()
      take()
      expect(focus).not.toHaveBeenCalled()
    })

    test("leaves the focus to a frame that has taken it 20 times before", () => {
      const { focus, frame, state, take } = setUpPage()
      for (let times = 0; times < 25; times += 1) take()
      expect(focus).toHaveBeenCalledTimes(20)
      expect(state.activeElement).toBe(frame)
    })
  })
})
