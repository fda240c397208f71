import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, inject, it } from "vitest"
import * as z from "zod/mini"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import type { Site } from "../harness/site.ts"
import { story } from "../harness/story.ts"
import { computeSha, makeOptions, makeTagPage } from "../harness/tagPage.ts"

const integritySchema = z.record(z.string(), z.string())
/** Starts a file server at another origin than the page's. */
const startCdn = (site: Site): string =>
  `${site.host({ headers: { "access-control-allow-origin": "*" } })}/cdn`

/** Reads the list as it is packed. */
const readIntegrityList = async () =>
  integritySchema.parse(JSON.parse(await readFile(join(inject("cdn"), "integrity.json"), "utf8")))

const recordMessages = async (page: Page, said: string[]) => {
  page.on("console", (message) => {
    if (message.type() === "error") said.push(message.text())
  })
}

describe("script-tag files", () => {
  it("matches exactly the hashes of integrity.json", async () => {
    const listed = await readIntegrityList()
    const files = (await readdir(inject("cdn"), { withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== "integrity.json")
      .map(({ name }) => name)
    expect(Object.keys(listed).toSorted()).toEqual(files.toSorted())
    expect(files).toContain("auto.js")
    for (const name of files)
      expect(listed[name]).toBe(computeSha("sha384", await readFile(join(inject("cdn"), name))))
  })
})

describe("page with one script tag under a strict policy", () => {
  story(
    "connects a wallet and signs, with files of another origin",
    { tags: "full" },
    async ({ site, visitor, wallet, world }) => {
      const cdn = startCdn(site)
      const said: string[] = []
      const integrity = (await readIntegrityList())["auto.js"]
      const page = await visitor.visit(
        makeTagPage(world, { cdn, integrity, options: makeOptions(world) }),
        (blank) => recordMessages(blank, said),
      )
      const modal = await connectWallet(page, wallet)
      expect(await page.evaluate(() => Reflect.get(globalThis, "wmodal").getState().status)).toBe("connected")
      const signed = page.evaluate(() => {
        const modal = Reflect.get(globalThis, "wmodal")
        return modal.getProvider("eip155").request({
          method: "personal_sign",
          params: ["0x6869", modal.getAccount().address],
        })
      })
      const prompt = await wallet.promptAfter(() => modal.button("Continue").click())
      await prompt.approve()
      expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
      expect(said).toEqual([])
    },
  )

  story("runs no file with a wrong hash", async ({ site, visitor, world }) => {
    const cdn = startCdn(site)
    const said: string[] = []
    const integrity = computeSha("sha384", "another file")
    const page = await visitor.visit(
      makeTagPage(world, { cdn, integrity, options: makeOptions(world) }),
      (blank) => recordMessages(blank, said),
    )
    await expect.poll(() => said.join("\n")).toContain("Failed to find a valid digest")
    expect(await page.evaluate(() => customElements.get("wmodal-button") === undefined)).toBe(true)
    expect(await page.evaluate(() => "wmodal" in globalThis)).toBe(false)
  })

  story("verifies the chunks as well, with an import map", async ({ site, visitor, world }) => {
    const cdn = startCdn(site)
    const hashes = await readIntegrityList()
    const mapOf = (change: Readonly<Record<string, string>>) =>
      JSON.stringify({
        integrity: Object.fromEntries(
          Object.entries({ ...hashes, ...change }).map(([name, hash]) => [`${cdn}/${name}`, hash]),
        ),
      })
    const tag = { cdn, integrity: hashes["auto.js"], options: makeOptions(world) }
    const page = await visitor.visit(makeTagPage(world, { ...tag, importMap: mapOf({}) }))
    await getModalViews(page).connectButton.click()
    await getModalViews(page).row().waitFor()

    const engine = Object.keys(hashes).find((name) => name.startsWith("engine-")) ?? ""
    const importMap = mapOf({ [engine]: computeSha("sha384", "another file") })
    const other = await visitor.visit(makeTagPage(world, { ...tag, importMap }))
    await getModalViews(other).connectButton.click()
    await other.getByRole("button", { name: "Could not load. Try again" }).waitFor()
  })

  story("reports an invalid attribute in one sentence", async ({ site, visitor, world }) => {
    const cdn = startCdn(site)
    const said: string[] = []
    const integrity = (await readIntegrityList())["auto.js"]
    const page = await visitor.visit(
      makeTagPage(world, { cdn, integrity, options: "{projectId}" }),
      (blank) => recordMessages(blank, said),
    )
    await expect.poll(() => said).toHaveLength(1)
    expect(said[0]).toMatch(/^\[wmodal\] The data-wmodal attribute is not JSON .* Expected /)
    expect(await page.evaluate(() => "wmodal" in globalThis)).toBe(false)
  })
})
