import { randomBytes } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { installLocked } from "../src/harness/installLocked.ts"
import type { MockOutside } from "../src/harness/mockOutside.ts"
import { firstAccount, getModalViews } from "../src/harness/modal.ts"
import type { Site } from "../src/harness/site.ts"
import { walletsFolder } from "./realStory.ts"
import { putSampleContracts } from "./sampleContracts.ts"
import { getNodeUrl } from "./signRequest.ts"

/** A request that the dApp sent, and what it brought: JSON, or the code of an error. */
interface DappCall {
  readonly method: string
  readonly result?: unknown
  readonly code?: unknown
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var calls: DappCall[]
}

/** What the user sees of one request: its text without marks of direction, and the label of each act. */
interface SeenReview {
  readonly text: string
  readonly acts: readonly string[]
}

/** MetaMask's test dApp with the modal's provider, connected to the dev wallet. */
export interface TestDapp {
  /** Presses a button as soon as the dApp enables it, and answers its reviews. */
  readonly press: (button: {
    readonly id: string
    readonly answer: "approve" | "reject"
    readonly hasReview: boolean
    /** The number of its requests. */
    readonly requests: number
  }) => Promise<{ readonly seen: readonly SeenReview[]; readonly calls: readonly DappCall[] }>
  /** Returns what an element of the dApp says. */
  readonly getText: (id: string) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** Announces the modal's provider to the page once it is connected, and records what the page asks of it. */
const announceModal = `
globalThis.calls = []
const provider = modals[0].getProvider("eip155")
const request = async (asked) => {
  const call = { method: asked.method }
  calls.push(call)
  try {
    return (call.result = await provider.request(asked))
  } catch (thrown) {
    call.code = thrown.code
    throw thrown
  }
}
// The dApp enables its buttons for MetaMask alone.
const recording = Object.create(provider, { request: { value: request }, isMetaMask: { value: true } })
announce({ uuid: crypto.randomUUID(), name: "The modal", icon: "data:,", rdns: "example.modal" }, recording)
`

/** Requests of the dApp's libraries that are no button's own. */
const readPattern = /^(?:eth_(?:get(?!Enc)|block|chainId|accounts|estimate|call)|net_)/
const isAnswered = (call: DappCall) => ("result" in call || "code" in call) && !readPattern.test(call.method)

/** Returns the dApp's files as published. */
const readDapp = async () => {
  await installLocked(walletsFolder)
  const folder = join(walletsFolder, "node_modules/@metamask/test-dapp/dist")
  const names = (await readdir(folder)).filter((name) => /\.(?:html|js|css|json)$/.test(name))
  const read = async (name: string) => [`/${name}`, await readFile(join(folder, name), "utf8")] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/** Opens the dApp in a world of its own, whose sample contracts are those of the mock. */
export const openTestDapp = async (
  context: BrowserContext,
  site: Site,
  { blockchain, control, directory, prices, relay, secureSite }: MockOutside,
): Promise<TestDapp> => {
  const projectId = `test-dapp-${randomBytes(6).toString("hex")}`
  const world = { projectId, blockchain, directory, prices, relay, secureSite }
  await putSampleContracts(`${control}/worlds/${projectId}/rpc?chainId=eip155:1`)
  const wallet = await readFile(createRequire(import.meta.url).resolve("@wmodal/dev-wallet/script"), "utf8")
  const networks = [{ chainId: 1, name: "Ethereum", rpcUrls: [getNodeUrl(world, 1)] }]
  const host = makeHostPage(world, { networks: ["ethereum"] })
  const origin = site.host({
    files: {
      ...host.files,
      ...(await readDapp()),
      "/wallet.js": `${wallet}\nannounceDevWallet(${JSON.stringify({ networks, features: { smartAccount: true } })})`,
      "/announce.js": announceModal,
    },
  })

  // Not a visitor's page: the dApp throws its own errors.
  const page: Page = await context.newPage()
  await page.goto(origin)
  for (const url of ["/before.js", "/wallet.js"]) await page.addScriptTag({ url })
  await page.addScriptTag({ url: "/host.js", type: "module" })
  const modal = getModalViews(page)
  await page.evaluate(() => globalThis.modals[0]?.open())
  await modal.row("Dev wallet").click()
  const status = () => page.evaluate(() => globalThis.modals[0]?.getState().status)
  await expect.poll(status).toBe("connected")
  await page.addScriptTag({ url: "/announce.js" })
  await page.getByRole("button", { name: "Use The modal" }).click()
  await expect.poll(() => page.locator("#accounts").textContent()).toContain(firstAccount)

  const submit = modal.button("Continue")
  const reject = modal.button("Reject")
  const seeReview = async (): Promise<SeenReview> => {
    await submit.waitFor()
    const [text, acts] = await Promise.all([
      modal.dialog.textContent(),
      modal.dialog
        .getByRole("checkbox")
        .evaluateAll((boxes) =>
          boxes.map((box) => (box instanceof HTMLInputElement ? (box.labels?.[0]?.textContent ?? "") : "")),
        ),
    ])
    const plain = (shown: string) => shown.replaceAll(/[\u2066-\u2069]/g, "")
    return { text: plain(text ?? ""), acts: acts.map(plain) }
  }
  const answerReview = async (answer: "approve" | "reject") => {
    if (answer === "reject") return reject.click()
    for (const box of await modal.dialog.getByRole("checkbox").all()) await box.check()
    await submit.click()
  }

  return {
    press: async ({ answer, hasReview, id, requests }) => {
      // What a failed button left open.
      while (await reject.isVisible()) await reject.click()
      const button = page.locator(`#${id}`)
      await expect.poll(() => button.isEnabled()).toBe(true)
      const from = await page.evaluate(() => calls.length)
      const getAnswered = async () =>
        (await page.evaluate((first) => calls.slice(first), from)).filter(isAnswered)
      await button.evaluate((element) => element instanceof HTMLElement && element.click())
      const seen: SeenReview[] = []
      for (let count = 1; count <= requests; count += 1) {
        if (hasReview) {
          seen.push(await seeReview())
          await answerReview(answer)
        }
        await expect.poll(async () => (await getAnswered()).length).toBe(count)
      }
      return { seen, calls: await getAnswered() }
    },
    getText: (id) => page.locator(`#${id}`).textContent(),
    close: () => page.close(),
  }
}
