import { randomBytes } from "node:crypto"
import { openStoryWorld, type SiteControl } from "@wmodal/mock-server/story"
import * as z from "zod/mini"
import type { EngineWorld } from "../describeEngines.ts"
import type { EngineScope, EngineWindow } from "../Engine.ts"
import { fetchControlPage } from "./controlPage.ts"
import { makeHostilePages } from "./hostilePage.ts"
import { playTrick, type TrickTarget } from "./playTrick.ts"
import { type AimedButton, approach, awaitButton, awaitValue, reachByKey, wait } from "./pressing.ts"
import type { Trick } from "./Trick.ts"
import { tricks } from "./tricks.ts"

/** What a trick has come to. */
interface TrickOutcome {
  /** Whether the same trick presses a plain button. */
  readonly isPressed: boolean
  readonly isApproved: boolean
}

/** An engine with a hostile page that embeds a wallet in use. */
export interface TrickGround {
  readonly play: (trick: Trick) => Promise<TrickOutcome>
  /**
   * Requests, waits and approves, as a user who means it.
   * @param trick the page does so to the frame @returns whether the request was approved
   */
  readonly approve: (input: Trick["input"], trick?: Trick) => Promise<boolean>
}

const email = "vera@example.com"
const User = z.object({ payload: z.object({ address: z.string() }) })

/** Attempts of a trick whose presses came too late on a busy machine. */
const maxAttempts = 4

/** Signs in on a new device. @returns the account's address */
const signIn = async (host: EngineScope, { fetchCode, openLink }: SiteControl) => {
  const ask = async (type: string, payload: unknown = null) => {
    const message = { payload, type }
    const response = await host.evaluate(
      async ({ payload, type }) => globalThis.host.ask(type, payload ?? undefined),
      message,
    )
    if (response.type !== `@w3m-frame/${type}_SUCCESS`) throw new Error(`${type}: ${response.type}`)
    return response
  }
  await host.evaluate(() => globalThis.host.ready, null)
  await ask("CONNECT_EMAIL", { email })
  await openLink(email)
  await ask("CONNECT_DEVICE")
  await ask("CONNECT_OTP", { otp: await fetchCode(email) })
  return User.parse(await ask("GET_USER", { chainId: 1 })).payload.address
}

const isPromptShown = (frame: EngineScope) =>
  frame.evaluate(() => document.getElementById("approval")?.hidden === false, null)

/** Returns whether the request was approved. One that is still shown was not. */
const readOutcome = async (host: EngineScope, frame: EngineScope): Promise<boolean> => {
  await wait(300)
  return awaitValue("answer to the request", async () => {
    const answer = await host.evaluate(() => globalThis.host.getAnswer(), null)
    if (answer !== null) return answer === "@w3m-frame/RPC_REQUEST_SUCCESS"
    return (await isPromptShown(frame)) ? false : null
  })
}

/** Waits until a button can be pressed. */
const awaitEnabled = (scope: EngineScope, id: string) => {
  const findEnabled = (id: string) =>
    document.querySelector(`#${id}:enabled:not([aria-disabled="true"])`) === null ? null : true
  return awaitValue(`${id} that takes a press`, () => scope.evaluate(findEnabled, id))
}

/** Presses a button at ease. @param frame selectors of its frame in the window */
const pressAtEase = async (
  window: EngineWindow,
  frame: readonly string[],
  input: Trick["input"],
  id: string,
) => {
  const scope = window.frame(frame)
  const isFramed = frame.length > 0
  // A window may still take its size.
  if (!isFramed) await awaitEnabled(scope, id)
  const button = await awaitButton(scope, id)
  const findInFrame = (button: AimedButton) => {
    attack.aimAt(button)
    return attack.where()
  }
  const at = isFramed ? await window.evaluate(findInFrame, button) : button
  if (input === "mouse") await approach(window, at)
  if (input === "key") {
    await reachByKey(window, button)
    // A key counts on a button that has had the focus for 700 ms.
    await wait(800)
  }
  // A frame takes no touch: it opens a window instead. Chromium makes no click of a tap on a frame that uses Intersection
  // Observer v2 and has come within the last half second.
  if (input === "touch" && isFramed) await wait(800)
  else await awaitEnabled(scope, id)
  if (input === "touch") return window.tap(at).catch(() => {})
  if (input === "key") {
    await window.pressKey("Enter")
    // The press may have closed the window.
    return window.liftKey("Enter").catch(() => {})
  }
  await window.pressMouse()
  await window.releaseMouse().catch(() => {})
}

