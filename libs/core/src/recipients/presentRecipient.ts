import { sanitizeLine } from "@wmodal/chains"
import { sanitizeName } from "@wmodal/protocol"
import { blocked, type FlowMessage, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import type { RecipientError } from "./Recipients.ts"

/** Returns the message of a payment link with a part that cannot be carried out. */
const presentLink = (
  problem: Extract<RecipientError["reason"], { readonly _tag: "Link" }>["problem"],
): FlowPresentation => {
  const refuse = (body: FlowMessage) => blocked("linkRefused", "flow.link", body, "changeRecipient", "usage")
  switch (problem._tag) {
    case "Required":
      return refuse({ id: "flow.link.required", values: { part: sanitizeLine(problem.name, 64) } })
    case "Parameter":
      return refuse({ id: "flow.link.part", values: { part: sanitizeLine(problem.name, 64) } })
    case "Call":
      return refuse({ id: "flow.link.call", values: { part: sanitizeLine(problem.name, 64) } })
    case "TransactionRequest":
      return problem.url === null
        ? refuse({ id: "flow.link.server" })
        : refuse({ id: "flow.link.host", values: { host: sanitizeLine(problem.host, 128) } })
  }
}

/** Returns the message, kind and next action of a recipient that cannot be paid. */
export const presentRecipient = ({ reason, text: typed }: RecipientError): FlowPresentation => {
  const text = sanitizeName(typed)
  switch (reason._tag) {
    case "NotAnAddress":
      return blocked("notAnAddress", "flow.notAnAddress", "flow.notAnAddress.body", "changeRecipient")
    case "WrongChecksum":
      return blocked("wrongChecksum", "flow.wrongChecksum", "flow.wrongChecksum.body", "changeRecipient")
    case "OtherChain": {
      const values = { chain: sanitizeLine(reason.chain, 64) }
      return reason.isLink === true
        ? blocked(
            "otherChain",
            "flow.link.otherChain",
            { id: "flow.link.otherChain.body", values },
            "changeRecipient",
          )
        : blocked("otherChain", "flow.otherChain", { id: "flow.otherChain.body", values }, "changeRecipient")
    }
    case "Link":
      return presentLink(reason.problem)
    case "UnknownToken": {
      const body = {
        id: "flow.link.unknownToken",
        values: { token: sanitizeLine(reason.token, 64) },
      } as const
      return blocked("linkRefused", "flow.link", body, "changeRecipient", "usage")
    }
    case "ServerChooses": {
      const body = {
        id: "flow.link.serverChooses",
        values: { host: sanitizeLine(reason.host, 128) },
      } as const
      return blocked("linkContradiction", "flow.link.contradiction", body, "changeAmount", "usage")
    }
    case "Contradiction": {
      const { entered, requested } = reason
      const body = { id: "flow.link.contradiction.body", values: { entered, requested } } as const
      return blocked("linkContradiction", "flow.link.contradiction", body, "changeRecipient", "usage")
    }
    case "UnknownName": {
      const body = { id: "flow.name.unknown", values: { text } } as const
      return blocked("unknownName", "flow.name", body, "changeRecipient")
    }
    case "NamesUnsupported":
      return blocked("namesUnsupported", "flow.name", "flow.name.unsupported", "changeRecipient")
    case "NameNotRead":
      return transient("nameNotRead", "flow.name", { id: "flow.name.notRead", values: { text } }, "tryAgain")
  }
}
