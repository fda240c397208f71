import type { SecureSiteState } from "../../control/SecureSiteState.ts"
import { byId, createElement } from "./elements.ts"

type InboxEmail = SecureSiteState["mails"][number]

const list = byId("mails", HTMLElement)
const problem = byId("problem", HTMLElement)

const renderEmail = ({ at, code, link, subject, text, to }: InboxEmail): HTMLElement => {
  const top = createElement("div", "", "top")
  const when = createElement(
    "time",
    new Date(at).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }),
  )
  when.dateTime = new Date(at).toISOString()
  top.append(createElement("span", `To ${to}`), when)
  const mail = createElement("li", "", "mail")
  mail.append(top, createElement("p", subject, "subject"), createElement("p", text))
  if (code !== null) mail.append(createElement("p", code, "digits"))
  if (link !== null) {
    const anchor = createElement("a", "Confirm the new device")
    anchor.href = link
    anchor.target = "_blank"
    anchor.rel = "noopener"
    mail.append(anchor)
  }
  return mail
}

/** The world in the page's path, `/w/<world>/inbox`. */
const world = location.pathname.split("/")[2] ?? ""
const events = new EventSource(`/control/worlds/${world}/secure-site/events`)
let shown = 0
events.addEventListener("message", ({ data }) => {
  problem.textContent = ""
  // The response is from the same server and has its types.
  const { mails } = JSON.parse(data) as SecureSiteState
  byId("empty", HTMLElement).textContent = mails.length === 0 ? "No emails yet." : ""
  if (mails.length !== shown || shown >= 100) list.replaceChildren(...mails.toReversed().map(renderEmail))
  shown = mails.length
})
events.addEventListener("error", () => {
  problem.textContent = "The emails could not be loaded. Check that the mock server is running."
})
