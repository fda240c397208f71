import { cp, mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { isHex, recoverMessageAddress } from "viem"
import { readExamples, toProjects } from "../../scripts/docs/examples.mjs"
import { getDialog, openWatchedPage, PageError } from "./browser.ts"
import { runCommand, startServer } from "./exec.ts"
import type { ConsumerReport } from "./report.ts"

/** The first account of the test mnemonic. */
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

/** A page of the documentation whose named blocks are a whole project, and what its reader does then. */
interface ReaderPage {
  /** Its path in `docs`, without `.md`. */
  readonly name: string
  /** The reader has a wallet as a browser extension; the other pages announce the test wallet themselves. */
  readonly hasExtension?: true
  readonly play: (page: Page, mock: string) => Promise<void>
}

const connect = async (page: Page, button = "Connect wallet") => {
  await page.getByRole("button", { name: button, exact: true }).click()
  await getDialog(page)
    .getByRole("button", { name: /Dev wallet/ })
    .click()
  await getDialog(page).waitFor({ state: "hidden" })
}

/** Confirms the device by the link in the mock server's inbox. Returns the code of the email that follows. */
const readCode = async (context: BrowserContext, mock: string): Promise<string> => {
  const inbox = await context.newPage()
  await inbox.goto(`${mock}/w/demo/inbox`)
  const link = inbox.getByRole("link", { name: "Confirm the new device" })
  const [device] = await Promise.all([context.waitForEvent("page"), link.click()])
  await device.getByRole("button", { name: "Yes, allow this device" }).click()
  await device.close()
  const code = inbox.getByText(/\b\d{6}\b/).first()
  const text = await code.innerText()
  await inbox.close()
  return /\b\d{6}\b/.exec(text)?.[0] ?? ""
}

const signInByEmail = async (page: Page, mock: string) => {
  await page.getByRole("button", { name: "vera.wmodal.id" }).click()
  await getDialog(page).getByRole("button", { name: "Settings" }).click()
  await getDialog(page).getByRole("button", { name: "Disconnect" }).click()
  await page.getByText("Not signed in").waitFor()
  const button = page.getByRole("button", { name: "Connect wallet", exact: true })
  await button.click()
  const field = getDialog(page).getByRole("textbox", { name: "Email address" })
  await field.fill("ada@example.com")
  await field.press("Enter")
  await getDialog(page).getByRole("heading", { name: "Register Device" }).waitFor()
  const digits = await readCode(page.context(), mock)
  await page.frameLocator("iframe").getByRole("textbox", { name: "Code, six digits" }).fill(digits)
  await page.getByText("Hello ada@example.com").waitFor()
}

const readerPages: readonly ReaderPage[] = [
  {
    name: "start",
    play: async (page, mock) => {
      await connect(page)
      await page.getByText(`Hello ${account}`).waitFor()
      await page.getByRole("button", { name: "Pay 0.5 ETH" }).click()
      await getDialog(page).getByRole("checkbox", { name: "I have checked this address" }).check()
      await getDialog(page).getByRole("button", { name: "Send", exact: true }).click()
      await page.getByText(/^Paid: 0x[0-9a-f]{64}$/).waitFor()
      await getDialog(page).getByRole("button", { name: "Close" }).click()
      await signInByEmail(page, mock)
    },
  },
  {
    name: "recipes/own-button",
    play: async (page) => {
      await connect(page, "Connect")
      await page.locator(".my-button", { hasText: "vera.wmodal.id" }).waitFor()
      await page.locator(".my-button", { hasText: "Ethereum" }).click()
      await getDialog(page)
        .getByRole("heading", { name: /network/i })
        .waitFor()
    },
  },
  {
    name: "recipes/headless",
    play: async (page) => {
      await page.getByRole("region", { name: "Wallets" }).getByRole("button", { name: "Dev wallet" }).click()
      await page.getByText(account).waitFor()
      if ((await getDialog(page).count()) > 0) throw new Error("The modal opened.")
      await page.getByRole("button", { name: "Disconnect" }).click()
      await page.getByRole("button", { name: "Dev wallet" }).waitFor()
    },
  },
  {
    name: "recipes/wagmi",
    hasExtension: true,
    play: async (page) => {
      await connect(page)
      await page.getByRole("button", { name: `Sign as ${account}` }).click()
      await getDialog(page).getByRole("button", { name: "Continue" }).click()
      await page.getByText(/^0x[0-9a-f]{130}$/).waitFor()
      const signature = await page.getByRole("status").innerText()
      const signer = isHex(signature)
        ? await recoverMessageAddress({ message: "Hello from wmodal", signature })
        : null
      if (signer !== account) throw new Error(`${signature} is not signed by ${account}.`)
    },
  },
  {
    name: "recipes/theme",
    play: async (page) => {
      const getColor = () =>
        page
          .getByRole("button", { name: "Connect wallet", exact: true })
          .evaluate((button) => getComputedStyle(button).backgroundColor)
      const accent = await getColor()
      if (!/255, 107, 74/.test(accent)) throw new Error(`The button is ${accent}.`)
      const dark = page.getByRole("button", { name: "Dark" })
      if ((await dark.getAttribute("aria-pressed")) !== "true") throw new Error("The theme is not dark.")
      await dark.click()
      await page.getByRole("button", { name: "Dark", pressed: false }).waitFor()
      await page.getByRole("button", { name: "Longer texts" }).click()
      await page.getByRole("button", { name: /Ç.*ẋ|ẋ/ }).click()
      await getDialog(page).getByRole("heading", { level: 1 }).filter({ hasText: "ẋ" }).waitFor()
    },
  },
]

/** What the pages are tried with. */
export interface ReaderEnvironment {
  readonly root: string
  /** A folder outside the workspace, which need not exist. */
  readonly folder: string
  readonly npmrc: string
  readonly mock: string
  /** The mock server's secure site: on any port, while the documentation's is on the next one. */
  readonly secureSite: string
  readonly visitor: () => Promise<BrowserContext>
}

const readBlocks = async (root: string, name: string) =>
  readExamples(await readFile(join(root, "docs", `${name}.md`), "utf8"))

/** Writes the files that a reader of the page has at its end. @returns the files and their lines that are not blank */
const writeFiles = async ({ folder, mock, root, secureSite }: ReaderEnvironment, name: string) => {
  const [started] = toProjects(await readBlocks(root, "start"))
  const modal = started?.["src/modal.ts"]
  if (modal === undefined) throw new Error("docs/start.md has no src/modal.ts.")
  const before = name === "start" ? {} : { "src/modal.ts": modal }
  const project = toProjects(await readBlocks(root, name), before).at(-1) ?? {}
  const files = Object.entries(project).map(([file, { code }]) => ({ file, code }))
  const useMock = (code: string) =>
    code
      .replaceAll("http://127.0.0.1:4174", mock)
      .replace("mockEndpoints(server)", `{ ...mockEndpoints(server), secureSite: "${secureSite}" }`)
  for (const { code, file } of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    // The documentation names the mock server's usual port, which may be in use.
    await writeFile(join(folder, file), useMock(code))
  }
  const lines = files.flatMap(({ code }) => code.split("\n")).filter((line) => line.trim() !== "")
  return { files: files.length, lines: lines.length }
}

const playReaderPage = async (
  { hasExtension, name, play }: ReaderPage,
  environment: ReaderEnvironment,
): Promise<void> => {
  const { folder, mock, visitor } = environment
  const { files, lines } = await writeFiles(environment, name)
  const options = { cwd: folder }
  await runCommand("npm", ["run", "build"], options)
  const words = ["run", "preview", "--", "--port", "0"]
  const server = await startServer("npm", words, /http:\/\/localhost:\d+/, options)
  const context = await visitor()
  try {
    if (hasExtension === true) {
      const script = join(folder, "node_modules/@wmodal/dev-wallet/dist/script/devWallet.js")
      await context.addInitScript({ content: `${await readFile(script, "utf8")}\nannounceDevWallet()` })
    }
    const { page, problems } = await openWatchedPage(context, server.ready)
    try {
      await play(page, mock)
    } catch (error) {
      throw new PageError(error, problems, await page.locator("body").innerText())
    }
    const errors = problems.filter((problem) => problem.startsWith("page error"))
    if (errors.length > 0) throw new PageError("It worked, but the browser said:", errors, "")
    console.log(`     ${name}: ${files} files, ${lines} lines`)
  } finally {
    await context.close()
    await server.close()
  }
}

/**
 * Does what the documentation says in a new app, as `npm create vite` makes it: puts each page's named blocks into their
 * files, builds with the flags of that template, and uses the page in Chromium.
 */
export const checkReaderPages = async (
  { check }: ConsumerReport,
  environment: ReaderEnvironment,
): Promise<void> => {
  const { folder, npmrc, root } = environment
  const installed = await check("documentation: installs in a new app", async () => {
    await cp(join(root, "e2e/consumers/newApp"), folder, { recursive: true })
    await writeFile(join(folder, ".npmrc"), npmrc)
    const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
    await runCommand("npm", words, { cwd: folder })
    return true
  })
  if (installed === null) return
  for (const page of readerPages)
    await check(`documentation: the code of ${page.name} does what it says`, () =>
      playReaderPage(page, environment),
    )
}
