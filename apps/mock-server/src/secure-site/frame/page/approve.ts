import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { makeApprovalQueue } from "../approvals/ApprovalQueue.ts"
import { makeApprovalScreen } from "./approval.ts"
import { followFrame } from "./approvalWindow.ts"
import { createElement } from "./elements.ts"

/** The frame that opened this window. It is of this site's own origin, or its messages are ignored. */
const frame: Window | null = window.opener

const page = Effect.gen(function* () {
  if (frame === null)
    return document.body.replaceChildren(createElement("main", "This window has no request."))
  const approvals = yield* makeApprovalQueue
  const screen = makeApprovalScreen({
    answer: (id, isApproved, done) => Effect.runSync(approvals.answer(id, isApproved, done)),
    openWindow: null,
  })
  let current: { readonly id: number; readonly prompt: Fiber.Fiber<unknown> } | null = null
  const tell = followFrame(frame, (prompt) => {
    if (prompt?.id === current?.id) return
    if (current !== null) Effect.runFork(Fiber.interrupt(current.prompt))
    if (prompt === null) return close()
    const { id, question } = prompt
    const answered = Effect.map(approvals.approve(question), (isApproved) =>
      tell({ _tag: "Answered", id, isApproved }),
    )
    current = { id, prompt: Effect.runFork(answered) }
  })
  tell({ _tag: "Ready" })
  yield* SubscriptionRef.changes(approvals.shown).pipe(
    Stream.runForEach((shown) => Effect.sync(() => screen.show(shown))),
  )
})

Effect.runFork(page)
