import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDialog } from "./openDialog.ts"

/** A dialog whose `close` event comes in a later task, as the platform's does. */
class FakeDialog extends EventTarget {
  open = false
  readonly isConnected = true
  showModal() {
    this.open = true
  }
  close() {
    this.open = false
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

  test("leaves a dialog closed that its owner has closed", () => {
    const { dialog, onRequestClose, open } = setUp()
    open()()
    vi.runAllTimers()
    expect(onRequestClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(false)
  })
})
