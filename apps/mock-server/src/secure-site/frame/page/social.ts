import { byId, createElement, setBadge } from "./elements.ts"
import { guardPage } from "./guardedPage.ts"
import { runAction, showFinished, siteApi } from "./siteApi.ts"
import { makeReturnUrl, parseSocialPageParams } from "./socialPageParams.ts"

const people = [
  { name: "Vera Lind", email: "vera@example.com" },
  { name: "Omar Haddad", email: "omar@example.com" },
  { name: "Nina Kovač", email: "nina@example.com" },
]

const separated =
  "Start again on the page you came from. If it stays where it is, its header Cross-Origin-Opener-Policy separates it from this window: its operator can change it to same-origin-allow-popups."

const site = siteApi()
const guard = guardPage()
const { returnTo, state } = parseSocialPageParams(location.search)
const opener: Window | null = window.opener
const signIn = async (email: string) => {
  const answer = await runAction("Loading…", site.call("social-result", { state, email }))
  if (answer === null) return
  byId("ask", HTMLElement).hidden = true
  const { origin, resultUri } = answer
  // The browser delivers the result to the page that the sign-in was started for, and to no other.
  if (opener !== null && origin !== null) {
    opener.postMessage({ resultUri }, origin)
    showFinished("You are signed in", "You can close this window.")
    close()
  } else if (opener === null && returnTo !== null && returnTo.origin === origin)
    location.replace(makeReturnUrl(returnTo, resultUri))
  else showFinished("No sign-in request found", separated)
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
  guard.onPress(button, () => void signIn(email))
  const row = createElement("li")
  row.append(button)
  return row
}

setBadge(
  document.querySelector<HTMLElement>(".mark") ?? createElement("b"),
  document.title.replace("Sign in with ", ""),
)
byId("people", HTMLElement).append(...people.map(renderPerson))
guard.onPress(byId("continue", HTMLButtonElement), () => {
  void signIn(byId("email", HTMLInputElement).value.trim())
})
byId("cancel", HTMLElement).addEventListener("click", () => {
  // Closes nothing where no script has opened this window.
  close()
  if (opener === null) history.back()
})

/** Shows who requests the sign-in by the server's record: this page's address may be written by anyone. */
const showRequester = async () => {
  const requester = await runAction("Loading…", site.call("requester-of", { token: state }))
  if (requester === null) return
  byId("origin", HTMLElement).textContent = requester.origin ?? "a terminal program"
  byId("to", HTMLElement).hidden = false
  // Enabled last, because a press before the listeners exist would be lost.
  guard.show(byId("ask", HTMLElement))
}

if (state === "")
  byId("problem", HTMLElement).textContent =
    "No sign-in request found. Start again on the page you came from."
else void showRequester()
