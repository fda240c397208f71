import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDialog, returnEvent } from "./openDialog.ts"

/** A dialog whose `close` event comes in a later task, as the platform's does. */
class FakeDialog extends EventTarget {
  open = false
  readonly isConnected = true
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
    openDialog(dialog as unknown as HTMLDialogElement, { card: null, grip: null, onRequestClose })
  return { dialog, onRequestClose, open }
}

describe("openDialog", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("innerWidth", 0)
    vi.stubGlobal("HTMLElement", EventTarget)
    vi.stubGlobal("document", { documentElement: { style: {}, clientWidth: 0 } })
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

  test("opens as modal again, with the page locked, when it comes back into the page", () => {
    const { dialog, onRequestClose, open } = setUp()
    const close = open()
    dialog.isModal = false
    const root = { style: { overflow: "" }, clientWidth: 0 }
    vi.stubGlobal("document", { documentElement: root, activeElement: null })
    dialog.dispatchEvent(new Event(returnEvent))
    vi.runAllTimers()
    expect(dialog).toMatchObject({ open: true, isModal: true })
    expect(root.style.overflow).toBe("hidden")
    expect(onRequestClose).not.toHaveBeenCalled()
    close()
    expect(root.style.overflow).toBe("")
  })

  test("leaves a dialog closed that its owner has closed", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()()
    vi.runAllTimers()
    expect(onRequestClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(false)
  })
})
