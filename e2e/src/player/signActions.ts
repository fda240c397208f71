import type { StoryAct } from "@wmodal/mock-server/story"
import * as z from "zod/mini"
import type { ModalActions } from "./ModalActions.ts"

type SignParams = Extract<StoryAct, { readonly _tag: "sign" }>["with"]
type LeaveParams = Extract<StoryAct, { readonly _tag: "leave" }>["with"]

/** User actions in a sign-in with a signature, and what the dApp knows of it. */
export interface SignActions {
  /** @returns true if a warning stopped it */
  readonly sign: (asked: SignParams) => Promise<boolean>
  readonly leave: (how: LeaveParams) => Promise<void>
  /** Returns whether the page has the active account signed in. */
  readonly isSignedIn: () => Promise<boolean>
  /** Counts the sessions on the dApp's server. */
  readonly countSessions: () => Promise<number>
}

const sessionsSchema = z.object({ sessions: z.array(z.unknown()) })

export const makeSignActions = (hands: ModalActions): SignActions => {
  const { dialog, page } = hands
  return {
    sign: async ({ answer, pass }) => {
      await dialog().getByRole("heading", { name: "Sign in with your wallet" }).waitFor()
      const button = dialog().getByRole("button", { name: "Sign in", exact: true })
      await button.waitFor()
      if (pass) await hands.confirmWarnings()
      else if (await hands.getWarnings().first().isVisible()) {
        await hands.expectPressBlocked(button)
        return true
      }
      await hands.respondDuring(answer, undefined, () => button.click())
      return false
    },
    leave: async (how) => {
      if (how === "cancel") await dialog().getByRole("button", { name: "Cancel" }).click()
      else await page().evaluate(async () => void (await globalThis.modals[0]?.signOut()))
    },
    isSignedIn: () => page().evaluate(() => globalThis.modals[0]?.getState().signature.status === "signedIn"),
    countSessions: async () =>
      sessionsSchema.parse(await page().evaluate(async () => (await fetch("/auth/session")).json())).sessions
        .length,
  }
}
