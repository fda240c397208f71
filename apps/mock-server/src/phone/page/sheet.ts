import type { PhoneQuestion } from "../PhoneState.ts"
import { byId, dress, made, siteOf } from "./elements.ts"

/** Milliseconds in which a tap that was meant for what was there before does nothing. */
const pause = 400

/** The oldest open question, above everything else. */
export const makeSheet = (answer: (id: string, approve: boolean) => void) => {
  const home = byId("home", HTMLElement)
  const shade = byId("shade", HTMLElement)
  const title = byId("title", HTMLElement)
  const buttons = {
    approve: byId("approve", HTMLButtonElement),
    decline: byId("decline", HTMLButtonElement),
  }
  let shown: PhoneQuestion | null = null
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

  const show = (question: PhoneQuestion) => {
    const { lines, peer } = question
    title.textContent = question.title
    byId("name", HTMLElement).textContent = peer.name
    byId("site", HTMLElement).textContent = siteOf(peer.url)
    dress(byId("badge", HTMLElement), peer.name)
    byId("lines", HTMLElement).replaceChildren(...lines.map(lineOf))
    enable(false)
    setTimeout(() => enable(shown !== null), pause)
    title.focus()
  }

  return {
    /** Another one takes its place only when it is answered, or withdrawn. */
    show: (questions: readonly PhoneQuestion[]) => {
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
      byId("more", HTMLElement).textContent = waiting > 0 ? `${waiting} more waiting` : ""
    },
    /** The answer did not get through. */
    again: () => enable(true),
  }
}

const lineOf = (line: string): HTMLElement => {
  const at = line.indexOf(": ")
  const [label, text] = at < 0 ? ["", line] : [line.slice(0, at), line.slice(at + 2)]
  const row = made("div", "", label === "Beware" ? "beware" : "")
  row.append(made("dt", label), made("dd", text, isCode(text) ? "code" : ""))
  return row
}

/** An address or a hash, whose letters are read one by one. */
const isCode = (text: string) => /^\S{26,}$/.test(text) && !text.includes("://")
