import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect, inject, it } from "vitest"
import * as z from "zod/mini"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import type { HostOptions, Site } from "../harness/site.ts"
import { story } from "../harness/story.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const integritySchema = z.record(z.string(), z.string())
const computeSha = (algorithm: "sha256" | "sha384", data: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(data).digest("base64")}`

/** Starts a file server at another origin than the page's. */
const startCdn = (site: Site): string =>
  `${site.host({ headers: { "access-control-allow-origin": "*" } })}/cdn`

/** Reads the list as it is packed. */
const readIntegrityList = async () =>
  integritySchema.parse(JSON.parse(await readFile(join(inject("cdn"), "integrity.json"), "utf8")))

interface ScriptTagOptions {
  readonly cdn: string
  readonly integrity: string | undefined
  /** The text of the attribute. */
  readonly options: string
  /** The complete text of an import map. */
  readonly importMap?: string
}

const makeOptions = ({ projectId, directory, blockchain }: TestWorld) =>
  JSON.stringify({
    projectId,
    chains: ["evm"],
    networks: ["eip155:1", "eip155:137"],
    // The stories look inside.
    shadowRoot: "open",
    endpoints: { directory, blockchain },
  })

/**
 * Makes a page with one script tag and one button, under a policy that allows no inline script except the import map,
 * by its hash.
 */
const makeTagPage = (
  world: TestWorld,
  { cdn, integrity, options, importMap }: ScriptTagOptions,
): HostOptions => ({
  headers: {
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${new URL(cdn).origin}${importMap === undefined ? "" : ` '${computeSha("sha256", importMap)}'`}`,
      "style-src 'none'",
      `connect-src ${new URL(world.blockchain).origin} ${new URL(world.directory).origin}`,
      "img-src data:",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
  },
  files: {
    "/index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>One script tag</title>
    <link rel="icon" href="data:,">
    ${importMap === undefined ? "" : `<script type="importmap">${importMap}</script>`}
    <script type="module" src="${cdn}/auto.js" integrity="${integrity ?? ""}" crossorigin data-wmodal='${options}'></script>
  </head>
  <body><wmodal-button>Connect wallet</wmodal-button> <wmodal-network-button></wmodal-network-button></body>
</html>
`,
  },
})

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
