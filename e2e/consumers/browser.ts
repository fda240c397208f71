import { gzipSync } from "node:zlib"
import { type BrowserContext, chromium, type Page, type Response } from "playwright-core"
import { isHex, recoverMessageAddress } from "viem"

/** The first account of the test mnemonic. */
const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
/** The message that every example signs. */
const message = "Hello from wmodal"

/** Opens the modal's closed root, as any script that runs before the modal can. The apps leave it closed. */
const openShadowRoots = () => {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (init) {
    return attach.call(this, { ...init, mode: "open" })
  }
}

export const launchChromium = async (executablePath: string) => {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
  })
  return {
    /** A new visitor: no storage, no cookies. */
    visitor: async () => {
      const context = await browser.newContext({ locale: "en-US", viewport: { width: 1000, height: 800 } })
      context.setDefaultTimeout(20_000)
      await context.addInitScript(openShadowRoots)
      return context
    },
    close: () => browser.close(),
  }
}

/** A page whose errors are recorded. */
interface WatchedPage {
  readonly page: Page
  /** Console errors and warnings, exceptions, and failed requests for its own files. */
  readonly problems: readonly string[]
  /** Returns the bytes of its own scripts so far, each file gzipped. */
  readonly scriptBytes: () => Promise<number>
}

export const openWatchedPage = async (context: BrowserContext, url: string): Promise<WatchedPage> => {
  const page = await context.newPage()
  const { origin } = new URL(url)
  const problems: string[] = []
  const scripts = new Map<string, Response>()
  page.on("console", (line) => {
    if (["error", "warning"].includes(line.type()))
      problems.push(`console ${line.type()}: ${line.text()} (${line.location().url})`)
  })
  page.on("pageerror", (error) => problems.push(`page error: ${error.stack ?? error.message}`))
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText
    // A page that is left aborts its open requests.
    if (request.url().startsWith(origin) && reason !== "net::ERR_ABORTED")
      problems.push(`request failed: ${request.url()} ${reason}`)
  })
  page.on("response", (response) => {
    if (!response.url().startsWith(origin)) return
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
    else if (/javascript/.test(response.headers()["content-type"] ?? ""))
      scripts.set(response.url(), response)
  })
  await page.goto(url)
  return {
    page,
    problems,
    scriptBytes: async () => {
      const bodies = await Promise.all([...scripts.values()].map((response) => response.body()))
      return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    },
  }
}

export const getDialog = (page: Page) => page.getByRole("dialog")

/** Resolves when the modal shows wallets, or sign-in without any. */
const openModal = async (page: Page) => {
  await page.getByRole("button", { name: "Connect wallet" }).click()
  await getDialog(page).getByRole("heading", { name: "Connect Wallet", exact: true }).waitFor()
}

export interface PageWeight {
  /** Bytes of JavaScript, gzipped. */
  readonly beforeClick: number
  readonly afterOpening: number
}

/** Measures the bytes that such a page loads. */
export const weighPage = async (context: BrowserContext, url: string): Promise<PageWeight> => {
  const { page, problems, scriptBytes } = await openWatchedPage(context, url)
  try {
    await page.waitForLoadState("networkidle")
    const beforeClick = await scriptBytes()
    await openModal(page)
    await page.waitForLoadState("networkidle")
    return { beforeClick, afterOpening: await scriptBytes() }
  } catch (error) {
    throw new PageError(error, problems, await page.locator("body").innerText())
  }
}

/** The result of playing an example. */
export interface PlayedPage {
  readonly page: Page
  readonly problems: readonly string[]
}

/**
 * Opens the modal, connects the test wallet and signs. @throws when a step is missing, or the signature is not the
 * account's
 */
export const playExample = async (context: BrowserContext, url: string): Promise<PlayedPage> => {
  const { page, problems } = await openWatchedPage(context, url)
  try {
    await openModal(page)
    await getDialog(page)
      .getByRole("button", { name: /Dev wallet/ })
      .click()
    await page.getByText(account).waitFor()
    await getDialog(page).waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Sign a message" }).click()
    await getDialog(page).getByRole("button", { name: "Continue" }).click()
    await getDialog(page).waitFor({ state: "hidden" })
    await page.getByText(/^0x[0-9a-f]{130}$/).waitFor()
    const signature = await page.getByRole("status").innerText()
    const signer = isHex(signature) ? await recoverMessageAddress({ message, signature }) : null
    if (signer !== account) throw new Error(`The page shows ${signature}, which is not signed by ${account}.`)
  } catch (error) {
    throw new PageError(error, problems, await page.locator("body").innerText())
  }
  return { page, problems }
}

