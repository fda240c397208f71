import type { Approval } from "@wmodal/dev-wallet"
import type { Sleep } from "../faults/endure.ts"
import type { PhonePolicy, PhoneQuestion } from "./PhoneState.ts"

/** More than an owner ever reads: what comes on top of them is declined. */
const most = 50

/** What becomes of a question. `withdrawn`: whoever asked is gone. */
type Answer = Approval | "withdrawn"

/** What the phone's owner is asked, and what the owner answers by the phone's policy. */
export interface Questions {
  readonly policy: () => PhonePolicy
  /** For what is asked from now on. */
  readonly setPolicy: (policy: PhonePolicy) => void
  /** How many there have ever been. */
  readonly asked: () => number
  /** The oldest first. */
  readonly open: () => readonly PhoneQuestion[]
  /** @param signal aborted when whoever asks is gone */
  readonly ask: (question: Omit<PhoneQuestion, "id" | "receivedAt">, signal: AbortSignal) => Promise<Answer>
  /** The question of that id, or the oldest. @returns whether there was one. */
  readonly answer: (id: string | undefined, approval: Approval) => boolean
}

export const makeQuestions = (phone: {
  readonly sleep: Sleep
  /** UTC milliseconds. */
  readonly now: () => number
  /** Told after each change. */
  readonly changed: () => void
}): Questions => {
  const open = new Map<
    string,
    { readonly question: PhoneQuestion; readonly settle: (answer: Answer) => void }
  >()
  let policy: PhonePolicy = "ask"
  let asked = 0

  const stand = (question: PhoneQuestion, signal: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      const settled = new AbortController()
      const settle = (answer: Answer) => {
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
      if (open.size >= most) return "decline"
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
