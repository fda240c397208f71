import type { PhoneControl, Story, StoryChain } from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import type { Locator, Page } from "playwright-core"
import { makeDemoPage } from "../harness/demoPage.ts"
import { pressInFrame } from "../harness/embeddedSignIn.ts"
import { type HostChain, type HostPageOptions, makeHostPage } from "../harness/hostPage.ts"
import { walletName } from "../harness/modal.ts"
import { makeStoryNetworks, storyNetworks } from "../harness/networks.ts"
import { scanUntilRead } from "../harness/scan.ts"
import type { HostOptions } from "../harness/site.ts"
import type { TestWorld } from "../harness/testWorld.ts"
import type { ExtensionWallet } from "../harness/wallet.ts"
import { getStoryChain } from "./chainActions.ts"

/** A displayed prompt of a wallet. */
export interface OpenPrompt {
  readonly answer: (answer: "approve" | "decline") => Promise<void>
}

/** A wallet in a story, controlled by its owner. */
export interface StoryWallet {
  /** Its label in the modal's list. */
  readonly row: RegExp
  /** Runs after its selection; without it, the wallet prompts by itself. A phone connects all chains at once. */
  readonly scan?: (page: Page) => Promise<void>
  /** The modal's text while a prompt is open. */
  readonly pendingText: string
  /** Returns the account's label on the page's button; absent for accounts of the test mnemonic. */
  readonly label?: (network: CaipNetworkId) => RegExp
  /** Returns the page of the story. */
  readonly host: (world: TestWorld, story: Pick<Story, "networks" | "siwx" | "steps">) => HostOptions
  /** Returns the query of the page's URL. */
  readonly query: (story: Pick<Story, "smartAccount" | "steps">) => string
  /** Called for each page before it loads. */
  readonly watch: (page: Page) => Promise<void>
  /** Resolves with the next prompt after the call. */
  readonly next: (page: Page) => Promise<OpenPrompt>
  /** Returns the number of prompts so far. */
  readonly prompts: () => Promise<number>
}

const adapters: Readonly<Record<StoryChain, HostChain>> = {
  eip155: "evm",
  solana: "solana",
  bip122: "bitcoin",
  polkadot: "polkadot",
}

/** Confirms each warning of a wallet's prompt, as the story's owner does. */
const performActs = async (
  prompt: Pick<Locator, "getByRole">,
  press: (confirmation: Locator) => Promise<void>,
) => {
  for (const confirmation of await prompt.getByRole("checkbox").all()) await press(confirmation)
}

/** The modal's text for a wallet in the same browser. */
const approveHereText = "Approve in your wallet"

/** Returns whether the user adds networks, which the page then offers. */
const addsNetworks = ({ steps }: Pick<Story, "steps">) => steps.some(({ act }) => act._tag === "ownNetwork")

/** Makes the host page; an EVM-only page has a second network. */
const toHostPage = (
  world: TestWorld,
  { networks, siwx, steps }: Pick<Story, "networks" | "siwx" | "steps">,
): HostPageOptions => {
  const all = makeStoryNetworks(world)
  const named = networks.flatMap((id) => storyNetworks.find((name) => all[name].caipNetworkId === id) ?? [])
  const chains = [...new Set(networks.map((id) => adapters[getStoryChain(id)]))]
  const { domain, expiresIn, keysOnly, required } = siwx ?? {}
  return {
    ...(addsNetworks({ steps }) && { options: { features: { addNetworks: true } } }),
    ...(chains.join() === "evm" ? { prices: true } : { networks: named, chains }),
    ...(siwx !== null && {
      siwx: {
        required,
        ...(keysOnly === true && { url: "/auth/keys" }),
        ...(domain !== undefined && { domain }),
        ...(expiresIn !== undefined && { expiresInMs: expiresIn * 1000 }),
      },
    }),
  }
}

/** Makes the extension, which prompts in its own windows. */
export const makeExtensionWallet = (wallet: ExtensionWallet): StoryWallet => {
  const windows = new Set<Page>()
  const watched = new Set<object>()
  return {
    row: new RegExp(walletName),
    pendingText: approveHereText,
    host: (world, story) => makeHostPage(world, toHostPage(world, story)),
    query: () => "",
    watch: async (page) => {
      const context = page.context()
      if (watched.has(context)) return
      watched.add(context)
      const count = (opened: Page) => {
        // A new window may still be blank; other pages of the story never have its URL.
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

/** Makes the demo's own wallet, which prompts in a dialog on the page. */
export const makeDevStoryWallet = (): StoryWallet => {
  let shown = 0
  return {
    row: /^Dev wallet/,
    pendingText: approveHereText,
    host: (world, { networks }) =>
      makeDemoPage(world, [...new Set(networks.map(getStoryChain))], { prices: world.prices }),
    query: (story) => `?dev${story.smartAccount ? "&smart" : ""}${addsNetworks(story) ? "&addNetworks" : ""}`,
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
          if (answer === "approve") await performActs(dialog, (confirmation) => confirmation.check())
          await dialog.getByRole("button", { name: answer === "approve" ? "Approve" : "Decline" }).click()
          await dialog.waitFor({ state: "detached" })
        },
      }
    },
    prompts: () => Promise.resolve(shown),
  }
}

/** Makes the embedded wallet, which prompts in its own frame, above the modal. */
export const makeFrameWallet = (): StoryWallet => {
  let shown = 0
  return {
    row: /^$/,
    pendingText: "Approve Transaction",
    // The whole name: "What is a network?" also begins with four letters.
    label: (network) =>
      getStoryChain(network) === "eip155" ? /0x[\da-f]{2}.+[\da-f]{6}/i : /^\w{4}\.{3}\w{6}$/,
    host: (world, story) => makeHostPage(world, { ...toHostPage(world, story), secureSite: true }),
    query: () => "",
    watch: async () => {},
    next: async (page) => {
      const frame = page.frameLocator("iframe")
      const button = (name: string) => frame.getByRole("button", { name })
      await button("Approve").waitFor()
      shown += 1
      return {
        answer: async (answer) => {
          if (answer === "approve") await performActs(frame, pressInFrame)
          await pressInFrame(button(answer === "approve" ? "Approve" : "Decline"))
          await button("Decline").waitFor({ state: "hidden" })
        },
      }
    },
    prompts: () => Promise.resolve(shown),
  }
}

/** Makes the phone of the story's world, which scans the code of the page. */
export const makePhoneWallet = (owner: PhoneControl): StoryWallet => ({
  row: /^WalletConnect/,
  pendingText: "Open your wallet on your phone",
  host: (world, story) => makeHostPage(world, { ...toHostPage(world, story), relay: true }),
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
