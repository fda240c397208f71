import {
  type Expected,
  getStoryAddress,
  type Story,
  type StoryStep,
  type StoryWorld,
  toProviderRequest,
} from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import * as z from "zod/mini"
import { getModalViews, toAccountLabel } from "../harness/modal.ts"
import { chainNames, getStoryChain, makeChainActions } from "./chainActions.ts"
import { clearSiteStorage, makeEmbeddedActions } from "./embeddedActions.ts"
import { buyInModal, receiveInModal } from "./fundingInModal.ts"
import type { ModalActions } from "./ModalActions.ts"
import { type RequestResult, requestInModal } from "./requestInModal.ts"
import type { OpenPrompt, StoryWallet } from "./StoryWallet.ts"
import { sendInModal } from "./sendInModal.ts"
import { makeSignActions } from "./signActions.ts"
import { swapInModal } from "./swapInModal.ts"

/** Plays a story's steps in the modal, by roles and names. */
export interface ModalPlayer {
  readonly act: (step: StoryStep) => Promise<void>
  /** Describes the differences from the expected state; empty when there are none. `network` is that of the step. */
  readonly differences: (expected: Expected, network: CaipNetworkId) => Promise<readonly string[]>
  /** Returns the modal's text, for the report of a failed story. */
  readonly getShownText: () => Promise<string>
}

/** The labels of payment states in the modal. */
const stateLabels: Readonly<Record<Exclude<NonNullable<Expected["state"]>, "Asked">, string>> = {
  Declined: "Signature declined",
  NotSent: "Something went wrong",
  Signed: "Signed, not sent",
  Lost: "It may have been sent",
  Taken: "Accepted by your wallet",
  Unanswered: "Sending",
  Sent: "On its way",
  Confirmed: "Confirmed",
  Reverted: "Failed",
  Mined: "In a block",
  PartlyReverted: "Partly failed",
  Replaced: "Replaced",
  Cancelled: "Cancelled",
  Expired: "Expired",
  Dropped: "Dropped",
}

/** Tags of recorded transactions; signatures are recorded as well. */
const sentSubjectTags = ["Transfer", "Approval", "Swap", "Call"]

/** Returns the text that the label of a field requests. */
const getRequestedText = async (field: Locator): Promise<string> => {
  const label = await field.evaluate((input) => input.parentElement?.parentElement?.textContent ?? "")
  return /Type (\S+) to continue/.exec(label)?.[1] ?? ""
}

const ledgerSchema = z.object({
  data: z.array(z.object({ subject: z.object({ _tag: z.string() }) })),
})

