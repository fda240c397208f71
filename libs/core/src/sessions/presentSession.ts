import { blocked, type FlowPresentation, transient } from "../problems/FlowPresentation.ts"
import { presentRead } from "../problems/presentRead.ts"
import type { SessionError } from "./Sessions.ts"

/** Returns the message, kind and next action of sessions that are not listed, or not ended. */
export const presentSession = ({ during, reason }: SessionError): FlowPresentation => {
  const title = `flow.sessions.${during}` as const
  switch (reason._tag) {
    case "Unsupported":
      return blocked("sessionsNotSupported", title, "flow.sessions.unsupported", "switchNetwork", "usage")
    case "NotFound":
      return blocked("sessionNotFound", title, "flow.sessions.notFound", "dismiss", "usage")
    case "Over":
      return blocked("sessionOver", title, "flow.sessions.over", "dismiss", "guard")
    case "Changed":
      return transient("changed", title, "flow.sessions.changed", "reviewAgain", "guard")
    case "StillActive":
      return transient("sessionStillActive", title, "flow.sessions.stillActive", "tryAgain", "guard")
    case "Failed": {
      const { action, body, code, kind, retryable } = presentRead(reason.problem, "sign")
      return { title: { id: title }, body, action, code, kind, retryable }
    }
  }
}
