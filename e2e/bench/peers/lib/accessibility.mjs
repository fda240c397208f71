import { join } from "node:path"
import { AxeBuilder } from "@axe-core/playwright"

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const impacts = ["critical", "serious", "moderate", "minor"]
const toTotals = (violations, count) =>
  Object.fromEntries(
    impacts.map((impact) => [
      impact,
      violations.filter((one) => one.impact === impact).reduce((sum, one) => sum + count(one), 0),
    ]),
  )

async function runAxe(page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.length,
    targets: nodes.slice(0, 5).map(({ target }) => target.flat(9).join(" ")),
  }))
}

/** Presses Tab many times in both directions, and tells where the focus was. */
async function walkFocus(page, getFocus) {
  const press = async (key, times) => {
    const found = []
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key)
      await wait(15)
      found.push(await getFocus())
    }
    return found
  }
  const forth = await press("Tab", 40)
  const all = [...forth, ...(await press("Shift+Tab", 15))]
  const count = (...places) => all.filter(({ where }) => places.includes(where)).length
  return {
    modal: count("modal"),
    body: count("body"),
    page: count("page", "opener"),
    other: count("other"),
    distinctInModal: new Set(forth.filter(({ where }) => where === "modal").map(({ id }) => id)).size,
    order: forth.slice(0, 12).map(({ where, what }) => (what ? `${where}: ${what}` : where)),
  }
}

/** Runs axe on the opened modal, and checks Escape, Tab and where the focus goes. */
export async function checkAccessibility({ openPage, log }, app, shots) {
  const { page } = await openPage()
  const isShown = () => page.evaluate((wallet) => window.__bench.isWalletShown(wallet), app.wallet)
  const getFocus = () => page.evaluate((dialog) => window.__bench.getFocus(dialog), app.dialog)
  const waitUntilShown = async (wanted, ms) => {
    for (const start = Date.now(); Date.now() - start < ms; await wait(50))
      if ((await isShown()) === wanted) return true
    return false
  }
  const showPage = async (load) => {
    await load()
    await page.waitForSelector(app.opener, { state: "visible" })
    await log.settle()
  }
  /** Opens the modal with Enter, or with a click if that fails. Returns whether Enter did it. */
  const open = async () => {
    await page.locator(app.opener).first().focus()
    await page.keyboard.press("Enter")
    const byKey = await waitUntilShown(true, 15_000)
    if (!byKey) {
      await page.locator(app.opener).first().click()
      await waitUntilShown(true, 15_000)
    }
    await log.settle(800, 1200, 8000)
    return byKey
  }
  const out = {}

  await showPage(() => page.goto(app.url, { waitUntil: "load" }))
  const before = await runAxe(page)
  out.opensByEnter = await open()
  out.shot = join(shots, `${app.name}.png`)
  await page.screenshot({ path: out.shot })
  out.visibleTexts = await page.evaluate(() => window.__bench.getVisibleTexts())
  out.dialogs = await page.evaluate(() => window.__bench.getDialogs())
  out.backgroundInert = await page.evaluate(() => window.__bench.isBackgroundInert())
  out.focusOnOpen = await getFocus()
  // What the page had before is not the modal's.
  const earlier = Object.fromEntries(before.map(({ id, nodes }) => [id, nodes]))
  out.axeBefore = before
  out.axe = (await runAxe(page))
    .map((one) => ({ ...one, nodes: one.nodes - (earlier[one.id] ?? 0) }))
    .filter(({ nodes }) => nodes > 0)
  out.axeByImpact = toTotals(out.axe, () => 1)
  out.axeNodesByImpact = toTotals(out.axe, ({ nodes }) => nodes)

  await page.keyboard.press("Escape")
  out.escapeCloses = await waitUntilShown(false, 2000)
  await wait(500)
  out.focusAfterEscape = out.escapeCloses ? await getFocus() : null

  // A fresh page has nothing left of the first opening.
  await showPage(() => page.reload({ waitUntil: "load" }))
  await open()
  out.tab = await walkFocus(page, getFocus)
  out.focusTrapped = out.tab.page === 0 && out.tab.modal > 0
  out.stillOpenAfterTab = await isShown()

  const close = page.locator(app.close ?? `${app.dialog} >> [aria-label*="close" i]`)
  try {
    await close.first().click({ timeout: 3000 })
    out.closeButtonCloses = await waitUntilShown(false, 2000)
    await wait(500)
    out.focusAfterClose = await getFocus()
  } catch {
    out.closeButtonCloses = null
  }
  return out
}
