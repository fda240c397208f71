import { mkdir } from "node:fs/promises"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { atLength } from "../harness/atLength.ts"
import { colourFindings, findings } from "../harness/axe.ts"
import { hostPage } from "../harness/hostPage.ts"
import { paths } from "../harness/paths.ts"
import { scenes } from "../harness/scenes.ts"
import { story } from "../harness/story.ts"

/**
 * Scenes of the gallery: several chains, wallets elsewhere, signing in, and the states of a payment, of a swap, and of what
 * a page asks. Every fourth one, and every second view; at length (`WMODAL_SOAK`) all: a component is in several scenes.
 */
const shown = {
  chain: [
    "connect-chains",
    "select-chain-connected",
    "switch-chain-two",
    "networks-chains",
    "profile-chains",
    "settings-chains",
    "account-bitcoin",
    "send-token-solana",
    "review-solana-look-alike",
    "transaction-expired",
    "transaction-bitcoin-waits",
    "request-solana-handover",
    "request-bitcoin-open",
  ],
  "wallet elsewhere": [
    "connect-elsewhere",
    "phone-code",
    "phone-tabs",
    "phone-open",
    "phone-webapp",
    "phone-declined",
    "phone-unreachable",
    "phone-send-asking",
    "phone-address-only",
    "all-wallets",
    "all-wallets-offline",
    "get-wallet",
    "downloads-phone",
  ],
  "way to sign in": [
    "sign-in",
    "email-field-throttled",
    "all-socials",
    "email-code-wrong",
    "email-code-throttled",
    "email-device-failed",
    "social-waiting",
    "social-blocked",
    "farcaster-code",
    "approve-transaction",
    "email-edit-failed",
    "email-settings-new",
    "email-upgrade",
  ],
  payment: [
    "send",
    "send-typed",
    "send-insufficient",
    "send-tokens",
    "review",
    "review-fee-token",
    "review-asking",
    "review-declined",
    "review-stops",
  ],
  swap: [
    "swap",
    "swap-stale",
    "swap-slippage-high",
    "swap-insufficient",
    "swap-unsupported",
    "swap-tokens",
    "swap-review-two-steps",
    "swap-review-impact",
    "swap-review-worse",
    "swap-asking",
    "swap-approving",
  ],
  request: [
    "request-transaction",
    "request-calls",
    "request-unlimited",
    "request-message",
    "request-other-chain",
    "request-blind",
    "request-asking",
  ],
} as const

/** In light all that axe knows, in dark the colours. */
const lookAt = async (
  page: Page,
  name: string,
  dressed: (theme: "light" | "dark") => Promise<unknown> = async () => {},
  seen: (theme: "light" | "dark") => Promise<unknown> = async () => {},
) => {
  const looks = { light: findings, dark: colourFindings } as const
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await dressed(theme)
    expect({ name, theme, findings: await looks[theme](page) }).toEqual({ name, theme, findings: [] })
    await seen(theme)
  }
}

describe("every view, light and dark", () => {
  for (const { name, page: wanted, go } of scenes.filter((_, at) => atLength || at % 2 === 0)) {
    story(`${name}: axe finds nothing, and its pictures are kept`, async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(hostPage(world, wanted))
      await go(page, wallet)
      await page.bringToFront()
      await mkdir(paths.screenshots, { recursive: true })
      await lookAt(
        page,
        name,
        (theme) => page.evaluate((mode) => globalThis.modals[0]?.setThemeMode(mode), theme),
        (theme) => page.screenshot({ path: `${paths.screenshots}/${name}-${theme}.png` }),
      )
    })
  }

  for (const [what, names] of Object.entries(shown)) {
    story(`each state of a ${what}: axe finds nothing`, { timeout: 90_000 }, async ({ site, visitor }) => {
      const origin = site.host({ folder: "gallery" })
      const page = await visitor.visit({ folder: "gallery" })
      for (const name of names.filter((_, at) => atLength || at % 4 === 0)) {
        await page.goto(`${origin}/?scene=${name}`)
        const dialog = page.getByRole("dialog")
        await dialog.waitFor()
        // What comes late has come when there is nothing left to say that it loads.
        await dialog.getByRole("heading", { name: "Loading" }).waitFor({ state: "detached" })
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        )
        await lookAt(page, name)
      }
    })
  }
})
