import { sanitizeLine } from "@wmodal/chains"
import { sanitizeName } from "@wmodal/protocol"
import { blocked, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import type { RecipientError } from "./Recipients.ts"

/** Returns the message, kind and next action of a recipient that cannot be paid. */
export const presentRecipient = ({ reason, text: typed }: RecipientError): FlowPresentation => {
  const text = sanitizeName(typed)
  switch (reason._tag) {
    case "NotAnAddress":
      return blocked("notAnAddress", "flow.notAnAddress", "flow.notAnAddress.body", "changeRecipient")
    case "WrongChecksum":
      return blocked("wrongChecksum", "flow.wrongChecksum", "flow.wrongChecksum.body", "changeRecipient")
    case "OtherChain": {
      const body = { id: "flow.otherChain.body", values: { chain: sanitizeLine(reason.chain, 64) } } as const
      return blocked("otherChain", "flow.otherChain", body, "changeRecipient")
    }
    case "UnknownName": {
      const body = { id: "flow.name.unknown", values: { text } } as const
      return blocked("unknownName", "flow.name", body, "changeRecipient")
    }
    case "NameNotRead":
      return transient("nameNotRead", "flow.name", { id: "flow.name.notRead", values: { text } }, "tryAgain")
  }
}
