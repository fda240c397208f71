import type { PhoneControl, Story, StoryChain } from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import type { Page } from "playwright-core"
import { makeDemoPage } from "../harness/demoPage.ts"
import { type HostChain, type HostPageOptions, makeHostPage } from "../harness/hostPage.ts"
import { walletName } from "../harness/modal.ts"
import { makeStoryNetworks, storyNetworks } from "../harness/networks.ts"
import { scanUntilRead } from "../harness/scan.ts"
import type { HostOptions } from "../harness/site.ts"
import type { TestWorld } from "../harness/testWorld.ts"
import type { ExtensionWallet } from "../harness/wallet.ts"
import { getStoryChain } from "./chainActions.ts"

/** A question that a wallet shows. */
export interface OpenPrompt {
  readonly answer: (answer: "approve" | "decline") => Promise<void>
}

/** A wallet that plays in a story, from the side of its owner. */
export interface StoryWallet {
  /** How the modal's list calls it. */
  readonly row: RegExp
  /** What is done once it is picked; without it, the wallet asks by itself. A phone is for all chains at once. */
  readonly scan?: (page: Page) => Promise<void>
  /** What the modal says while it is asked. */
  readonly pendingText: string
  /** How the page's button calls its account, where it is none of the test mnemonic. */
  readonly label?: (network: CaipNetworkId) => RegExp
  /** The page of the story. */
  readonly host: (world: TestWorld, networks: Story["networks"]) => HostOptions
  /** What the address of the page says beside its path. */
  readonly query: (smartAccount: boolean) => string
  /** To be called for each page before it loads. */
  readonly watch: (page: Page) => Promise<void>
  /** Resolves with the next question that is shown, from the call on. */
  readonly next: (page: Page) => Promise<OpenPrompt>
  /** Questions that were ever shown. */
  readonly prompts: () => Promise<number>
}

const adapters: Readonly<Record<StoryChain, HostChain>> = {
  eip155: "evm",
  solana: "solana",
  bip122: "bitcoin",
}

/** Of a wallet that is where the page is. */
const approveHereText = "Approve in your wallet"

/** What the page passes: of the EVM alone it has another network too. */
const toHostPage = (world: TestWorld, networks: Story["networks"]): HostPageOptions => {
  const all = makeStoryNetworks(world)
  const named = networks.flatMap((id) => storyNetworks.find((name) => all[name].caipNetworkId === id) ?? [])
  const chains = [...new Set(networks.map((id) => adapters[getStoryChain(id)]))]
  return chains.join() === "evm" ? {} : { networks: named, chains }
}

/** The extension: it asks in windows of its own. */
export const makeExtensionWallet = (wallet: ExtensionWallet): StoryWallet => {
  const windows = new Set<Page>()
  const watched = new Set<object>()
  return {
    row: new RegExp(walletName),
    pendingText: approveHereText,
    host: (world, networks) => makeHostPage(world, toHostPage(world, networks)),
    query: () => "",
    watch: async (page) => {
      const context = page.context()
      if (watched.has(context)) return
      watched.add(context)
      const count = (opened: Page) => {
        // A window that has only just opened may still be blank; other pages of the story never get there.
        opened.waitForURL(/\/approve\.html/).then(
          () => windows.add(opened),
          () => {},
        )
      }
      context.on("page", count)
      page.once("close", () => context.off("page", count))
    },
    next: async () => {
      const { approve, decline } = await wallet.promptAfter(async () => {})
      return { answer: (answer) => (answer === "approve" ? approve() : decline()) }
    },
    prompts: () => Promise.resolve(windows.size),
  }
}

/** The demo's own wallet: it asks in a dialog on the page. */
export const makeDevStoryWallet = (): StoryWallet => {
  let shown = 0
  return {
    row: /^Dev wallet/,
    pendingText: approveHereText,
    host: (world, networks) => makeDemoPage(world, [...new Set(networks.map(getStoryChain))]),
    query: (smartAccount) => `?dev${smartAccount ? "&smart" : ""}`,
    watch: async (page) => {
      await page.exposeFunction("questionShown", () => {
        shown += 1
      })
      await page.addInitScript(() => {
        new MutationObserver((changes) => {
          for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
            if (node instanceof HTMLDialogElement && node.className === "prompt") globalThis.questionShown()
        }).observe(document, { childList: true, subtree: true })
      })
    },
    next: async (page) => {
      const dialog = page.getByRole("dialog").filter({ hasText: "Dev wallet, requested by" })
      await dialog.waitFor()
      return {
        answer: async (answer) => {
          await dialog.getByRole("button", { name: answer === "approve" ? "Approve" : "Decline" }).click()
          await dialog.waitFor({ state: "detached" })
        },
      }
    },
    prompts: () => Promise.resolve(shown),
  }
}

/** The embedded one: it asks in its own frame, above the modal. */
export const makeFrameWallet = (): StoryWallet => {
  let shown = 0
  return {
    row: /^$/,
    pendingText: "Approve Transaction",
    label: (network) => (getStoryChain(network) === "eip155" ? /0x[\da-f]{2}.+[\da-f]{6}/i : /^\w{4}.+\w{6}/),
    host: (world, networks) => makeHostPage(world, { ...toHostPage(world, networks), secureSite: true }),
    query: () => "",
    watch: async () => {},
    next: async (page) => {
      const frame = page.frameLocator("iframe")
      const button = (name: string) => frame.getByRole("button", { name })
      await button("Approve").waitFor()
      shown += 1
      return {
        answer: async (answer) => {
          await button(answer === "approve" ? "Approve" : "Decline").click()
          await button("Decline").waitFor({ state: "hidden" })
        },
      }
    },
    prompts: () => Promise.resolve(shown),
  }
}

/** The phone of the story's world: it scans what the page shows. */
export const makePhoneWallet = (owner: PhoneControl): StoryWallet => ({
  row: /^WalletConnect/,
  pendingText: "Open your wallet on your phone",
  host: (world, networks) => makeHostPage(world, { ...toHostPage(world, networks), relay: true }),
  query: () => "",
  watch: async () => {},
  scan: async (page) => {
    const code = page.getByRole("dialog").getByRole("img", { name: /code/i })
    await code.waitFor()
    await owner.scan(await scanUntilRead(page))
  },
  next: async () => {
    await owner.setPolicy("wait")
    await owner.waitForPrompt()
    return {
      answer: async (answer) => {
        await owner.answerPrompt(answer)
      },
    }
  },
  prompts: owner.asked,
})

declare global {
  var questionShown: () => void
}
