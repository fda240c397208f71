import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { paths } from "../src/harness/paths.ts"
import { computeSha, makeOptions, makeTagPage } from "../src/harness/tagPage.ts"
import { openShell } from "../src/harness/terminal.ts"
import type { TestWorld } from "../src/harness/testWorld.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineWindow } from "./Engine.ts"
import { press } from "./modalActs.ts"
import {
  awaitStatus,
  connectAndSign,
  expectQuiet,
  makeJourneyScript,
  openJourneyWorld,
  signature,
  signGreeting,
  visitHost,
  visitPage,
} from "./visitHost.ts"

/** A script of the page that records what its policy blocks. */
const recordViolations = `globalThis.violations = []
document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) =>
  violations.push(effectiveDirective + " " + blockedURI))
`

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var violations: string[]
}

/** Expects that the policy has blocked nothing, and that it does block. */
const expectStrict = async (window: EngineWindow) => {
  await expectQuiet(window)
  const read = () => window.evaluate(() => globalThis.violations, null)
  expect(await read()).toEqual([])
  await window.evaluate(
    () =>
      fetch("http://unnamed.invalid")
        .catch(() => null)
        .then(() => null),
    null,
  )
  await expect.poll(read).toEqual([expect.stringMatching(/^connect-src http:\/\/unnamed.invalid/)])
}

/** Returns the policy that the built terminal prints for a world. */
const printPolicy = async (world: TestWorld): Promise<string> => {
  const shell = await openShell(world)
  try {
    const { code, stdout } = await shell.run(["csp"])
    expect(code).toBe(0)
    return stdout.trimEnd()
  } finally {
    await shell.close()
  }
}

/** Counts the modal's dialogs, and its cards in the page's place for it. */
const countModals = (window: EngineWindow) =>
  window.evaluate(() => {
    const all = globalThis.probe?.listElements() ?? []
    const isPlaced = (element: Node): boolean => {
      if (element instanceof Element && element.matches("wmodal-modal")) return true
      const outer = element instanceof ShadowRoot ? element.host : element.parentNode
      return outer !== null && isPlaced(outer)
    }
    return {
      dialogs: all.filter((element) => element.matches("dialog[open]")).length,
      cards: all.filter((element) => element.matches("section") && isPlaced(element)).length,
    }
  }, null)

describeEngines("page", (_name, getWorld) => {
  it("connects and signs in a place of its own for the modal, in a shadow root", async () => {
    const options = { embedded: true }
    const window = await visitHost(getWorld(), await openJourneyWorld(getWorld()), { options })
    await window.evaluate(() => {
      const section = document.createElement("section")
      section.attachShadow({ mode: "open" }).append(document.createElement("wmodal-modal"))
      document.querySelector("main")?.append(section)
    }, null)
    await expect.poll(() => countModals(window), { timeout: 30_000 }).toEqual({ dialogs: 0, cards: 1 })
    await press(window, "^Dev wallet")
    await awaitStatus(window, "connected")
    expect(await signGreeting(window)).toMatch(signature)
    await expectQuiet(window)
  })

  it("connects and signs with one script tag of another origin, its hash and trusted types", async () => {
    const { site } = getWorld()
    const { world } = await openJourneyWorld(getWorld())
    const cdn = site.host({
      files: { "/before.js": `${recordViolations}${await makeJourneyScript(world)}` },
      headers: { "access-control-allow-origin": "*" },
    })
    const auto = await readFile(join(paths.root, "apps/modal-web/dist/cdn/auto.js"))
    const page = makeTagPage(world, {
      before: `${cdn}/before.js`,
      cdn: `${cdn}/cdn`,
      integrity: computeSha("sha384", auto),
      options: makeOptions(world),
    })
    const window = await visitPage(getWorld(), page)
    await window.evaluate(() => {
      Object.defineProperty(globalThis, "modals", { get: () => [Reflect.get(globalThis, "wmodal")] })
    }, null)
    expect(await connectAndSign(window)).toMatch(signature)
    await expectStrict(window)
  })

  it("connects and signs under the policy that the terminal prints", async () => {
    const journey = await openJourneyWorld(getWorld())
    const { world } = journey
    const before = `${recordViolations}${await makeJourneyScript(world)}`
    const headers = { "content-security-policy": await printPolicy(world) }
    const window = await visitHost(getWorld(), journey, { before, headers, relay: true, secureSite: true })
    expect(await connectAndSign(window)).toMatch(signature)
    await expectStrict(window)
  })

  it("connects and signs under a policy of nonces", async () => {
    const { world } = await openJourneyWorld(getWorld())
    const before = `${recordViolations}${await makeJourneyScript(world)}`
    const host = makeHostPage(world, { networks: ["ethereum"], before })
    const outside = [world.blockchain, world.directory].map((url) => new URL(url).origin).join(" ")
    const html = z.string().parse(host.files?.["/index.html"])
    const window = await visitPage(getWorld(), {
      files: { ...host.files, "/index.html": html.replaceAll("<script ", '<script nonce="r4nd0m" ') },
      headers: {
        "content-security-policy": [
          "default-src 'none'",
          "script-src 'nonce-r4nd0m' 'strict-dynamic'",
          "style-src 'none'",
          `connect-src 'self' ${outside}`,
          "img-src data:",
          "base-uri 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ].join("; "),
      },
    })
    expect(await connectAndSign(window)).toMatch(signature)
    await expectStrict(window)
  })
})
