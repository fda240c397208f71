import { bitcoinAccounts, solanaAccounts } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { ExtensionWallet } from "../harness/wallet.ts"

/** A page that finds wallets by the Wallet Standard, and calls features of the first one. */
const barePage = {
  files: {
    "/index.html":
      '<!doctype html><html lang="en"><title>Bare page</title><link rel="icon" href="data:,"><script src="/page.js"></script></html>',
    "/page.js": `
      globalThis.registered = []
      const register = (...wallets) => registered.push(...wallets)
      addEventListener("wallet-standard:register-wallet", ({ detail }) => detail({ register }))
      dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: { register } }))

      globalThis.asks = (feature, input) => {
        const method = feature.slice(feature.indexOf(":") + 1)
        return registered[0].features[feature][method](input)
      }
      const message = new TextEncoder().encode("Dear reader")
      globalThis.signsMessage = async () => {
        const account = registered[0].accounts.find(({ chains }) => chains[0].startsWith("solana:"))
        const [{ signature }] = await asks("solana:signMessage", { account, message })
        const key = await crypto.subtle.importKey("raw", account.publicKey, "Ed25519", false, ["verify"])
        return crypto.subtle.verify("Ed25519", key, signature, message)
      }
    `,
  },
}

declare global {
  var registered: readonly {
    readonly name: string
    readonly chains: readonly string[]
    readonly features: Readonly<Record<string, unknown>>
  }[]
  var asks: (
    feature: string,
    input?: object,
  ) => Promise<{ readonly accounts: readonly { readonly address: string }[] }>
  var signsMessage: () => Promise<boolean>
}

/** Returns the shared addresses, or the code of the error. */
const connectFeature = (page: Page, feature: string, input?: object) =>
  page.evaluate(
    ([feature, input]) =>
      globalThis.asks(feature, input).then(
        ({ accounts }) => accounts.map(({ address }) => address),
        ({ code }: { code: number }) => code,
      ),
    [feature, input] as const,
  )

/** Returns the result of an action whose prompt is approved. */
const withApproval = async <A>(wallet: ExtensionWallet, act: () => Promise<A>) => {
  let acting: Promise<A> | undefined
  const prompt = await wallet.promptAfter(async () => {
    acting = act()
  })
  const said = await prompt.text()
  await prompt.approve()
  return { said, came: await acting }
}

const silent = { silent: true }
const bitcoin = { purposes: ["payment", "ordinals"] }

describe("test wallet by the Wallet Standard", { tags: ["full"] }, () => {
  story(
    "registers itself once, for Solana and Bitcoin, by its name on Ethereum",
    async ({ visitor, wallet }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(barePage)
      const found = await page.evaluate(() =>
        globalThis.registered.map(({ name, chains }) => [name, ...chains]),
      )
      expect(found).toEqual([
        [
          walletName,
          "solana:mainnet",
          "solana:devnet",
          "solana:testnet",
          "bitcoin:mainnet",
          "bitcoin:testnet",
        ],
      ])
    },
  )

  story("shares each chain on request, signs, and keeps permissions", async ({ visitor, wallet }) => {
    const page = await visitor.visit(barePage)
    expect(await connectFeature(page, "standard:connect", silent)).toEqual([])
    const solana = await withApproval(wallet, () => connectFeature(page, "standard:connect"))
    expect(solana.said).toContain(solanaAccounts[0])
    expect(solana.came).toEqual([solanaAccounts[0]])
    const signed = await withApproval(wallet, () => page.evaluate(() => globalThis.signsMessage()))
    expect(signed.said).toContain("Dear reader")
    expect(signed.came).toBe(true)

    const { mainnet, testnet } = bitcoinAccounts
    const paid = await withApproval(wallet, () => connectFeature(page, "bitcoin:connect", bitcoin))
    expect(paid.said).toContain(mainnet[0]?.taproot)
    const addresses = [mainnet[0]?.segwit, testnet[0]?.segwit, mainnet[0]?.taproot, testnet[0]?.taproot]
    expect(paid.came).toEqual(addresses)

    await page.reload()
    const after = await connectFeature(page, "standard:connect", silent)
    expect(new Set([after].flat())).toEqual(new Set([solanaAccounts[0], ...addresses]))
    await wallet.selectAccount(1)
    await expect.poll(() => connectFeature(page, "standard:connect", silent)).toContain(solanaAccounts[1])
    await wallet.disconnect(new URL(page.url()).origin)
    await expect.poll(() => connectFeature(page, "standard:connect", silent)).toEqual([])
  })

  story("leaves sending to the dApp, once enabled", async ({ visitor, wallet }) => {
    await wallet.setSignOnly(true)
    const page = await visitor.visit(barePage)
    const sending = () =>
      page.evaluate(() =>
        Object.keys(globalThis.registered[0]?.features ?? {}).filter((name) => name.includes("Send")),
      )
    await expect.poll(sending).toEqual([])
  })
})
