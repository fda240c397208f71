import { Data } from "effect"

/** The reason why a server rejects every call of this app. */
export type RejectionReason =
  | { readonly _tag: "OriginNotAllowed" }
  | { readonly _tag: "TokenNotYetValid" }
  | { readonly _tag: "InvalidKey" }

const messages: Record<RejectionReason["_tag"], string> = {
  OriginNotAllowed: "Unauthorized: origin not allowed",
  TokenNotYetValid: "JWT validation error: JWT Token is not yet valid",
  InvalidKey: "Unauthorized: invalid key",
}

/** A server's rejection of the app as a whole: its origin, its clock or its project id. */
export class ServerRejection extends Data.TaggedError("ServerRefusal")<{ readonly reason: RejectionReason }> {
  override get message() {
    return messages[this.reason._tag]
  }
}

const reasons: readonly RejectionReason[] = [
  { _tag: "OriginNotAllowed" },
  { _tag: "TokenNotYetValid" },
  { _tag: "InvalidKey" },
]

/** Parses the rejection in a server's text, from a response or a closed socket; `null` when there is none. */
export const parseServerRejection = (text: string): ServerRejection | null => {
  const reason = reasons.find(({ _tag }) => text.includes(messages[_tag]))
  return reason === undefined ? null : new ServerRejection({ reason })
}
