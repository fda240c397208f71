import type { ShownPrompt } from "../approvals/ApprovalQueue.ts"
import type { ApprovalAct, ApprovalLine } from "../wallet/ApprovalPrompt.ts"
import { byId, createElement, isCode, setBadge } from "./elements.ts"

/** The screen of an approval prompt in the frame. */
export interface ApprovalScreen {
  /** The parts that must be in sight for an approval: who asks, for what, with which warnings, and the buttons. */
  readonly parts: readonly HTMLElement[]
  readonly show: (shown: ShownPrompt | null) => void
  /** Shows the number of approved requests that are not completed. */
  readonly showPerforming: (count: number) => void
}

/** Milliseconds until a screen that is not visible shows a hint. Until then it may still be opening. */
const visibilityGraceMs = 1500

export interface ApprovalScreenOptions {
  /** Returns whether the response counted. */
  readonly answer: (id: number, isApproved: boolean, done: readonly number[]) => boolean
  /** Opens the approval in a window of its own; `null` in that window. */
  readonly openWindow: (() => void) | null
  readonly now: () => number
}

/** Creates the approval screen. */
export const makeApprovalScreen = ({ answer, now, openWindow }: ApprovalScreenOptions): ApprovalScreen => {
  const screen = byId("approval", HTMLElement)
  const working = byId("working", HTMLElement)
  const covered = byId("covered", HTMLElement)
  const title = byId("title", HTMLElement)
  const lines = byId("lines", HTMLElement)
  const approve = byId("approve", HTMLButtonElement)
  const decline = byId("decline", HTMLButtonElement)
  const details = byId("details", HTMLElement)
  const acts = byId("acts", HTMLElement)
  let shown: ShownPrompt | null = null
  let performing = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hint: ReturnType<typeof setTimeout> | undefined

  const give = (event: Event, isApproved: boolean) => {
    // Ignores scripted events: only the user may respond.
    if (shown === null || !event.isTrusted) return
    if (!answer(shown.id, isApproved, listDone())) enable()
  }
  /** The acts that are done, by index. */
  const listDone = () =>
    [...acts.querySelectorAll("input")].flatMap(({ checked }, index) => (checked ? [index] : []))
  acts.addEventListener("click", (event) => {
    if (!event.isTrusted || !isApprovable()) event.preventDefault()
  })
  acts.addEventListener("change", () => enable())
  byId("open", HTMLButtonElement).addEventListener("click", (event) => {
    if (event.isTrusted) openWindow?.()
  })
  approve.addEventListener("click", (event) => give(event, true))
  decline.addEventListener("click", (event) => give(event, false))
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat) give(event, false)
  })

  const isApprovable = () => shown?.approvableAt != null && shown.approvableAt <= now()

  /** Enables the Approve button after the guard time, once every act is done. */
  const enable = () => {
    clearTimeout(timer)
    const at = shown?.approvableAt ?? null
    const left = at === null ? null : at - now()
    const isDone = shown !== null && listDone().length === shown.question.acts.length
    approve.disabled = !isApprovable() || !isDone
    for (const tick of acts.querySelectorAll("input")) tick.disabled = !isApprovable()
    if (left !== null && left > 0) timer = setTimeout(enable, left)
    clearTimeout(hint)
    covered.hidden = true
    if (shown !== null && at === null) hint = setTimeout(() => (covered.hidden = false), visibilityGraceMs)
  }

  const draw = ({ question: { acts: warnings, asker, lines: rows, title: words } }: ShownPrompt) => {
    title.textContent = words
    const place = asker.origin ?? ""
    byId("origin", HTMLElement).textContent = place
    byId("name", HTMLElement).textContent = asker.name === "" ? "" : `Name: “${asker.name}”`
    setBadge(byId("badge", HTMLElement), formatSiteName(place))
    // Warnings come first, so that they are visible without scrolling.
    const ordered = [...rows.filter(isWarningLine), ...rows.filter((row) => !isWarningLine(row))]
    lines.replaceChildren(...ordered.map(renderRow))
    lines.hidden = rows.length === 0
    acts.replaceChildren(...warnings.map(renderAct))
    acts.hidden = warnings.length === 0
    details.scrollTop = 0
    scrollTo(0, 0)
  }
  const showWorking = () => {
    working.hidden = shown !== null || performing === 0
  }

  return {
    parts: [screen, byId("asker", HTMLElement), title, details, byId("answers", HTMLElement)],
    show: (next) => {
      const isNew = next !== null && next.id !== shown?.id
      shown = next
      screen.hidden = next === null
      showWorking()
      const waiting = next?.waiting ?? 0
      byId("more", HTMLElement).textContent = waiting === 0 ? "" : `${waiting} more pending`
      if (next !== null && isNew) draw(next)
      enable()
      if (isNew) title.focus()
    },
    showPerforming: (count) => {
      performing = count
      showWorking()
    },
  }
}

/** Returns an origin without its scheme and `www.`. */
const formatSiteName = (origin: string) => origin.replace(/^https?:\/\/(www\.)?/, "")

const isWarningLine = ({ label }: ApprovalLine) => label === "Beware"

const renderAct = ({ check, text, title }: ApprovalAct): HTMLElement => {
  const box = createElement("div", "", "act")
  const tick = document.createElement("input")
  tick.type = "checkbox"
  const label = createElement("label")
  label.append(tick, createElement("span", check))
  box.append(createElement("h2", title), createElement("p", text), label)
  return box
}

const renderRow = (line: ApprovalLine): HTMLElement => {
  const { label, text } = line
  const isLong = label.length + text.length > 34
  const row = createElement("div", "", isWarningLine(line) ? "beware long" : isLong ? "long" : "")
  row.append(createElement("dt", label), renderText(text))
  return row
}

/** Long data scrolls in a box of its own, so that it hides none of the other lines. */
const renderText = (text: string): HTMLElement => {
  const shown = createElement("dd", text, isCode(text) ? "code" : "")
  if (text.length > 400) {
    shown.classList.add("scroll")
    shown.tabIndex = 0
  }
  return shown
}
