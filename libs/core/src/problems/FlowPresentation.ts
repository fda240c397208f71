import { type EngineMessageId, engineMessages } from "./engineMessages.ts"
import { type FlowMessageId, flowMessages } from "./flowMessages.ts"
import type { Message, Presentation, ProblemAction } from "./presentProblem.ts"

/** A message of the engine or of the account flows. */
export interface FlowMessage extends Message {
  readonly id: FlowMessageId | EngineMessageId
}

/** The user's next action after a problem of these flows. One each: the primary button, `action.<name>`. */
export type FlowAction =
  | ProblemAction
  | "checkAgain"
  | "changeAmount"
  | "changeRecipient"
  | "chooseToken"
  | "changeName"
  | "reviewAgain"

/** A problem of these flows as the UI shows it; see `Presentation`. */
export interface FlowPresentation extends Omit<Presentation, "title" | "body" | "action"> {
  readonly title: FlowMessage
  readonly body: FlowMessage
  readonly action: FlowAction
  /** The exit of a command that ends with it; absent if its cause determines that. */
  readonly exit?: "usage" | "insufficientFunds" | "guard" | "network" | "reverted" | "timeout"
}

type MessageOrId = FlowMessage | FlowMessage["id"]

const toFlowMessage = (words: MessageOrId): FlowMessage => (typeof words === "string" ? { id: words } : words)

const makeFlowPresentation =
  (kind: Presentation["kind"]) =>
  (
    code: string,
    title: MessageOrId,
    body: MessageOrId,
    action: FlowAction,
    exit?: NonNullable<FlowPresentation["exit"]>,
  ): FlowPresentation => ({
    kind,
    title: toFlowMessage(title),
    body: toFlowMessage(body),
    action,
    code,
    retryable: kind === "transient",
    ...(exit !== undefined && { exit }),
  })

/** Trying again may help. */
export const transient = makeFlowPresentation("transient")
/** The user, or the site's owner, must act first. */
export const blocked = makeFlowPresentation("blocked")

/** Returns the English text, for a console or a UI without its own messages. */
export const formatFlowEnglish = ({ id, values = {} }: FlowMessage): string =>
  englishMessages[id].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole))

/** Returns an external sentence, ready to be followed by another one. */
export const trimFullStop = (text: string): string => text.replace(/[\s.!]+$/, "")

const englishMessages = { ...engineMessages, ...flowMessages }
