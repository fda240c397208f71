import { getMedian } from "./summary.mjs"

/** The account of the installed wallet, in any of its short forms. */
const address = "^0xd8"

/** Connects the installed wallet: opens the modal, then clicks what `connect` of the peer names. */
async function connectWallet(page, app) {
  await page.goto(app.url, { waitUntil: "load" })
  await (await page.waitForSelector(app.opener, { state: "visible" })).click()
  for (const selector of app.connect) await page.locator(selector).first().click({ timeout: 10_000 })
}

const watchAddress = (page) => page.evaluate((pattern) => window.__bench.watchAddress(pattern), address)
const waitForAddress = async (page) => {
  await page.waitForFunction(() => window.__bench.addressAt !== null, null, { timeout: 15_000, polling: 50 })
  return page.evaluate(() => window.__bench.addressAt)
}

/**
 * Connects once, then loads the page again in new tabs of the same browser. Returns ms from the navigation to the
 * visible address.
 */
export async function measureReturn(browser, app, runs) {
  if (app.connect === null) return { error: "not measured: peer.json has no `connect`" }
  try {
    let { page } = await browser.openPage()
    await connectWallet(page, app)
    await watchAddress(page)
    await waitForAddress(page)
    await browser.log.settle()
    await browser.context.addInitScript(`window.__bench?.watchAddress(${JSON.stringify(address)})`)
    const times = []
    for (let run = 0; run <= runs; run++) {
      await page.close()
      ;({ page } = await browser.openPage())
      await page.goto(app.url, { waitUntil: "commit" })
      times.push(await waitForAddress(page))
      await browser.log.settle()
    }
    const counted = times.slice(1)
    return { median: getMedian(counted), range: [Math.min(...counted), Math.max(...counted)] }
  } catch (error) {
    return { error: String(error.message).split("\n")[0] }
  }
}
