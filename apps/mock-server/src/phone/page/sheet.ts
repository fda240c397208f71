import type { PhonePrompt } from "../PhoneState.ts"
import { byId, createElement, formatSite, setBadge } from "./elements.ts"

/** Milliseconds during which a tap does nothing, because it may have been meant for the previous content. */
const tapGuardMs = 400

/** The sheet with the oldest open prompt, above all other content. */
export const makeSheet = (answer: (id: string, approve: boolean) => void) => {
  const home = byId("home", HTMLElement)
  const shade = byId("shade", HTMLElement)
  const title = byId("title", HTMLElement)
  const buttons = {
    approve: byId("approve", HTMLButtonElement),
    decline: byId("decline", HTMLButtonElement),
  }
  let shown: PhonePrompt | null = null
  let before: Element | null = null

  const enable = (isOn: boolean) => {
    for (const button of Object.values(buttons)) button.disabled = !isOn
  }
  const give = (approve: boolean) => {
    if (shown === null) return
    enable(false)
    answer(shown.id, approve)
  }
  buttons.approve.addEventListener("click", () => give(true))
  buttons.decline.addEventListener("click", () => give(false))

  const show = (question: PhonePrompt) => {
    const { lines, peer } = question
    title.textContent = question.title
    byId("name", HTMLElement).textContent = peer.name
    byId("site", HTMLElement).textContent = formatSite(peer.url)
    setBadge(byId("badge", HTMLElement), peer.name)
    byId("lines", HTMLElement).replaceChildren(...lines.map(renderLine))
    enable(false)
    setTimeout(() => enable(shown !== null), tapGuardMs)
    title.focus()
  }

  return {
    /** Shows a prompt. Another one replaces it only when it is settled or withdrawn. */
    show: (questions: readonly PhonePrompt[]) => {
      const next = questions.find(({ id }) => id === shown?.id) ?? questions[0] ?? null
      const isNew = next !== null && next.id !== shown?.id
      if (next !== null && shown === null) before = document.activeElement
      const isOver = next === null && shown !== null
      shown = next
      shade.hidden = next === null
      home.inert = next !== null
      if (isNew) show(next)
      if (isOver && before instanceof HTMLElement) before.focus()
      const waiting = questions.length - 1
      byId("more", HTMLElement).textContent = waiting > 0 ? `${waiting} more pending` : ""
    },
    /** Restores the buttons when the response was not delivered. */
    again: () => enable(true),
  }
}

const renderLine = (line: string): HTMLElement => {
  const at = line.indexOf(": ")
  const [label, text] = at < 0 ? ["", line] : [line.slice(0, at), line.slice(at + 2)]
  const row = createElement("div", "", label === "Beware" ? "beware" : "")
  row.append(createElement("dt", label), createElement("dd", text, isCode(text) ? "code" : ""))
  return row
}

/** Returns whether a text is an address or a hash, which users compare letter by letter. */
const isCode = (text: string) => /^\S{26,}$/.test(text) && !text.includes("://")
