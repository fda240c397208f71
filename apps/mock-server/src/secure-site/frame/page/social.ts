import { byId, dress, made } from "./elements.ts"
import { finish, ownSite, query, tell } from "./ownSite.ts"
import { readSocialAddress, returnWith } from "./returnAddress.ts"

const people = [
  { name: "Vera Lind", email: "vera@example.com" },
  { name: "Omar Haddad", email: "omar@example.com" },
  { name: "Nina Kovač", email: "nina@example.com" },
]

const site = ownSite()
const { origin, returnTo, state } = readSocialAddress(location.search)
const opener: Window | null = window.opener
/** Whoever gets the result: this is who is named on the page. */
const goesTo = opener === null ? (returnTo?.origin ?? null) : origin

const signIn = async (email: string) => {
  const answer = await tell("One moment…", site.ask("social-result", { state, email }))
  if (answer === null) return
  byId("ask", HTMLElement).hidden = true
  const { resultUri } = answer
  if (opener !== null && origin !== null) {
    opener.postMessage({ resultUri }, origin)
    finish("You are signed in", "You can close this window.")
    close()
  } else if (opener === null && returnTo !== null) location.replace(returnWith(returnTo, resultUri))
  else finish("Nobody waits for this", "The page that asked is gone. Please begin there anew.")
}

const rowOf = ({ email, name }: (typeof people)[number]): HTMLElement => {
  const badge = made("b", "", "badge")
  badge.ariaHidden = "true"
  dress(badge, name)
  const words = made("span")
  words.append(made("b", name), made("small", email, "muted"))
  const button = made("button", "", "person")
  button.type = "button"
  button.append(badge, words)
  button.addEventListener("click", () => void signIn(email))
  const row = made("li")
  row.append(button)
  return row
}

dress(document.querySelector<HTMLElement>(".mark") ?? made("b"), document.title.replace("Sign in with ", ""))
byId("people", HTMLElement).append(...people.map(rowOf))
byId("origin", HTMLElement).textContent = goesTo ?? ""
byId("to", HTMLElement).hidden = goesTo === null
byId("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault()
  void signIn(byId("email", HTMLInputElement).value.trim())
})
byId("cancel", HTMLElement).addEventListener("click", () => {
  if (opener === null) history.back()
  else close()
})
// Whoever presses what nobody listens to yet would wait for nothing.
byId("ask", HTMLElement).hidden = false
if (query("state") === "") byId("problem", HTMLElement).textContent = "Nobody has asked to sign in."