/** Opens a new world with a user who is signed in on a hostile page. */
export const openGround = async ({ engine, outside, site }: EngineWorld): Promise<TrickGround> => {
  const { control, secureSite } = outside
  const { window } = engine
  const projectId = `tricks-${randomBytes(6).toString("hex")}`
  const world = await openStoryWorld({ control, projectId, networks: ["eip155:1"] })
  const framed = `${secureSite}/sdk?${new URLSearchParams({ projectId, chainId: "eip155:1" })}`
  const origin = site.host({ files: makeHostilePages(framed) })
  await window.open(`${origin}/page.html`)
  const account = await signIn(window, world.site)

  const request = async (host: EngineScope) => {
    await host.evaluate(() => globalThis.host.ready, null)
    await host.evaluate((account) => globalThis.host.request(account), account)
  }
  /** Whether the engine tells a frame if something covers it. Without that, it only offers a window of its own. */
  const canTell = await window.evaluate(() => "isVisible" in IntersectionObserverEntry.prototype, null)
  const mainAim = canTell ? "approve" : "open"
  const plain = async (aim: string): Promise<TrickTarget> => {
    const page = site.host({ files: { "/index.html": await fetchControlPage(secureSite, aim) } })
    const hostile = site.host({ files: makeHostilePages(`${page}/`) })
    return { origin: hostile, aim, sightMs: 100, request: async () => {} }
  }
  const plains = { approve: await plain("approve"), open: await plain("open") }

  const closePopups = async () => {
    for (const popup of await engine.popups()) await popup.close()
  }
  /** Plays until a try was fast enough. */
  const playInTime = async (target: TrickTarget, trick: Trick) => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (await playTrick(engine, target, trick)) return
      await closePopups()
    }
    throw new Error(`This machine is too busy to press fast enough when the frame is ${trick.name}.`)
  }
  const containerOf = (place: Trick["place"]) => (place === "outer" ? ["#outer"] : [])

  return {
    play: async (trick) => {
      await closePopups()
      const path = containerOf(trick.place)
      const aim = trick.aim ?? mainAim
      await playInTime(plains[aim], trick)
      const frame = window.frame([...path, "#frame"])
      const isPressed = await frame.evaluate(() => globalThis.presses > 0, null)
      await playInTime({ origin, aim, sightMs: 1600, request }, trick)
      const isApproved = await readOutcome(window.frame(path), frame)
      await closePopups()
      return { isPressed, isApproved }
    },
    approve: async (input, trick) => {
      await closePopups()
      await window.open(`${origin}/page.html`)
      const frame = window.frame(["#frame"])
      const at = trick === undefined ? null : tricks.indexOf(trick)
      if (at !== null) await window.evaluate((at) => void attack.stage(at), at)
      await request(window)
      if (at !== null) {
        const button = await awaitButton(frame, "open")
        const prepare = ({ at, button }: { readonly at: number; readonly button: AimedButton }) => {
          attack.aimAt(button)
          attack.prepare(at)
        }
        await window.evaluate(prepare, { at, button })
      }
      if (input === "key") await window.evaluate(() => attack.giveKeys(), null)
      await pressAtEase(window, ["#frame"], input, trick === undefined ? mainAim : "open")
      if (!canTell || input === "touch" || trick !== undefined) {
        const findPopup = async () => (await engine.popups())[0] ?? null
        const popup = await awaitValue("window of the approval", findPopup)
        await pressAtEase(popup, [], input, "approve")
      }
      const isApproved = await readOutcome(window, frame)
      await closePopups()
      return isApproved
    },
  }
}
