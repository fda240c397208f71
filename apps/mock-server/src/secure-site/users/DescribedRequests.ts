import { BoundedMap } from "../../world/BoundedMap.ts"
import { randomToken } from "../server/randomToken.ts"
import { SiteRejection } from "../server/SiteRejection.ts"

/** A session's wallet requests by ID. Each one is described first and performed at most once. */
export interface DescribedRequests {
  /** Returns the ID of a described request. @param request the request as a text */
  readonly add: (request: string) => string
  /**
   * Starts the work of a described request. A repeated request returns the result of the first.
   * @throws SiteRejection for an unknown or aborted request, or one that differs from the described one
   */
  readonly runOnce: (id: string, request: string, work: () => Promise<unknown>) => Promise<unknown>
  /** Aborts a request that has not begun. Returns false when it has. */
  readonly abort: (id: string) => boolean
}

interface DescribedRequest {
  readonly request: string
  /** `null` until it begins. */
  result: Promise<unknown> | null
}

export const makeDescribedRequests = (): DescribedRequests => {
  // A request that the map has dropped is unknown and thus cannot be performed again.
  const known = new BoundedMap<string, DescribedRequest>()
  return {
    add: (request) => {
      const id = randomToken()
      known.set(id, { request, result: null })
      return id
    },
    runOnce: async (id, request, work) => {
      const described = known.get(id)
      if (described === undefined)
        throw new SiteRejection({ status: 409, message: "Request is unknown or was aborted" })
      if (described.request !== request)
        throw new SiteRejection({ status: 409, message: "This request ID was used for a different request." })
      described.result ??= work()
      return described.result
    },
    abort: (id) => {
      if (known.get(id)?.result) return false
      known.delete(id)
      return true
    },
  }
}
