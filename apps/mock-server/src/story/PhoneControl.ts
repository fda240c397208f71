import { makePhoneClient } from "../phone/phoneClient.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** The owner of the world's phone. */
export interface PhoneControl {
  /** Scans a link. @throws StoryWorldFailed when no dApp responds at its other end */
  readonly scan: (uri: string) => Promise<unknown>
  /** Sets the response to later prompts; `wait` leaves them open. */
  readonly setPolicy: (answer: "approve" | "decline" | "wait") => Promise<unknown>
  /** Responds to every open prompt. Returns their number. */
  readonly answerPrompt: (answer: "approve" | "decline") => Promise<number>
  /** Returns the number of prompts since the start. */
  readonly asked: () => Promise<number>
  /** Completes once a prompt is open. */
  readonly waitForPrompt: (signal?: AbortSignal) => Promise<unknown>
  readonly disconnect: () => Promise<unknown>
  readonly switchTo: (chainId: string) => Promise<unknown>
  /** Sets whether the wallet supports atomic batches of calls. */
  readonly smartAccount: (can: boolean) => Promise<unknown>
}

/** @param world base URL of the world in the control API */
export const makePhoneControl = (world: string): PhoneControl => {
  const phone = makePhoneClient(world)
  return {
    scan: (uri) =>
      phone.pair(uri).catch((error: unknown) => {
        const said = error instanceof Error ? error.message : "it cannot be reached"
        throw new StoryWorldFailed({ detail: `the phone refused the link: ${said}` })
      }),
    setPolicy: (answer) => phone.policy(answer === "wait" ? "ask" : answer),
    answerPrompt: async (answer) => {
      const { questions } = await phone.state()
      for (const { id } of questions) await phone.answer(answer === "approve", id)
      return questions.length
    },
    asked: async () => (await phone.state()).asked,
    waitForPrompt: (signal) => phone.until(({ questions }) => questions.length > 0, signal),
    disconnect: () => phone.disconnect(),
    switchTo: phone.switchTo,
    smartAccount: phone.wallet,
  }
}
