import type { Approval } from "@wmodal/dev-wallet"
import type { Sleep } from "../faults/applyFault.ts"
import type { PhonePolicy, PhonePrompt } from "./PhoneState.ts"

/** More than an owner ever reads: what comes on top of them is declined. */
const maxOpenPrompts = 50

/** What becomes of a question. `withdrawn`: whoever asked is gone. */
type PromptOutcome = Approval | "withdrawn"

/** What the phone's owner is asked, and what the owner answers by the phone's policy. */
export interface PhonePrompts {
  readonly policy: () => PhonePolicy
  /** For what is asked from now on. */
  readonly setPolicy: (policy: PhonePolicy) => void
  /** How many there have ever been. */
  readonly asked: () => number
  /** The oldest first. */
  readonly open: () => readonly PhonePrompt[]
  /** @param signal aborted when whoever asks is gone */
  readonly ask: (
    question: Omit<PhonePrompt, "id" | "receivedAt">,
    signal: AbortSignal,
  ) => Promise<PromptOutcome>
  /** The question of that id, or the oldest. @returns whether there was one. */
  readonly answer: (id: string | undefined, approval: Approval) => boolean
}

export const makePhonePrompts = (phone: {
  readonly sleep: Sleep
  /** UTC milliseconds. */
  readonly now: () => number
  /** Told after each change. */
  readonly changed: () => void
}): PhonePrompts => {
  const open = new Map<
    string,
    { readonly question: PhonePrompt; readonly settle: (answer: PromptOutcome) => void }
  >()
  let policy: PhonePolicy = "ask"
  let asked = 0

  const stand = (question: PhonePrompt, signal: AbortSignal) =>
    new Promise<PromptOutcome>((resolve) => {
      const settled = new AbortController()
      const settle = (answer: PromptOutcome) => {
        if (!open.delete(question.id)) return
        settled.abort()
        signal.removeEventListener("abort", withdraw)
        resolve(answer)
        phone.changed()
      }
      const withdraw = () => settle("withdrawn")
      open.set(question.id, { question, settle })
      signal.addEventListener("abort", withdraw)
      if (typeof policy === "object")
        phone.sleep(policy.late, settled.signal).then(
          () => settle("approve"),
          // It was answered by hand, or withdrawn.
          () => {},
        )
      phone.changed()
    })

  return {
    policy: () => policy,
    setPolicy: (wanted) => {
      policy = wanted
      phone.changed()
    },
    asked: () => asked,
    open: () => [...open.values()].map(({ question }) => question),
    ask: async (question, signal) => {
      if (signal.aborted) return "withdrawn"
      asked += 1
      if (policy === "approve" || policy === "decline") return policy
      if (open.size >= maxOpenPrompts) return "decline"
      return stand({ ...question, id: `${asked}`, receivedAt: phone.now() }, signal)
    },
    answer: (id, approval) => {
      const [oldest] = open.keys()
      const found = open.get(id ?? oldest ?? "")
      found?.settle(approval)
      return found !== undefined
    },
  }
}
