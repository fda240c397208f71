import { type Approval, type ApprovalRequest, describeRequest } from "@wmodal/dev-wallet"
import { Effect } from "effect"

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  made.append(text, ...children)
  return made
}

/** Shows the dev wallet's approval window with the described request. Closing it declines. */
export const askPerson = (request: ApprovalRequest): Effect.Effect<Approval> =>
  Effect.callback<Approval>((resume) => {
    const { title, origin, lines } = describeRequest(request)
    const heading = make("h2", title)
    heading.id = `prompt-${crypto.randomUUID()}`
    const who = make("p", `Dev wallet, requested by ${origin}`)
    who.className = "who"
    const rows = lines.map(({ label, text }) => make("div", "", make("dt", label), make("dd", text)))
    const decline = make("button", "Decline")
    const approve = make("button", "Approve")
    for (const button of [decline, approve]) {
      button.type = "button"
      button.className = "action"
    }
    approve.dataset["main"] = ""
    const buttons = make("div", "", decline, approve)
    buttons.className = "buttons"
    const dialog = make("dialog", "", who, heading, make("dl", "", ...rows), buttons)
    dialog.className = "prompt"
    dialog.setAttribute("aria-labelledby", heading.id)
    const settle = (approval: Approval) => {
      dialog.remove()
      resume(Effect.succeed(approval))
    }
    approve.addEventListener("click", () => settle("approve"))
    decline.addEventListener("click", () => settle("decline"))
    dialog.addEventListener("close", () => settle("decline"))
    document.body.append(dialog)
    dialog.showModal()
    return Effect.sync(() => dialog.remove())
  })
