import { findControl, watchPresses } from "./pressWatch.ts"
import { watchWindow } from "./sight.ts"

/** The presses of a page that no other page can frame. */
export interface GuardedPage {
  /** Calls the listener with each press of the button that counts. */
  readonly onPress: (button: HTMLButtonElement, use: () => void) => void
  /** Shows the buttons, which count no press within the next 700 ms. */
  readonly show: (part: HTMLElement) => void
}

/**
 * Guards the buttons by which a page of this site gives access to a wallet. A page that has opened this one can keep a window of
 * its own above it, and close that by the first press of a double click.
 */
export const guardPage = (): GuardedPage => {
  const buttons = new Set<HTMLButtonElement>()
  const enable = () => {
    clearTimeout(timer)
    const now = performance.now()
    for (const button of buttons) {
      const ready = presses.getReadiness(findControl(button) ?? "")
      button.ariaDisabled = String(ready === null || ready.from > now)
      if (ready !== null && ready.from > now) timer = setTimeout(enable, ready.from - now)
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the last key was Enter in a field, which a browser turns into a click on the form's button. */
  let isEntered = false
  const presses = watchPresses("window", () => enable())
  const changed = watchWindow(presses)
  addEventListener("keydown", ({ isTrusted, key, repeat, target }) => {
    isEntered = isTrusted && key === "Enter" && !repeat && target instanceof HTMLInputElement
  })
  const isByField = (button: HTMLButtonElement, click: MouseEvent) =>
    click.isTrusted && click.detail === 0 && isEntered && button.ariaDisabled === "false"
  return {
    onPress: (button, use) => {
      button.dataset["guarded"] = `button-${buttons.size}`
      buttons.add(button)
      button.addEventListener("click", (click) => {
        const isMeant = presses.judge(click, findControl(button) ?? "") === "counts"
        if (!isMeant && !isByField(button, click)) return click.preventDefault()
        // A form checks its fields before it is submitted.
        if (button.type !== "submit") use()
      })
      button.form?.addEventListener("submit", (event) => {
        event.preventDefault()
        if (event.submitter === button) use()
      })
      enable()
    },
    show: (part) => {
      part.hidden = false
      // Who opened the window may have named a part below who asks.
      scrollTo(0, 0)
      changed()
    },
  }
}
