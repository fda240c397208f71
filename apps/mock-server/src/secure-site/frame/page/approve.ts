import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { makeApprovalQueue } from "../approvals/ApprovalQueue.ts"
import { makeApprovalScreen } from "./approval.ts"
import { followFrame, restoreWindowSize } from "./approvalWindow.ts"
import { createElement } from "./elements.ts"

const unconnected =
  "This window has no request. If your wallet's frame opened it, the page around the frame separates the two by its header Cross-Origin-Opener-Policy: its operator can change it to same-origin-allow-popups. Close this window and decline there."

/** The frame that opened this window. It is of this site's own origin, or its messages are ignored. */
const frame: Window | null = window.opener

const page = Effect.gen(function* () {
  if (frame === null) return document.body.replaceChildren(createElement("main", unconnected, "working"))
  restoreWindowSize()
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
