import type { RequestTooLong } from "@wmodal/chains"
import { blocked, type FlowPresentation } from "./FlowPresentation.ts"

/** Describes a request that is too long to be reviewed. */
export const presentTooLong = ({ count, most, what }: RequestTooLong): FlowPresentation =>
  blocked(
    "requestTooLong",
    "flow.tooLong",
    { id: `flow.tooLong.${what}`, values: { count, most } },
    "dismiss",
  )
