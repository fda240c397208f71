import { BoundedMap } from "../../world/BoundedMap.ts"
import { SiteRejection } from "../server/SiteRejection.ts"

/** What a session has asked its wallet to do, by the ids of the requests: each is done once at most. */
export interface IdempotentRequests {
  /**
   * Begins the work of a new request. One that was asked before gives what came of it.
   * @param request what is asked, as a text: an id stands for one request
   * @throws SiteRefusal for one that was aborted, or that is another than before
   */
  readonly runOnce: (id: string, request: string, work: () => Promise<unknown>) => Promise<unknown>
  /** @returns whether it has not begun; then it never will. */
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
        throw new SiteRejection({ status: 409, message: "This request is another one than before." })
      return before.came
    },
    abort: (id) => {
      if (known.has(id)) return known.get(id) === "aborted"
      known.set(id, "aborted")
      return true
    },
  }
}
