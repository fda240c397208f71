import type { ShownPrompt } from "../approvals/ApprovalQueue.ts"
import type { ApprovalLine } from "../wallet/ApprovalPrompt.ts"
import { byId, createElement, isCode, setBadge } from "./elements.ts"

/** The screen of an approval prompt in the frame. */
export interface ApprovalScreen {
  readonly element: HTMLElement
  readonly show: (shown: ShownPrompt | null) => void
  /** Shows the number of approved requests that are not completed. */
  readonly showPerforming: (count: number) => void
}

/** Milliseconds until a screen that is not visible shows a hint. Until then it may still be opening. */
const visibilityGraceMs = 1500

/** Creates the approval screen. @param answer returns whether the response counted. */
export const makeApprovalScreen = (
  answer: (id: number, isApproved: boolean) => boolean,
  now: () => number,
): ApprovalScreen => {
  const screen = byId("approval", HTMLElement)
  const working = byId("working", HTMLElement)
  const covered = byId("covered", HTMLElement)
  const title = byId("title", HTMLElement)
  const lines = byId("lines", HTMLElement)
  const approve = byId("approve", HTMLButtonElement)
  const decline = byId("decline", HTMLButtonElement)
  let shown: ShownPrompt | null = null
  let performing = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hint: ReturnType<typeof setTimeout> | undefined

  const give = (event: Event, isApproved: boolean) => {
    // Ignores scripted events: only the user may respond.
    if (shown === null || !event.isTrusted) return
    if (!answer(shown.id, isApproved)) enable()
  }
  approve.addEventListener("click", (event) => give(event, true))
  decline.addEventListener("click", (event) => give(event, false))
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.repeat) give(event, false)
  })

  /** Enables the Approve button after the guard time. */
  const enable = () => {
    clearTimeout(timer)
    const at = shown?.approvableAt ?? null
    const left = at === null ? null : at - now()
    approve.disabled = left === null || left > 0
    if (left !== null && left > 0) timer = setTimeout(enable, left)
    clearTimeout(hint)
    covered.hidden = true
    if (shown !== null && at === null) hint = setTimeout(() => (covered.hidden = false), visibilityGraceMs)
  }

  const draw = ({ question: { asker, lines: rows, title: words } }: ShownPrompt) => {
    title.textContent = words
    const place = asker.origin ?? ""
    byId("origin", HTMLElement).textContent = place
    byId("name", HTMLElement).textContent = asker.name === "" ? "" : `Name: “${asker.name}”`
    setBadge(byId("badge", HTMLElement), formatSiteName(place))
    // Warnings come first, so that they are visible without scrolling.
    const ordered = [...rows.filter(isWarningLine), ...rows.filter((row) => !isWarningLine(row))]
    lines.replaceChildren(...ordered.map(renderRow))
    lines.hidden = rows.length === 0
    lines.scrollTop = 0
    scrollTo(0, 0)
  }
  const showWorking = () => {
    working.hidden = shown !== null || performing === 0
  }

  return {
    element: screen,
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

const renderRow = (line: ApprovalLine): HTMLElement => {
  const { label, text } = line
  const isLong = label.length + text.length > 34
  const row = createElement("div", "", isWarningLine(line) ? "beware long" : isLong ? "long" : "")
  row.append(createElement("dt", label), createElement("dd", text, isCode(text) ? "code" : ""))
  return row
}
