import { countLines, longReviewLines } from "@wmodal/chains/internal"
import { type Approval, type ApprovalRequest, describeRequest, type PromptAct } from "@wmodal/dev-wallet"
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

/** Milliseconds during which a press does not approve: it may have been meant for the page. */
const reactionMs = 700

const makeAct = ({ check, text, title }: PromptAct) => {
  const tick = document.createElement("input")
  tick.type = "checkbox"
  const act = make(
    "div",
    "",
    make("strong", title),
    make("p", text),
    make("label", "", tick, make("span", check)),
  )
  act.className = "act"
  return { act, tick }
}

/**
 * Shows the dev wallet's approval window with the described request. Approving needs the act of each warning. Closing
 * it declines.
 */
export const askPerson = (request: ApprovalRequest): Effect.Effect<Approval> =>
  Effect.callback<Approval>((resume) => {
    const { title, origin, lines, acts } = describeRequest(request)
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
    const warnings = acts.map(makeAct)
    const shownAt = performance.now()
    // A list of several screens has to be seen to its end, where its acts are.
    const count = lines.reduce((sum, { label, text }) => sum + countLines(`${label} ${text}`), 0)
    let isEndSeen = count < longReviewLines
    const end = make("div", "")
    end.style.blockSize = "1px"
    const list = [make("dl", "", ...rows), end]
    const enable = () => {
      approve.disabled =
        !isEndSeen || performance.now() - shownAt < reactionMs || warnings.some(({ tick }) => !tick.checked)
      for (const { tick } of warnings) tick.disabled = !isEndSeen
    }
    enable()
    const timer = setTimeout(enable, reactionMs)
    const dialog = make(
      "dialog",
      "",
      who,
      heading,
      ...(isEndSeen ? [] : list),
      ...warnings.map(({ act }) => act),
      ...(isEndSeen ? list : []),
      buttons,
    )
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      isEndSeen = true
      enable()
    })
    observer.observe(end)
    dialog.addEventListener("change", enable)
    dialog.className = "prompt"
    dialog.setAttribute("aria-labelledby", heading.id)
    const settle = (approval: Approval) => {
      clearTimeout(timer)
      observer.disconnect()
      // Closed first: only then the focus returns to where it was.
      dialog.close()
      dialog.remove()
      resume(Effect.succeed(approval))
    }
    for (const { tick } of warnings)
      tick.addEventListener("click", (event) => {
        if (!event.isTrusted) event.preventDefault()
      })
    approve.addEventListener("click", ({ isTrusted }) => {
      // Scripts of the page may not approve.
      enable()
      if (isTrusted && !approve.disabled) settle("approve")
    })
    decline.addEventListener("click", () => settle("decline"))
    dialog.addEventListener("close", () => settle("decline"))
    document.body.append(dialog)
    dialog.showModal()
    return Effect.sync(() => {
      clearTimeout(timer)
      observer.disconnect()
      dialog.close()
      dialog.remove()
    })
  })
