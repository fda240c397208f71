import type { StoryAct, StoryWorld } from "@wmodal/mock-server/story"
import type { Locator, Page } from "playwright-core"
import { getFrameCodeField } from "../harness/embeddedSignIn.ts"
import { getModalViews } from "../harness/modal.ts"
import type { ModalActions } from "./ModalActions.ts"

type ActParams<Tag extends StoryAct["_tag"]> = Extract<StoryAct, { readonly _tag: Tag }>["with"]

/** Actions of a user with an email address and without a wallet. */
export interface EmbeddedActions {
  readonly signIn: (asked: ActParams<"signIn">) => Promise<void>
  readonly changeEmail: (asked: ActParams<"changeEmail">) => Promise<void>
  readonly registerName: (asked: ActParams<"name">) => Promise<void>
  readonly readPermissions: (asked: ActParams<"permissions">) => Promise<void>
  readonly useAccount: (type: ActParams<"account">) => Promise<void>
}

/** Clears the secure site's storage, as on a new device. */
export const clearSiteStorage = async (page: Page, secureSite: string): Promise<void> => {
  const frame = page.frames().find((one) => one.url().startsWith(secureSite))
  await frame?.evaluate(() => localStorage.clear())
}

export const makeEmbeddedActions = (
  hands: ModalActions,
  { site }: Pick<StoryWorld, "site">,
): EmbeddedActions => {
  const { closeModal, dialog, openAccount, page, respondDuring } = hands
  const heading = (name: string) => dialog().getByRole("heading", { name })
  const problem = () => dialog().getByRole("alert").first()
  const field = () => dialog().getByRole("textbox")

  /** Enters the six digits of the newest email. */
  const giveCode = async (
    email: string,
    to: Locator = field(),
    kind: ActParams<"signIn">["code"] = "right",
  ) => {
    const code = await (kind === "wrong" ? site.makeWrongCode(email) : site.fetchCode(email))
    if (kind === "expired") await site.expireCodes()
    await to.fill(code)
  }

  const openSettings = async () => {
    await openAccount()
    await dialog()
      .getByRole("button", { name: /Settings/ })
      .click()
  }

  return {
    signIn: async ({ answer, code, email }) => {
      await closeModal()
      await getModalViews(page()).connectButton.click()
      await dialog().getByRole("textbox", { name: "Email address" }).fill(email)
      await dialog().getByRole("textbox", { name: "Email address" }).press("Enter")
      const asksCode = getFrameCodeField(page())
      const asksDevice = heading("Register Device")
      // Locators of two frames cannot be combined.
      await Promise.any([asksCode.waitFor(), asksDevice.or(problem()).first().waitFor()])
      if (await asksDevice.isVisible()) {
        await site.openLink(email)
        await asksCode.waitFor()
      }
      // Displayed at once, because the last email was too recent.
      if (!(await asksCode.isVisible())) return
      // The approval of the signature follows the code.
      if (code === "right" && hands.asksSignature)
        return respondDuring(answer, undefined, () => giveCode(email, asksCode, code))
      await giveCode(email, asksCode, code)
      if (code === "right") await dialog().waitFor({ state: "hidden" })
      else await page().frameLocator("iframe").getByRole("alert").first().waitFor()
    },
    changeEmail: async ({ to }) => {
      await openSettings()
      const change = dialog().getByRole("button", { name: /@/ })
      const before = /\S+@\S+/.exec(await change.innerText())?.[0] ?? to
      await change.click()
      await heading("Edit Email").waitFor()
      await field().fill(to)
      await field().press("Enter")
      await heading("Confirm Current Email").or(heading("Confirm New Email")).waitFor()
      const code = getFrameCodeField(page())
      // The frame names the address to which it sent its code.
      const asks = (email: string) =>
        page().frameLocator("iframe").getByText(email, { exact: true }).waitFor()
      if (await heading("Confirm Current Email").isVisible()) {
        await asks(before)
        await giveCode(before, code)
      }
      await heading("Confirm New Email").waitFor()
      await asks(to)
      await giveCode(to, code)
      await heading("Confirm New Email").waitFor({ state: "hidden" })
    },
    registerName: async ({ answer, register }) => {
      await openSettings()
      await dialog()
        .getByRole("button", { name: /^Account name/ })
        .click()
      await dialog()
        .getByRole("button", { name: /^Choose (another )?name$/ })
        .click()
      const review = heading("Register this name")
      await field().or(review).first().waitFor()
      // The review of a declined registration is kept.
      if (!(await review.isVisible())) {
        await field().fill(register)
        await dialog()
          .getByRole("button", { name: `${register}.reown.id Available` })
          .click()
        await review.waitFor()
      }
      await respondDuring(answer, undefined, () =>
        dialog().getByRole("button", { name: "Sign and register" }).click(),
      )
      if (answer === "approve") await heading("Name registered").waitFor()
    },
    readPermissions: async ({ answer, revoke }) => {
      await openSettings()
      await dialog()
        .getByRole("button", { name: /^Smart Sessions/ })
        .click()
      const first = dialog()
        .getByRole("button", { name: /^Show the permission of/ })
        .first()
      await first.waitFor()
      if (!revoke) return
      await first.click()
      await respondDuring(answer, undefined, () =>
        dialog().getByRole("button", { name: "Revoke", exact: true }).click(),
      )
      // The list is shown again once the account's contract says that it is over.
      if (answer === "approve") await first.waitFor()
    },
    useAccount: async (type) => {
      await openSettings()
      const name = type === "eoa" ? /^Standard account/ : /^Smart account/
      const row = dialog().getByRole("listitem").getByRole("button", { name })
      await row.click()
      // The view of the sign-in replaces the list.
      if (hands.asksSignature) return heading("Sign in with your wallet").waitFor()
      await row.and(page().locator("[aria-current=true]")).waitFor()
    },
  }
}
