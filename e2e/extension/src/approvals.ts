import { type Approval, type ApprovalRequest, describeRequest } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { type PromptMessage, PromptResponse } from "./wire.ts"

/** Prefix of the port name of an approval window; the id of its prompt follows. */
const portNamePrefix = "approve:"

interface QueuedPrompt {
  readonly question: PromptMessage
  readonly settle: (approval: Approval) => void
  window: chrome.runtime.Port | null
}

/** User prompts, each in its own window. */
export interface Approvals {
  /** Prompts the user. Interruption withdraws the prompt and closes its window. */
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  /** Accepts the port of an approval window. @returns false for any other port. */
  readonly attach: (port: chrome.runtime.Port) => boolean
}

export const makeApprovals = (): Approvals => {
  const open = new Map<string, QueuedPrompt>()
  const closed = new Map<number, () => void>()
  chrome.windows.onRemoved.addListener((windowId) => {
    closed.get(windowId)?.()
    closed.delete(windowId)
  })

  const approve = (request: ApprovalRequest) =>
    Effect.callback<Approval>((resume) => {
      const id = crypto.randomUUID()
      const close = () => {
        open.get(id)?.window?.disconnect()
        open.delete(id)
      }
      const settle = (approval: Approval) => {
        close()
        resume(Effect.succeed(approval))
      }
      open.set(id, { question: describeRequest(request), settle, window: null })
      chrome.windows
        .create({
          url: chrome.runtime.getURL(`approve.html#${id}`),
          type: "popup",
          width: 380,
          height: 640,
          focused: true,
        })
        .then(
          ({ id: windowId }) => closed.set(windowId, () => settle("decline")),
          () => settle("decline"),
        )
      return Effect.sync(close)
    })

  const attach = (port: chrome.runtime.Port) => {
    if (!port.name.startsWith(portNamePrefix)) return false
    const asked = open.get(port.name.slice(portNamePrefix.length))
    // A web page cannot open such a port, but its content script can, so the sender is checked as well.
    if (asked === undefined || !port.sender?.url?.startsWith(chrome.runtime.getURL("approve.html"))) {
      port.disconnect()
      return true
    }
    asked.window = port
    port.onMessage.addListener((message) => {
      const answer = PromptResponse.safeParse(message)
      if (answer.success && "answer" in answer.data) asked.settle(answer.data.answer)
    })
    port.postMessage(asked.question)
    return true
  }

  return { approve, attach }
}
