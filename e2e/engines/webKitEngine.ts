import { randomUUID } from "node:crypto"
import { createServer } from "node:net"
import * as z from "zod/mini"
import { startChild } from "../src/harness/childProcess.ts"
import { type Engine, type EngineKey, type EngineScope, type EngineWindow, viewportSize } from "./Engine.ts"
import { enginePaths } from "./enginePaths.ts"
import { awaitDriver, openWebDriverSession, type WebDriverSession } from "./webDriver.ts"

/** The code points that W3C WebDriver has for keys. */
const keyCodes: Readonly<Record<EngineKey, string>> = {
  Tab: "\uE004",
  Enter: "\uE007",
  Space: " ",
  Escape: "\uE00C",
  PageDown: "\uE00F",
}

const Outcome = z.union([z.object({ json: z.string() }), z.object({ thrown: z.string() })])
const Handles = z.array(z.string())

/** The body of a function that tells WebDriver's callback how another one ended. */
const toScript = (run: (given: never) => unknown) => `const [given, tell] = arguments
new Promise((resolve) => resolve((${run})(given))).then(
  (value) => tell({ json: JSON.stringify(value ?? null) }),
  (error) => tell({ thrown: String(error) }),
)`

/** The body of a function that finds an element, in open shadow roots too. */
const findFrameScript = `const find = (root, selector) => {
  const found = root.querySelector(selector)
  if (found !== null) return found
  for (const { shadowRoot } of root.querySelectorAll("*")) {
    const inner = shadowRoot && find(shadowRoot, selector)
    if (inner) return inner
  }
  return null
}
const found = find(document, arguments[0])
if (found === null) throw new Error("There is no frame " + arguments[0] + ".")
return found`

/** Runs a function in the current document. @returns its result as JSON */
const evaluateToJson = async (
  { call }: WebDriverSession,
  run: (given: never) => unknown,
  given: unknown,
): Promise<string> => {
  const body = { script: toScript(run), args: [given ?? null] }
  const outcome = Outcome.parse(await call("POST", "execute/async", body))
  if ("thrown" in outcome) throw new Error(outcome.thrown)
  return outcome.json
}

const act = ({ call }: WebDriverSession, source: Readonly<Record<string, unknown>>) =>
  call("POST", "actions", { actions: [source] })
const mouse = (...actions: readonly unknown[]) => ({ type: "pointer", id: "mouse", actions })
const keyboard = (...actions: readonly unknown[]) => ({ type: "key", id: "keyboard", actions })

/** @param select Makes a window the one to which the session's commands go. */
const toWindow = (
  session: WebDriverSession,
  select: () => Promise<unknown>,
  isMain: boolean,
): EngineWindow => {
  const { call } = session
  const inWindow = async <A>(work: () => Promise<A>): Promise<A> => {
    await select()
    return work()
  }
  const frame = (path: readonly string[]): EngineScope => ({
    evaluate: (run, given) =>
      inWindow(async () => {
        for (const value of path) {
          const id = await call("POST", "execute/sync", { script: findFrameScript, args: [value] })
          await call("POST", "frame", { id })
        }
        try {
          return JSON.parse(await evaluateToJson(session, run, given))
        } finally {
          await call("POST", "frame", { id: null })
        }
      }),
  })
  const perform = async (source: Readonly<Record<string, unknown>>) => {
    await inWindow(() => act(session, source))
  }
  return {
    ...frame([]),
    frame,
    open: async (url) => {
      await inWindow(() => call("POST", "url", { url }))
    },
    moveMouse: ({ x, y }) => perform(mouse({ type: "pointerMove", x, y, duration: 0 })),
    pressMouse: () => perform(mouse({ type: "pointerDown", button: 0 })),
    releaseMouse: () => perform(mouse({ type: "pointerUp", button: 0 })),
    tap: ({ x, y }) =>
      perform({
        ...mouse(
          { type: "pointerMove", x, y, duration: 0 },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ),
        id: "finger",
        parameters: { pointerType: "touch" },
      }),
    // The driver ignores a key that is down already: it is lifted and pressed anew.
    pressKey: (key) =>
      perform(keyboard({ type: "keyUp", value: keyCodes[key] }, { type: "keyDown", value: keyCodes[key] })),
    liftKey: (key) => perform(keyboard({ type: "keyUp", value: keyCodes[key] })),
    type: (text) =>
      perform(
        keyboard(
          ...[...text].flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]),
        ),
      ),
    // The driver takes whole pixels alone, and sends the difference from the wheel's last turn: each is that of a new one.
    turnWheel: ({ x, y }, distance) =>
      perform({
        type: "wheel",
        id: `wheel-${randomUUID()}`,
        actions: [
          {
            type: "scroll",
            x: Math.round(x),
            y: Math.round(y),
            deltaX: 0,
            deltaY: distance,
            duration: 0,
            origin: "viewport",
          },
        ],
      }),
    screenshot: () =>
      inWindow(async () => Buffer.from(z.string().parse(await call("GET", "screenshot")), "base64")),
    close: async () => {
      if (!isMain) await inWindow(() => call("DELETE", "window"))
    },
  }
}

const findPort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Starts WebKitGTK's MiniBrowser on a screen of its own, driven by W3C WebDriver. */
export async function launchWebKit(): Promise<Engine> {
  const screen = startChild(
    enginePaths.screen,
    ["-displayfd", "1", "-screen", "0", "1280x1200x24", "-nolisten", "tcp"],
    {},
  )
  const display = await screen.says((line) => (/^\d+$/.test(line) ? `:${line}` : null))
  const manager = startChild(enginePaths.windowManager, [], { DISPLAY: display })
  const port = await findPort()
  const driver = startChild(enginePaths.webKitDriver, [`--port=${port}`], {
    ...process.env,
    DISPLAY: display,
  })
  const url = `http://127.0.0.1:${port}`
  await awaitDriver(url)
  const session = await openWebDriverSession(url, {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": {
      binary: enginePaths.miniBrowser,
      args: ["--automation"],
    },
  })
  const { call } = session
  const main = z.string().parse(await call("GET", "window"))
  let current = main
  const select = (handle: string) => async () => {
    if (handle !== current) await call("POST", "window", { handle })
    current = handle
  }
  const window = toWindow(session, select(main), true)
  // A window has a bar of its own height above its viewport.
  await call("POST", "window/rect", { x: 0, y: 0, width: viewportSize, height: viewportSize })
  const inner = await window.evaluate(() => ({ width: innerWidth, height: innerHeight }), null)
  await call("POST", "window/rect", {
    width: 2 * viewportSize - inner.width,
    height: 2 * viewportSize - inner.height,
  })
  return {
    name: "webkit",
    version: session.version,
    window,
    popups: async () =>
      Handles.parse(await call("GET", "window/handles"))
        .filter((handle) => handle !== main)
        .map((handle) => toWindow(session, select(handle), false)),
    close: async () => {
      await call("DELETE", "").catch(() => {})
      await driver.end()
      await manager.end()
      await screen.end()
    },
  }
}
