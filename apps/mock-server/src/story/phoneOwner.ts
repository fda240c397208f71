import * as z from "zod/mini"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"

/** The owner of the world's phone, as a story has them. */
export interface PhoneOwner {
  /** Scans a link. @throws StoryWorldFailed where nobody asks at its other end */
  readonly scan: (uri: string) => Promise<void>
  /** What is asked from now on; `wait` leaves it open. */
  readonly willAnswer: (answer: "approve" | "decline" | "wait") => Promise<void>
  /** Answers every open question. @returns how many there were */
  readonly answerOpen: (answer: "approve" | "decline") => Promise<number>
  /** Questions that were ever shown. */
  readonly asked: () => Promise<number>
  /** Done when a question stands open. */
  readonly whenOpen: (signal?: AbortSignal) => Promise<void>
  readonly disconnect: () => Promise<void>
  readonly switchTo: (chainId: string) => Promise<void>
  /** Whether it does several calls as one, from now on. */
  readonly smartAccount: (can: boolean) => Promise<void>
}

const Shown = z.object({ asked: z.int(), questions: z.array(z.object({ id: z.string() })) })

/** @param phone Base URL of the phone in the control API of its world. */
export const phoneOwner = (phone: string): PhoneOwner => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${phone}${path}`, init)
    if (!answer.ok)
      throw new StoryWorldFailed({
        detail: `the phone refused ${path || "to be seen"}: ${await answer.text()}`,
      })
    return answer
  }
  const tell = async (path: string, body: unknown) => {
    const answer = await ask(path, { method: "POST", body: JSON.stringify(body) })
    await answer.arrayBuffer()
  }
  const shown = async () => Shown.parse(await (await ask("")).json())
  return {
    scan: (uri) => tell("/pair", { uri }),
    willAnswer: (answer) => tell("/policy", { policy: answer === "wait" ? "ask" : answer }),
    answerOpen: async (answer) => {
      const { questions } = await shown()
      for (const { id } of questions) await tell("/answer", { id, approve: answer === "approve" })
      return questions.length
    },
    asked: async () => (await shown()).asked,
    whenOpen: async (signal) => {
      const { body } = await ask("/events", signal === undefined ? {} : { signal })
      let text = ""
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += piece
        const events = text.split("\n\n")
        text = events.pop() ?? ""
        const isOpen = events.some((event) => {
          const data = /^data: ?(.*)$/m.exec(event)?.[1]
          return data !== undefined && Shown.parse(JSON.parse(data)).questions.length > 0
        })
        // To leave the loop ends the stream.
        if (isOpen) return
      }
      throw new StoryWorldFailed({ detail: "the phone said no more" })
    },
    disconnect: () => tell("/disconnect", {}),
    switchTo: (chainId) => tell("/switch", { chainId }),
    smartAccount: (can) => tell("/wallet", { smartAccount: can }),
  }
}
