import type { EngineKey, EngineScope, EngineWindow, Place } from "../Engine.ts"
import type { Trick } from "./Trick.ts"

/** A button of a frame. */
export interface AimedButton {
  readonly id: string
  /** Its centre, in CSS pixels of the frame. */
  readonly x: number
  readonly y: number
  /** How often Tab is pressed from the frame's heading to it. */
  readonly tabs: number
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits for a value. @param what names it. @throws Error if it has not come after 20 s */
export const awaitValue = async <A>(what: string, read: () => Promise<A | null>): Promise<A> => {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const value = await read()
    if (value !== null) return value
    await wait(50)
  }
  throw new Error(`There is no ${what} after 20 s.`)
}

/** Returns the button of this ID in a document of the wallet; `null` until it is laid out. */
export const findButton = (scope: EngineScope, id: string): Promise<AimedButton | null> =>
  scope.evaluate((id) => {
    const button = document.getElementById(id)
    if (button === null || document.getElementById("approval")?.hidden !== false) return null
    const { height, left, top, width } = button.getBoundingClientRect()
    if (width === 0) return null
    const stops = [...document.querySelectorAll<HTMLElement>("button, input, [tabindex='0']")].filter(
      (element) =>
        element === button || (element.getClientRects().length > 0 && !element.matches(":disabled")),
    )
    return {
      id,
      x: left + width / 2,
      y: top + height / 2,
      tabs: stops.indexOf(button) + 1,
    }
  }, id)

/** Waits for a button: the first of these IDs that is laid out. */
export const awaitButton = (scope: EngineScope, ...ids: readonly string[]): Promise<AimedButton> =>
  awaitValue(`button ${ids.join(" or ")}`, async () => {
    for (const id of ids) {
      const button = await findButton(scope, id)
      if (button !== null) return button
    }
    return null
  })

/** Brings the pointer to a place from outside of any button there. */
export const approach = async (window: EngineWindow, { x, y }: Place): Promise<void> => {
  await window.moveMouse({ x: x - 3, y: y - 2 })
  await window.moveMouse({ x, y })
}

const click = async (window: EngineWindow): Promise<void> => {
  await window.pressMouse()
  await window.releaseMouse()
}

const typeKey = async (window: EngineWindow, key: EngineKey): Promise<void> => {
  await window.pressKey(key)
  await window.liftKey(key)
}

/** Presses Tab until the button has the focus, which begins at the heading. */
export const reachByKey = async (window: EngineWindow, { tabs }: AimedButton): Promise<void> => {
  for (let pressed = 0; pressed < tabs; pressed += 1) await typeKey(window, "Tab")
}

/** Presses what is at a place or has the focus, as a user does who expects something else there. */
export const press = async (
  window: EngineWindow,
  { input, isHeld }: Pick<Trick, "input" | "isHeld">,
  { x, y }: Place,
  turn: number,
): Promise<void> => {
  if (input === "touch") return window.tap({ x, y })
  if (input === "mouse") {
    // A hand moves between two presses.
    await window.moveMouse({ x: x + 1 - 2 * (turn % 2), y })
    return click(window)
  }
  if (isHeld) return window.pressKey("Enter")
  await typeKey(window, turn % 2 === 0 ? "Enter" : "Space")
}
