import { blocked, type FlowPresentation } from "../flows/FlowPresentation.ts"
import type { FundingReason } from "./FundingError.ts"

/** Returns the message, kind and next action of a failed request for a payment. */
export const presentFunding = (reason: FundingReason): FlowPresentation => {
  switch (reason._tag) {
    case "UnknownToken": {
      const body = { id: "flow.funding.token.body", values: { text: reason.text } } as const
      return blocked("unknownToken", "flow.funding.token", body, "chooseToken", "usage")
    }
    case "InvalidAmount":
      return blocked("invalidAmount", "flow.amount", "flow.amount.body", "changeAmount", "usage")
    case "NoRequests": {
      const body = { id: "flow.funding.noRequests.body", values: { network: reason.network } } as const
      return blocked("noRequests", "flow.funding.noRequests", body, "dismiss", "usage")
    }
  }
}
