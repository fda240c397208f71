import { byId, createElement, setBadge } from "./elements.ts"
import { getQueryParam, runAction, showFinished, siteApi } from "./siteApi.ts"
import { makeReturnUrl, parseSocialPageParams } from "./socialPageParams.ts"

const people = [
  { name: "Vera Lind", email: "vera@example.com" },
  { name: "Omar Haddad", email: "omar@example.com" },
  { name: "Nina Kovač", email: "nina@example.com" },
]

const site = siteApi()
const { origin, returnTo, state } = parseSocialPageParams(location.search)
const opener: Window | null = window.opener
/** The origin that receives the result, which the page names. */
const resultOrigin = opener === null ? (returnTo?.origin ?? null) : origin

const signIn = async (email: string) => {
  const answer = await runAction("Loading…", site.call("social-result", { state, email }))
  if (answer === null) return
  byId("ask", HTMLElement).hidden = true
  const { resultUri } = answer
  if (opener !== null && origin !== null) {
    opener.postMessage({ resultUri }, origin)
    showFinished("You are signed in", "You can close this window.")
    close()
  } else if (opener === null && returnTo !== null) location.replace(makeReturnUrl(returnTo, resultUri))
  else showFinished("No sign-in request found", "Start again on the page you came from.")
}

const renderPerson = ({ email, name }: (typeof people)[number]): HTMLElement => {
  const badge = createElement("b", "", "badge")
  badge.ariaHidden = "true"
  setBadge(badge, name)
  const words = createElement("span")
  words.append(createElement("b", name), createElement("small", email, "muted"))
  const button = createElement("button", "", "person")
  button.type = "button"
  button.append(badge, words)
  button.addEventListener("click", () => void signIn(email))
  const row = createElement("li")
  row.append(button)
  return row
}

setBadge(
  document.querySelector<HTMLElement>(".mark") ?? createElement("b"),
  document.title.replace("Sign in with ", ""),
)
byId("people", HTMLElement).append(...people.map(renderPerson))
byId("origin", HTMLElement).textContent = resultOrigin ?? ""
byId("to", HTMLElement).hidden = resultOrigin === null
byId("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault()
  void signIn(byId("email", HTMLInputElement).value.trim())
})
byId("cancel", HTMLElement).addEventListener("click", () => {
  if (opener === null) history.back()
  else close()
})
// Enabled last, because a press before the listeners exist would be lost.
byId("ask", HTMLElement).hidden = false
if (getQueryParam("state") === "")
  byId("problem", HTMLElement).textContent =
    "No sign-in request found. Start again on the page you came from."
