import { expect } from "vitest"
import type { Engine, EngineScope, EngineWindow, Place } from "./Engine.ts"
import { awaitStill } from "./modalActs.ts"
import { approach, awaitValue } from "./tricks/pressing.ts"

const findFrame = (window: EngineWindow) =>
  window.evaluate(() => {
    const frame = (globalThis.probe?.listElements() ?? []).find((element) => element.matches("iframe"))
    const { height = 0, left = 0, top = 0, width = 0 } = frame?.getBoundingClientRect() ?? {}
    return width > 0 && height > 0 ? { x: left, y: top } : null
  }, null)

/** Returns the centre of a control in a document of the wallet; `null` before it is laid out, or takes presses. */
const findControl = (scope: EngineScope, id: string, state: "drawn" | "ready"): Promise<Place | null> =>
  scope.evaluate(
    ({ id, state }) => {
      const ready = state === "ready" ? `:enabled:not([aria-disabled="true"])` : ""
      const found = document.querySelector(`#${id}${ready}`)
      found?.scrollIntoView({ block: "nearest", behavior: "instant" })
      const { height = 0, left = 0, top = 0, width = 0 } = found?.getBoundingClientRect() ?? {}
      return width > 0 && document.readyState === "complete"
        ? { x: left + width / 2, y: top + height / 2 }
        : null
    },
    { id, state },
  )

/**
 * Presses what stands still: the pointer comes first, and the press once the control takes it. A window may close before
 * the press is reported.
 */
const pressStill = async (
  window: EngineWindow,
  what: string,
  find: (state: "drawn" | "ready") => Promise<Place | null>,
): Promise<void> => {
  await approach(window, await awaitStill(what, () => find("drawn")))
  await awaitStill(`${what} that takes a press`, () => find("ready"))
  await window.pressMouse()
  await window.releaseMouse().catch(() => {})
}

const pressInWindow = (window: EngineWindow, id: string): Promise<void> =>
  pressStill(window, `${id} in the window`, (state) => findControl(window, id, state))

const pressInFrame = (window: EngineWindow, id: string): Promise<void> =>
  pressStill(window, `${id} in the frame`, async (state) => {
    const frame = await findFrame(window)
    const at = frame && (await findControl(window.frame(["iframe"]), id, state).catch(() => null))
    return at && { x: frame.x + at.x, y: frame.y + at.y }
  })

const awaitPopup = (engine: Engine) => awaitValue("window", async () => (await engine.popups())[0] ?? null)

/** Types the emailed code in the wallet's frame. */
export const typeCode = async (window: EngineWindow, code: string): Promise<void> => {
  await pressInFrame(window, "code")
  await window.type(code)
}

/** Waits until the frame asks for the emailed code. A new device is confirmed first. @param confirm opens the mail's link */
export const reachCode = async (window: EngineWindow, confirm: () => Promise<unknown>): Promise<void> => {
  const read = () =>
    window.evaluate(() => {
      const all = globalThis.probe?.listElements() ?? []
      return all.some((element) => element.textContent === "Register Device") ? "device" : null
    }, null)
  const readCode = () =>
    window.frame(["iframe"]).evaluate(() => {
      const screen = document.getElementById("code-screen")
      return screen?.hidden === false ? "code" : null
    }, null)
  const awaitStep = () =>
    awaitValue("step of the sign-in", async () => (await readCode().catch(() => null)) ?? (await read()))
  if ((await awaitStep()) === "code") return
  await confirm()
  await awaitValue("code's field", () => readCode().catch(() => null))
}

/** Approves in the wallet's frame, or in the window that it opens where a browser cannot tell what covers a frame. */
export const approve = async (engine: Engine): Promise<void> => {
  const { window } = engine
  const canTell = await window.evaluate(() => "isVisible" in IntersectionObserverEntry.prototype, null)
  if (canTell) {
    await pressInFrame(window, "approve")
    return
  }
  await pressInFrame(window, "open")
  await pressInWindow(await awaitPopup(engine), "approve")
}

/** Signs in in the window of a provider, which closes. */
export const signInAtProvider = async (engine: Engine, email: string): Promise<void> => {
  const popup = await awaitPopup(engine)
  await pressInWindow(popup, "email")
  await popup.type(email)
  await pressInWindow(popup, "continue")
  const count = async () => (await engine.popups()).length
  await expect.poll(count, { timeout: 30_000, message: "open windows" }).toBe(0)
}
