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
})