/**
 * Connects the mock server's phone over WalletConnect, and signs with it. @throws when a step is missing, or the
 * signature is not the phone's
 */
export const playPhone = async (context: BrowserContext, url: string, mock: string): Promise<void> => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin })
  const { page, problems } = await openWatchedPage(context, url)
  const phone = await context.newPage()
  const approve = phone.getByRole("button", { name: "Approve", exact: true })
  try {
    await openModal(page)
    await getDialog(page)
      .getByRole("button", { name: /WalletConnect/ })
      .click()
    await page.bringToFront()
    await getDialog(page).getByRole("button", { name: "Copy link" }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await phone.goto(`${mock}/w/demo/phone#uri=${encodeURIComponent(link)}`)
    await approve.click()
    await getDialog(page).waitFor({ state: "hidden" })
    const connected = await page.getByText(/^Connected: 0x\w{40}$/).innerText()
    await page.getByRole("button", { name: "Sign a message" }).click()
    await getDialog(page).getByRole("button", { name: "Continue" }).click()
    await approve.click()
    await page.getByText(/^0x[0-9a-f]{130}$/).waitFor()
    const signature = await page.getByRole("status").innerText()
    const signer = isHex(signature) ? await recoverMessageAddress({ message, signature }) : null
    if (signer === null || connected !== `Connected: ${signer}`)
      throw new Error(`${connected}, but that account did not sign ${signature}.`)
    if (problems.length > 0) throw new Error("It worked, but the browser said:")
  } catch (error) {
    throw new PageError(error, problems, await page.locator("body").innerText())
  }
}

/**
 * Signs in at the example's own server with the prompt after connecting, keeps the session over a reload, and signs
 * out. @throws when a step is missing
 */
export const playSignIn = async (context: BrowserContext, url: string): Promise<void> => {
  const { page, problems } = await openWatchedPage(context, url)
  const status = page.getByRole("status").filter({ hasText: /signed in/i })
  try {
    await status.getByText("Not signed in.").waitFor()
    await openModal(page)
    await getDialog(page)
      .getByRole("button", { name: /Dev wallet/ })
      .click()
    await getDialog(page).getByText("Sign in to the example.", { exact: true }).waitFor()
    await getDialog(page).getByRole("button", { name: "Sign in", exact: true }).click()
    await status.getByText(`Signed in: ${account}`).waitFor()
    const [cookie] = await context.cookies(url)
    if (cookie?.httpOnly !== true || cookie.secure !== true || cookie.sameSite !== "Lax")
      throw new Error(`The session's cookie is ${JSON.stringify(cookie)}.`)
    await page.reload()
    await status.getByText(`Signed in: ${account}`).waitFor()
    await page.getByRole("button", { name: "Sign out" }).click()
    await status.getByText("Not signed in.").waitFor()
    await page.reload()
    await page.getByRole("button", { name: "Connect wallet" }).waitFor()
    await status.getByText("Not signed in.").waitFor()
    if (problems.length > 0) throw new Error("It worked, but the browser said:")
  } catch (error) {
    throw new PageError(error, problems, await page.locator("body").innerText())
  }
}

/**
 * Reloads a connected page: the server's HTML contains the account, and no text of it changes before the session is
 * restored.
 * @throws otherwise
 */
export const checkReload = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const texts: string[] = []
    Object.assign(globalThis, { buttonTexts: texts })
    const read = () => {
      const button = document.querySelector("wmodal-button")
      const text = button?.shadowRoot?.textContent || button?.textContent || ""
      if (text !== "" && texts.at(-1) !== text) texts.push(text)
      requestAnimationFrame(read)
    }
    read()
  })
  const response = await page.reload()
  const html = (await response?.text()) ?? ""
  if (!html.includes(account))
    throw new Error("The server's HTML lacks the account of the returning visitor.")
  await page.getByRole("button", { name: "Sign a message" }).waitFor()
  await page.waitForLoadState("networkidle")
  const texts = await page.evaluate((): unknown => Reflect.get(globalThis, "buttonTexts"))
  if (JSON.stringify(texts).includes("Connect wallet"))
    throw new Error(`The button's text changed: ${JSON.stringify(texts)}`)
}

/** A page failed. The message contains the browser's report. */
export class PageError extends Error {
  constructor(error: unknown, problems: readonly string[], text: string) {
    super(
      [error instanceof Error ? error.message : String(error), ...problems, "The page reads:", text].join(
        "\n",
      ),
    )
  }
}
