import { BoundedMap } from "../../world/BoundedMap.ts"
import { SiteRejection } from "../server/SiteRejection.ts"

/** A session's wallet requests by ID. Each one is performed at most once. */
export interface IdempotentRequests {
  /**
   * Starts the work of a new request. A repeated request returns the result of the first.
   * @param request the request as a text, to detect another request with the same ID
   * @throws SiteRejection for an aborted request, or one that differs from the first with this ID
   */
  readonly runOnce: (id: string, request: string, work: () => Promise<unknown>) => Promise<unknown>
  /** Aborts a request that has not begun. Returns false when it has. */
  readonly abort: (id: string) => boolean
}

export const makeIdempotentRequests = (): IdempotentRequests => {
  const known = new BoundedMap<
    string,
    "aborted" | { readonly request: string; readonly came: Promise<unknown> }
  >()
  return {
    runOnce: async (id, request, work) => {
      const before = known.get(id)
      if (before === "aborted") throw new SiteRejection({ status: 409, message: "Request was aborted" })
      if (before === undefined) {
        const came = work()
        known.set(id, { request, came })
        return came
      }
      if (before.request !== request)
        throw new SiteRejection({ status: 409, message: "This request ID was used for a different request." })
      return before.came
    },
    abort: (id) => {
      if (known.has(id)) return known.get(id) === "aborted"
      known.set(id, "aborted")
      return true
    },
  }
}
