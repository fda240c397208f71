import type { RequestWarning } from "../../contract/Explanation.ts"
import type { Handover } from "./decodeCallHandovers.ts"
import { formatParty } from "./formatParty.ts"

export const toHandoverWarnings = (handovers: readonly Handover[]): readonly RequestWarning[] =>
  handovers.map(({ account, to }) => ({
    _tag: "Handover",
    account: formatParty(account),
    to: formatParty(to),
  }))
