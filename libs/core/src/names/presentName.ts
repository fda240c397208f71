import { sanitizeName } from "@wmodal/protocol"
import { blocked, type FlowMessage, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import { presentRead } from "../problems/presentRead.ts"
import { type NameError, nameZone } from "./Names.ts"

const nameTitles = {
  suggest: "flow.names.suggest",
  list: "flow.names.list",
  lookup: "flow.name",
  register: "flow.names.register",
} as const

/** Returns the message, kind and next action of a failure of the registry. */
export const presentName = ({ during, name: typed, reason }: NameError): FlowPresentation => {
  const name = sanitizeName(typed)
  const title: FlowMessage = { id: nameTitles[during], values: { name } }
  switch (reason._tag) {
    case "TooShort":
    case "Malformed":
      if (during === "lookup") {
        const body = { id: "flow.names.lookup", values: { zone: nameZone } } as const
        return blocked("invalidName", title, body, "changeName", "usage")
      }
      return blocked(
        "invalidName",
        title,
        { id: `flow.names.${reason._tag === "TooShort" ? "short" : "malformed"}`, values: { name } },
        "changeName",
        "usage",
      )
    case "Taken":
      return blocked("nameTaken", title, { id: "flow.names.taken", values: { name } }, "changeName", "guard")
    case "NoEmbeddedWallet":
      return blocked("noEmbeddedWallet", title, "flow.names.noEmbeddedWallet", "dismiss", "guard")
    case "Unsupported":
      return blocked("namesNotSupported", title, "flow.names.unsupported", "switchNetwork", "usage")
    case "Changed":
      return transient("changed", title, "flow.names.changed", "reviewAgain", "guard")
    case "SignatureRefused":
      return blocked("signatureRefused", title, "flow.names.signature", "dismiss", "guard")
    case "Expired":
      return transient("nameExpired", title, "flow.names.expired", "reviewAgain", "guard")
    case "Failed": {
      const { action, body, code, kind, retryable } = presentRead(reason.problem, "sign")
      return { title, body, action, code, kind, retryable }
    }
  }
}
