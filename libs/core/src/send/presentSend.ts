import { sanitizeLine } from "@wmodal/chains"
import { blocked, type FlowPresentation, transient, trimFullStop } from "../problems/FlowPresentation.ts"
import { isFlowMessageId } from "../problems/flowMessages.ts"
import { presentInsufficient, presentKept, presentRead, presentRevert } from "../problems/presentRead.ts"
import { presentTooLong } from "../problems/presentTooLong.ts"
import { presentWallet } from "../problems/presentWallet.ts"
import { presentRecipient } from "../recipients/presentRecipient.ts"
import type { SendError, SendReason } from "./Send.ts"

type DetailedReason =
  | "Insufficient"
  | "Kept"
  | "Reverts"
  | "NotRaised"
  | "Recipient"
  | "Server"
  | "TooLong"
  | "Wallet"
  | "Problem"

/** Payments and fee raises: words, next action and exit of every refusal without details. */
const sendProblems: Readonly<Record<Exclude<SendReason["_tag"], DetailedReason>, FlowPresentation>> = {
  InvalidAmount: blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount", "usage"),
  Incomplete: blocked("invalidAmount", "flow.amount", "flow.incomplete", "changeAmount", "usage"),
  Suspicious: blocked("suspicious", "flow.suspicious", "flow.suspicious.body", "chooseToken", "guard"),
  Inscribed: blocked("inscribed", "flow.inscribed", "flow.inscribed.body", "dismiss", "guard"),
  Stopped: blocked("stopped", "flow.stopped", "flow.stopped.body", "reviewAgain", "guard"),
  Duplicate: blocked("twin", "flow.twin", "flow.twin.body", "checkAgain", "guard"),
  Changed: transient("changed", "flow.changed", "flow.changed.body", "reviewAgain", "guard"),
}

/** Describes a failed payment. Failures to send have messages of their own on some chains, regardless of the source. */
export const presentSend = ({ chain, reason }: SendError): FlowPresentation => {
  const told = presentSendReason(reason)
  const failed = told.title.id === "flow.send" || told.title.id === "flow.refused"
  const id = `flow.send.${chain}`
  return failed && isFlowMessageId(id) ? { ...told, title: { id } } : told
}

const presentSendReason = (reason: SendReason): FlowPresentation => {
  switch (reason._tag) {
    case "Insufficient":
      return presentInsufficient(reason.of)
    case "Kept":
      return presentKept(reason.amount)
    case "Reverts":
      return presentRevert(reason.text)
    case "NotRaised": {
      const text = trimFullStop(sanitizeLine(reason.text, 200))
      const body =
        text === "" ? "flow.notRaised.body" : ({ id: "flow.notRaised.said", values: { text } } as const)
      return blocked("notRaised", "flow.notRaised", body, "dismiss", "guard")
    }
    case "Recipient":
      return presentRecipient(reason.error)
    case "Server":
      return presentServer(reason)
    case "TooLong":
      return presentTooLong(reason.problem)
    case "Wallet":
      return presentWallet(reason.error)
    case "Problem":
      return presentRead(reason.problem)
    default:
      return sendProblems[reason._tag]
  }
}

type ServerReason = Extract<SendReason, { readonly _tag: "Server" }>

/** Describes why the server of a payment link gave no transaction that could be reviewed. */
const presentServer = ({ because, host: named }: ServerReason): FlowPresentation => {
  const host = sanitizeLine(named, 128)
  const refuse = (
    name: "redirected" | "tooLarge" | "unreadable" | "transaction" | "signature" | "notAsked",
    exit: "guard" | "usage" = "usage",
  ) =>
    blocked(
      "requestRefused",
      "flow.server",
      { id: `flow.server.${name}`, values: { host } },
      "changeRecipient",
      exit,
    )
  switch (because._tag) {
    case "Unreachable":
      return transient(
        "requestUnreachable",
        "flow.server",
        { id: "flow.server.unreachable", values: { host } },
        "tryAgain",
        "network",
      )
    case "Redirected":
      return refuse("redirected", "guard")
    case "TooLarge":
      return refuse("tooLarge")
    case "Refused": {
      const text = trimFullStop(because.text)
      const body =
        text === ""
          ? ({ id: "flow.server.status", values: { host, status: because.status } } as const)
          : ({ id: "flow.server.said", values: { host, text } } as const)
      return blocked("requestRefused", "flow.server", body, "changeRecipient", "usage")
    }
    case "Unreadable":
      return refuse("unreadable")
    case "Unconfirmed":
      return blocked("stopped", "flow.danger", "flow.danger.body", "reviewAgain", "guard")
    case "Malformed":
      return refuse("transaction")
    case "Signature":
      return refuse("signature", "guard")
    case "Signer": {
      const values = { host, signer: because.signer }
      return blocked(
        "requestRefused",
        "flow.server",
        { id: "flow.server.signer", values },
        "changeRecipient",
        "guard",
      )
    }
    case "NotAsked":
      return refuse("notAsked")
    case "Expired":
      return transient(
        "requestExpired",
        "flow.server",
        { id: "flow.server.expired", values: { host } },
        "tryAgain",
        "timeout",
      )
  }
}
