import { withoutRedirects } from "@wmodal/protocol"
import { Effect } from "effect"
import type { KeyUnavailable } from "../wallet/ApprovalKey.ts"
import { makeSiteApi, type SiteApi, type SiteError } from "../wallet/SiteApi.ts"
import { byId } from "./elements.ts"

/** Returns a parameter of this page's address; an empty string when it is absent. */
export const getQueryParam = (name: string): string => new URLSearchParams(location.search).get(name) ?? ""

/** Returns the client of this world's server. */
export const siteApi = (): SiteApi =>
  makeSiteApi({
    fetch: withoutRedirects((...request) => fetch(...request)),
    origin: location.origin,
    projectId: getQueryParam("projectId"),
    isTerminal: false,
  })

/** Runs a user's action and shows an error when it fails. Returns `null` in that case. */
export const runAction = async <A>(
  doing: string,
  work: Effect.Effect<A, SiteError | KeyUnavailable>,
): Promise<A | null> => {
  const status = byId("status", HTMLElement)
  const problem = byId("problem", HTMLElement)
  const buttons = [...document.querySelectorAll("button")]
  const enable = (isOn: boolean) => {
    for (const button of buttons) button.disabled = !isOn
  }
  problem.textContent = ""
  status.textContent = doing
  enable(false)
  const result = await Effect.runPromise(Effect.result(work))
  enable(true)
  status.textContent = ""
  if (result._tag === "Success") return result.success
  problem.textContent = result.failure.message
  return null
}

/** Shows that the page's task is done. */
export const showFinished = (title: string, words: string): void => {
  const heading = byId("title", HTMLElement)
  heading.textContent = title
  heading.tabIndex = -1
  byId("status", HTMLElement).textContent = words
  heading.focus()
}