export const makeModalPlayer = (cast: {
  readonly first: Page
  readonly wallet: StoryWallet
  readonly world: StoryWorld
  /** URL of the embedded wallet. */
  readonly secureSite: string
  readonly networks: Story["networks"]
  readonly asksSignature: boolean
  /** Receives each tab that the story opens, while it is blank. */
  readonly opened: (tab: Page) => void
}): ModalPlayer => {
  const { networks, opened, wallet, world } = cast
  let page = cast.first
  let [here] = networks
  /** The open prompt of the wallet. */
  let open: OpenPrompt | null = null
  let stopped = false
  let heard: RequestResult | null = null
  /** The text of a closed request view, read before it closed. */
  let readBefore: string | undefined

  const accountButton = (network: CaipNetworkId) =>
    page.getByRole("button", {
      name: wallet.label?.(network) ?? toAccountLabel(getStoryAddress("first", network)),
    })
  /** Returns the modal's dialog, not that of the embedded wallet's frame, which may be above it. */
  const dialog = (): Locator =>
    page
      .getByRole("dialog")
      .filter({ has: page.getByRole("button", { name: "Close" }), hasNot: page.locator("iframe") })

  const closeModal = async () => {
    const close = dialog().getByRole("button", { name: "Close" })
    const closeFrame = page
      .getByRole("dialog")
      .filter({ has: page.locator("iframe") })
      .getByRole("button", { name: "Close" })
    // The dialog may close by itself after sign-in, so the button may be gone.
    await expect
      .poll(async () => {
        const top = (await closeFrame.isVisible()) ? closeFrame : close
        if (await dialog().isVisible()) await top.click({ timeout: 1000 }).catch(() => {})
        return dialog().isVisible()
      })
      .toBe(false)
  }

  const openAccount = async () => {
    await closeModal()
    await accountButton(here).click()
    await dialog().getByRole("tab", { name: "Activity" }).waitFor()
  }

  /**
   * Runs an action that triggers a wallet prompt, and responds as the story defines. Also resolves when the modal
   * shows `instead`.
   */
  const asking = async (
    answer: "approve" | "decline" | "wait",
    instead: string | undefined,
    run: () => Promise<void>,
  ) => {
    const next = wallet.next(page)
    next.catch(() => {})
    await run()
    const question = await Promise.race([
      next,
      ...(instead === undefined
        ? []
        : [
            dialog()
              .getByText(instead)
              .first()
              .waitFor()
              .then(() => null),
          ]),
    ])
    if (question === null) return
    if (answer === "wait") open = question
    else await question.answer(answer)
  }

  const stops = () => dialog().getByRole("checkbox").or(dialog().getByRole("textbox"))

  /** Confirms all warnings: checks each checkbox, and types each requested text. */
  const passStops = async () => {
    for (const check of await dialog().getByRole("checkbox").all()) await check.check()
    const asked = await dialog().locator("mark[data-asked=true]").allInnerTexts()
    for (const [at, field] of (await dialog().getByRole("textbox").all()).entries())
      await field.fill(asked[at] ?? (await getRequestedText(field)))
  }

  /** Presses the button despite open warnings: the warning takes the focus, and nothing is sent. */
  const pressInVain = async (button: Locator) => {
    await button.press("Enter")
    await stops().and(page.locator(":focus")).waitFor()
  }

  const pickToken = async (button: Locator, symbol: string) => {
    await button.click()
    await dialog().getByRole("searchbox", { name: "Search tokens" }).fill(symbol)
    await dialog()
      .getByRole("list", { name: "Tokens" })
      .getByRole("button")
      .filter({ hasText: new RegExp(`[\\d.,]+ ${symbol}|${symbol} · 0x`) })
      .click()
  }

  const hands: ModalActions = {
    page: () => page,
    getActiveNetwork: () => here,
    accountButton,
    asksSignature: cast.asksSignature,
    awaitAccount: async (network) => {
      if (cast.asksSignature)
        await expect
          .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().account?.network))
          .toBe(network)
      else await accountButton(network).waitFor()
    },
    hasSeveralChains: () => new Set(networks.map(getStoryChain)).size > 1,
    dialog,
    openAccount,
    closeModal,
    respondDuring: asking,
    pickToken,
    getWarnings: stops,
    confirmWarnings: passStops,
    expectPressBlocked: pressInVain,
  }

  const signing = makeSignActions(hands)
  const chains = makeChainActions(hands, wallet, world)
  const embedded = makeEmbeddedActions(hands, world)

  const newestPayment = async () => {
    await openAccount()
    await dialog().getByRole("tab", { name: "Activity" }).click()
    await dialog().getByRole("tabpanel").getByRole("listitem").first().getByRole("button").click()
    await dialog().getByRole("heading", { name: "Transaction" }).waitFor()
  }

  /** Returns the connected chains as the page receives them. */
  const connectedChains = () =>
    page.evaluate(
      (names) => names.filter((name) => globalThis.modals[0]?.getAccount(name) !== null).join(),
      Object.keys(chainNames).toSorted(),
    )

  const raiseFee = async (answer: "approve" | "decline" | "wait", said: string | undefined) => {
    if (!(await dialog().getByRole("heading", { name: "Transaction" }).isVisible())) await newestPayment()
    await dialog().getByRole("button", { name: "Raise the fee" }).click()
    await dialog().getByRole("heading", { name: "The same payment, with a higher fee" }).waitFor()
    await asking(answer, said, () => dialog().getByRole("button", { name: "Raise the fee" }).click())
    // A transaction mined before this send is the pending one.
    if (answer === "approve")
      await dialog().getByText("The fee was raised. It is still one payment.").waitFor()
  }

  const payments = async () =>
    ledgerSchema
      .parse(JSON.parse((await page.evaluate(() => localStorage.getItem("@wmodal/ledger"))) ?? '{"data":[]}'))
      .data.filter(({ subject }) => sentSubjectTags.includes(subject._tag)).length

  const play = async ({ act, expect: expected, network }: StoryStep): Promise<void> => {
    switch (act._tag) {
      case "connect":
        return chains.connect(act.with, network)
      case "disconnect":
        return chains.disconnect(act.with)
      case "send":
        stopped = await sendInModal(hands, act.with, network, expected)
        return
      case "swap":
        stopped = await swapInModal(hands, act.with, expected)
        return
      case "buy":
        return buyInModal(hands, act.with)
      case "receive":
        return receiveInModal(hands, act.with, (uri) => world.getChainWorld(network).pay(uri))
      case "ownNetwork":
        return chains.changeNetworks(act.with, expected?.says)
      case "ask":
        heard = null
        readBefore = expected?.says
        stopped = await requestInModal(
          hands,
          toProviderRequest(act.with, network),
          act.with,
          expected,
          (what) => {
            heard = what
          },
        )
        return
      case "answer":
        if (open === null) throw new Error("The wallet shows no question.")
        await open.answer(act.with)
        open = null
        return
      case "reload":
        await page.reload()
        // A signed-in user is restored; otherwise the modal offers sign-in.
        return (
          wallet.label === undefined
            ? accountButton(network)
            : accountButton(network).or(getModalViews(page).connectButton)
        ).waitFor()
      case "tab": {
        // A tab opened by a page has a copy of its session storage, including the built-in wallet.
        const [tab] = await Promise.all([
          page.waitForEvent("popup"),
          page.evaluate(() => void globalThis.open("about:blank")),
        ])
        opened(tab)
        await wallet.watch(tab)
        await tab.goto(page.url())
        page = tab
        return accountButton(network).waitFor()
      }
      case "checkAgain":
        return dialog().getByRole("button", { name: "Check again" }).click()
      case "raiseFee":
        return raiseFee(act.with.answer, expected?.says)
      case "faults":
        return world.setFaults(act.with)
      case "mining":
        return world.getChainWorld(network).setMining(act.with)
      case "mine":
        return world.getChainWorld(network).mine(act.with)
      case "replace":
        return world.getChainWorld(network).replace(act.with)
      case "expire":
        return world.getChainWorld(network).expire()
      case "switch":
        return chains.switchTo(act.with)
      case "cheat":
        return world.getChainWorld(network).cheat(act.with.method, act.with.params)
      case "phone":
        await (act.with === "disconnect" ? world.phone.disconnect() : world.phone.switchTo(act.with.switch))
        return
      case "signIn":
        return embedded.signIn(act.with)
      case "changeEmail":
        return embedded.changeEmail(act.with)
      case "name":
        return embedded.registerName(act.with)
      case "permissions":
        return embedded.readPermissions(act.with)
      case "account":
        return embedded.useAccount(act.with)
      case "frame":
        if (act.with === "forget") {
          await clearSiteStorage(page, cast.secureSite)
          await page.reload()
        } else await world.site.frame(act.with)
        return
      case "relay":
        return world.relay(act.with)
      case "sign":
        stopped = await signing.sign(act.with)
        return
      case "leave":
        return signing.leave(act.with)
      case "look":
        return
    }
  }

  return {
    getShownText: () =>
      dialog()
        .innerText({ timeout: 1000 })
        .catch(() => "nothing"),
    act: async (step) => {
      readBefore = undefined
      await play(step)
      here = step.network
    },
    differences: async (expected, network) => {
      const wrong: string[] = []
      const reads = async (text: string, exact: boolean) =>
        (await dialog().getByText(text, { exact }).count()) +
          (await page.frameLocator("iframe").getByText(text, { exact }).count()) >
        0
      const says = expected.says === readBefore ? undefined : expected.says
      if (says !== undefined && !(await reads(says, false))) wrong.push(`the person should read "${says}"`)
      if (expected.stopped === true && !stopped) wrong.push("nothing stopped it")
      if (expected.heard !== undefined && heard !== expected.heard)
        wrong.push(`the page should have heard ${expected.heard}, and heard ${heard ?? "nothing"}`)
      if (expected.connected !== undefined) {
        const [wanted, connected] = [expected.connected.toSorted().join(), await connectedChains()]
        if (wanted !== connected)
          wrong.push(`${wanted || "nothing"} should be connected, and ${connected || "nothing"} is`)
      }
      if (expected.signedIn !== undefined && (await signing.isSignedIn()) !== expected.signedIn)
        wrong.push(`the account should ${expected.signedIn ? "" : "not "}be signed in`)
      if (expected.sessions !== undefined) {
        const sessions = await signing.countSessions()
        if (sessions !== expected.sessions)
          wrong.push(`the dApp's server should have ${expected.sessions} sessions, and has ${sessions}`)
      }
      if (expected.payments !== undefined) {
        const recorded = await payments()
        if (recorded !== expected.payments)
          wrong.push(`there should be ${expected.payments} payments, and there are ${recorded}`)
      }
      const asked = expected.prompts === undefined ? undefined : await wallet.prompts()
      if (asked !== expected.prompts)
        wrong.push(`the wallet should have asked ${expected.prompts} times, and asked ${asked} times`)
      if (wrong.length === 0 && expected.state !== undefined) {
        const words = expected.state === "Asked" ? wallet.pendingText : stateLabels[expected.state]
        if (!(await reads(words, true))) {
          if (
            expected.state !== "Declined" &&
            expected.state !== "Asked" &&
            !(await dialog().getByRole("heading", { name: "Transaction" }).isVisible())
          )
            await newestPayment()
          if (!(await reads(words, true))) wrong.push(`it should be ${expected.state}: "${words}"`)
        }
      }
      if (wrong.length > 0) return wrong
      return [
        ...(expected.balances.length === 0 ? [] : await world.wrongBalances(expected.balances, network)),
        ...(expected.allowances.length === 0
          ? []
          : await world.wrongAllowances(expected.allowances, network)),
      ]
    },
  }
}
