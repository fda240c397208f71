import type { ReadProblem } from "./ReadProblem.ts"

/** Why nothing is known of what was to be read: one stable word for scripts. */
export type ReadReason =
  /** No server or node offers it here. */
  | "notSupported"
  /** No server or node responded. */
  | "unreachable"
  /** The server does not accept this project, this site or this user. */
  | "forbidden"
  /** The server or node responded with an error. */
  | "refused"
  /** The response is not what it should be. */
  | "malformed"

/** Returns the reason of a failed read; `null` for a failure that is no read's. */
export const getReadReason = (problem: ReadProblem): ReadReason | null => {
  if (problem._tag === "EngineError") return problem.reason._tag === "NotOffered" ? "notSupported" : null
  if (problem._tag !== "ApiError" && problem._tag !== "RpcError") return null
  const { reason } = problem
  switch (reason._tag) {
    case "NoEndpoint":
      return "notSupported"
    case "Unreachable":
    case "TimedOut":
    case "BackedOff":
    case "BudgetExhausted":
      return "unreachable"
    case "Refused":
      return "forbidden"
    case "Status":
      return isForbidden(reason.status) ? "forbidden" : "refused"
    case "Answered":
    case "BatchRefused":
    case "Redirected":
      return "refused"
    case "Malformed":
    case "TooLarge":
      return "malformed"
  }
}

/** Returns whether a status says that the caller is not accepted. */
export const isForbidden = (status: number): boolean => status === 401 || status === 403
