import { Effect } from "effect"
import { makeSiteApi, type SiteApi, type SiteError } from "../wallet/SiteApi.ts"
import { byId } from "./elements.ts"

/** Of this page's address. */
export const getQueryParam = (name: string): string => new URLSearchParams(location.search).get(name) ?? ""

/** The server of this page's world. */
export const siteApi = (): SiteApi =>
  makeSiteApi({
    fetch: (...request) => fetch(...request),
    origin: location.origin,
    projectId: getQueryParam("projectId"),
  })

/** Does what a person wants, and says why where it cannot be done. @returns `null` then */
export const runAction = async <A>(doing: string, work: Effect.Effect<A, SiteError>): Promise<A | null> => {
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

/** Says that it is done, where nothing more is to be asked. */
export const showFinished = (title: string, words: string): void => {
  const heading = byId("title", HTMLElement)
  heading.textContent = title
  heading.tabIndex = -1
  byId("status", HTMLElement).textContent = words
  heading.focus()
}
