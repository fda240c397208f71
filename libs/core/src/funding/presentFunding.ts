import { blocked, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import type { FundingReason } from "../problems/FundingError.ts"

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
    case "NotOffered":
      return blocked("notForSale", "flow.buy.none", `flow.buy.none.${reason.because}`, "dismiss", "usage")
    case "UnsafeUrl": {
      const body = { id: "flow.buy.unsafe.body", values: { provider: reason.provider } } as const
      return blocked("unsafePage", "flow.buy.unsafe", body, "dismiss", "guard")
    }
    case "BuyFailed": {
      const body = { id: "flow.buy.failed.body", values: { provider: reason.provider } } as const
      return blocked("purchaseFailed", "flow.buy.failed", body, "tryAgain", "reverted")
    }
    case "BuyLate": {
      const body = { id: "flow.buy.late.body", values: { provider: reason.provider } } as const
      return transient("purchaseLate", "flow.buy.late", body, "checkAgain", "timeout")
    }
  }
}
