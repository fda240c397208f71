import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { ensureChromium, ensureReady, root } from "../ensure.mjs"
import { startMock } from "../mockServer.mjs"
import { serveFolder } from "../static.mjs"

/**
 * `npm run docs:picture` records the moving picture of the README from the built demo: a dev wallet connects, and pays.
 * It needs `npm run build`, and `npm run docs:build` once, which installs the encoder.
 */
const loadOfDocs = createRequire(join(root, "docs/package.json"))
const { GIFEncoder, applyPalette, quantize } = loadOfDocs("gifenc")
const { PNG } = loadOfDocs("pngjs")
const { chromium } = createRequire(join(root, "e2e/package.json"))("playwright-core")

const size = { width: 720, height: 640 }
const recipient = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

await ensureReady()

const mock = await startMock({ port: 0 })
const { endpoints, projectId } = mock.addresses
const server = await serveFolder({
  folder: join(root, "apps/modal-web/dist/demo"),
  port: 0,
  generated: { "/config.json": { projectId, endpoints } },
})
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
})
const page = await browser.newPage({ viewport: size, colorScheme: "light", reducedMotion: "reduce" })
const dialog = page.getByRole("dialog")

/** Pictures with the milliseconds that each is shown. */
const frames = []
const take = async (milliseconds) => {
  // What has just appeared is drawn first, also the images of wallets.
  await page.waitForTimeout(700)
  frames.push({ milliseconds, png: await page.screenshot({ clip: { x: 0, y: 0, ...size } }) })
}
const approve = async (title) => {
  const prompt = page.getByRole("dialog", { name: title })
  await prompt.waitFor()
  await take(1300)
  await prompt.getByRole("button", { name: "Approve" }).click()
}

await page.goto(`http://localhost:${server.address().port}/?dev`)
await page.getByText("The dev wallet is ready").waitFor()
await page.evaluate(() => scrollTo(0, 0))
await take(1200)
await page.getByRole("button", { name: "Connect wallet" }).click()
const wallet = dialog
  .getByRole("button", { name: /^Dev wallet/ })
  .filter({ hasText: "Ethereum, Solana, Bitcoin" })
await wallet.waitFor()
await take(1500)
await wallet.click()
await dialog.getByRole("button", { name: /^Ethereum/ }).click()
await approve("Connect to this site")
await page.getByRole("button", { name: /vera\.wmodal\.id/ }).click()
await dialog.getByRole("button", { name: "Send", exact: true }).waitFor()
await dialog.getByText("mUSDC").first().waitFor()
await take(1800)
await dialog.getByRole("button", { name: "Send", exact: true }).click()
await dialog.getByRole("textbox", { name: /^Amount in/ }).fill("1.5")
await dialog.getByRole("combobox", { name: "To" }).fill(recipient)
await take(1300)
await dialog.getByRole("button", { name: "Review", disabled: false }).click()
await dialog.getByRole("heading", { name: "Review send" }).waitFor()
await dialog.getByRole("checkbox").check()
await dialog.getByRole("checkbox").scrollIntoViewIfNeeded()
await take(2200)
await dialog.getByRole("button", { name: "Send", exact: true }).click()
await approve("Send a transaction")
await dialog.getByText("Confirmed").first().waitFor()
await take(2600)

await browser.close()
server.close()
server.closeAllConnections()
await mock.end()

const gif = GIFEncoder()
for (const { milliseconds, png } of frames) {
  const { data, height, width } = PNG.sync.read(png)
  const palette = quantize(data, 128)
  gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay: milliseconds })
}
gif.finish()
const path = join(root, "docs/public/demo.gif")
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, gif.bytes())
console.log(`${path}: ${frames.length} pictures, ${Math.round(gif.bytes().length / 1000)} kB`)
