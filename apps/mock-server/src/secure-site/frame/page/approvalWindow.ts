import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import * as z from "zod/mini"
import type { ApprovalQueue, ShownPrompt } from "../approvals/ApprovalQueue.ts"
import { isWindowTooSmall } from "./sight.ts"

/** Messages of an approval's own window to the frame that opened it. */
const WindowMessage = z.discriminatedUnion("_tag", [
  /** The window has loaded. */
  z.object({ _tag: z.literal("Ready") }),
  z.object({ _tag: z.literal("Answered"), id: z.number(), isApproved: z.boolean() }),
])
export type WindowMessage = z.infer<typeof WindowMessage>

/** The message of the frame to the window: the prompt to show; `null` when it is settled. */
const FrameMessage = z.object({
  prompt: z.nullable(
    z.object({
      id: z.number(),
      question: z.object({
        title: z.string(),
        lines: z.array(z.object({ label: z.string(), text: z.string() })),
        acts: z.array(z.object({ title: z.string(), text: z.string(), check: z.string() })),
        method: z.string(),
        chainId: z.string(),
        asker: z.object({ name: z.string(), origin: z.nullable(z.string()) }),
      }),
    }),
  ),
})
export type FrameMessage = z.infer<typeof FrameMessage>

/** Calls the listener with each message that this window sends from this site's own origin. */
const listenTo = <A>(peer: Window, schema: z.ZodMiniType<A>, use: (message: A) => void): (() => void) => {
  const hear = (event: MessageEvent) => {
    if (event.source !== peer || event.origin !== location.origin) return
    const message = schema.safeParse(event.data)
    if (message.success) use(message.data)
  }
  addEventListener("message", hear)
  return () => removeEventListener("message", hear)
}

/** Width and height of the window, in CSS pixels. */
const windowSize = { width: 420, height: 720 }

/** Gives a window the size that it was opened with. Firefox scales that by the frame's zoom, which is the page's. */
export const restoreWindowSize = (): void => {
  if (isWindowTooSmall(window))
    resizeTo(windowSize.width + outerWidth - innerWidth, windowSize.height + outerHeight - innerHeight)
}

/**
 * Returns a function that shows the frame's prompt in a window of its own, where no page can cover or move it. It
 * returns false when the browser has opened none, or has separated it from the frame (see `#hint-unopened`).
 */
export const makeApprovalWindow = (approvals: ApprovalQueue): (() => boolean) => {
  let opened: Window | null = null
  let forget = () => {}
  const send = (shown: ShownPrompt | null) => {
    const message: FrameMessage = {
      prompt: shown && {
        id: shown.id,
        question: {
          ...shown.question,
          lines: [...shown.question.lines],
          acts: [...shown.question.acts],
        },
      },
    }
    opened?.postMessage(message, location.origin)
  }
  Effect.runFork(
    SubscriptionRef.changes(approvals.shown).pipe(
      Stream.runForEach((shown) => Effect.sync(() => send(shown))),
    ),
  )
  return () => {
    forget()
    opened = open("/approve", "_blank", `popup,width=${windowSize.width},height=${windowSize.height}`)
    if (opened === null) return false
    forget = listenTo(opened, WindowMessage, (message) => {
      if (message._tag === "Ready") send(SubscriptionRef.getUnsafe(approvals.shown))
      else Effect.runSync(approvals.answerFromWindow(message.id, message.isApproved))
    })
    return true
  }
}

/** Follows the frame that opened this window. */
export const followFrame = (
  frame: Window,
  show: (prompt: FrameMessage["prompt"]) => void,
): ((message: WindowMessage) => void) => {
  listenTo(frame, FrameMessage, ({ prompt }) => show(prompt))
  return (message) => frame.postMessage(message, location.origin)
}
