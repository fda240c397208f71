import type { Approval } from "@wmodal/dev-wallet"
import type { Sleep } from "../faults/applyFault.ts"
import type { PhonePolicy, PhonePrompt } from "./PhoneState.ts"

/** Maximum number of open prompts. Further ones are declined. */
const maxOpenPrompts = 50

/** The outcome of a prompt. `withdrawn`: the requester is gone. */
type PromptOutcome = Approval | "withdrawn"

/** The prompts of the phone's owner, and the policy by which they are settled. */
export interface PhonePrompts {
  readonly policy: () => PhonePolicy
  /** Sets the policy for later prompts. */
  readonly setPolicy: (policy: PhonePolicy) => void
  /** Returns the number of prompts since the start. */
  readonly asked: () => number
  /** Returns the open prompts, the oldest first. */
  readonly open: () => readonly PhonePrompt[]
  /** Opens a prompt. @param signal aborted when the requester is gone */
  readonly ask: (
    question: Omit<PhonePrompt, "id" | "receivedAt">,
    signal: AbortSignal,
  ) => Promise<PromptOutcome>
  /** Responds to the prompt of that ID, or to the oldest. Returns false when there is none. */
  readonly answer: (id: string | undefined, approval: Approval) => boolean
}

export const makePhonePrompts = (phone: {
  readonly sleep: Sleep
  /** UTC milliseconds. */
  readonly now: () => number
  /** Called after each change. */
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
          // It was settled by hand or withdrawn.
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
