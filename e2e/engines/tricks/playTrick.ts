import type { Engine, EngineScope, EngineWindow, Place } from "../Engine.ts"
import { pressPlace } from "./hostilePage.ts"
import { approach, awaitButton, findButton, press, reachByKey, wait } from "./pressing.ts"
import type { Trick } from "./Trick.ts"
import { tricks } from "./tricks.ts"

/** What a hostile page frames: the wallet, or the page of plain buttons. */
export interface TrickTarget {
  /** Origin of the hostile pages. */
  readonly origin: string
  /** The ID of the button under which the pointer is brought. */
  readonly aim: string
  /** Milliseconds for which the frame is in sight before the press. */
  readonly sightMs: number
  /** Requests what the trick would have approved, from the document that contains the frame. */
  readonly request: (host: EngineScope) => Promise<unknown>
}

/** Milliseconds after an act within which a press follows it. A guard of 700 ms must still be running. */
const pressWithinMs = 550

/** Presses three times, of which the last can be left out. Returns whether the first was in time. */
const pressQuickly = async (window: EngineWindow, trick: Trick, at: Place, since: number | null) => {
  const isInTime = () => since === null || Date.now() - since < pressWithinMs
  for (let turn = 0; turn < 3; turn += 1) {
    if (!isInTime()) return turn > 0
    await press(window, trick, at, turn)
    await wait(40)
  }
  return true
}

const isInView = (window: EngineWindow, { x, y }: Place) =>
  window.evaluate(({ x, y }) => x < innerWidth && y < innerHeight, { x, y })

/** Presses Approve in the windows that a trick has opened, while their guard runs. */
const pressInPopups = async (engine: Engine, since: number) => {
  for (const popup of await engine.popups()) {
    const button = await findButton(popup, "approve").catch(() => null)
    if (button === null || Date.now() - since > pressWithinMs) continue
    if (!(await isInView(popup, button))) continue
    await approach(popup, button)
    await popup.pressMouse()
    await popup.releaseMouse()
  }
}

/**
 * Plays a trick once, on a new page.
 * @returns whether the presses followed the act as fast as the trick requires, which a busy machine can prevent
 */
export const playTrick = async (engine: Engine, target: TrickTarget, trick: Trick): Promise<boolean> => {
  const { window } = engine
  const { place = "page", when } = trick
  const at = tricks.indexOf(trick)
  await window.open(`${target.origin}/${place}.html`)
  const outer = place === "outer" ? ["#outer"] : []
  const frame = window.frame([...outer, "#frame"])
  const tell = (name: "stage" | "prepare" | "act" | "arm") =>
    window.evaluate(({ at, name }) => void attack[name](at), { at, name })
  const aim = async () => {
    // A frame that is not seen offers a window instead.
    const button = await awaitButton(frame, target.aim, "open")
    await window.evaluate((button) => attack.aimAt(button), button)
    return button
  }

  await tell("stage")
  await target.request(window.frame(outer))
  let button = await aim()
  await tell("prepare")
  if (when === "throughout") await tell("act")
  if (when === "first press" || when === "each move") await tell("arm")
  await wait(target.sightMs)

  let goal: Place = pressPlace
  if (when === "still") {
    button = await aim()
    goal = await window.evaluate(() => attack.where(), null)
  }
  if (trick.input === "mouse" && when === "each move") await window.moveMouse({ x: goal.x + 60, y: goal.y })
  else if (trick.input === "mouse") await approach(window, goal)
  const begun = Date.now()
  if (when === "first press") await press(window, trick, goal, 0)
  if (when === "before press") await tell("act")
  if (when === "first press" || when === "before press") await wait(when === "first press" ? 100 : 30)
  if (trick.input === "key") {
    if (when === "still") await window.evaluate(() => attack.giveKeys(), null)
    await reachByKey(window, button)
  }
  const isStill = when === "still" || when === "throughout"
  const isInTime = await pressQuickly(window, trick, goal, isStill ? null : begun)
  if (trick.isHeld) await window.liftKey("Enter")
  await pressInPopups(engine, begun)
  return isInTime
}
