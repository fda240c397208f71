import type { ShownPrompt } from "../approvals/ApprovalQueue.ts"
import { pressGuardMs } from "../approvals/pressGuard.ts"
import type { ApprovalAct, ApprovalLine } from "../wallet/ApprovalPrompt.ts"
import { byId, createElement, isCode, setBadge } from "./elements.ts"
import { isLongList, watchEnd } from "./listEnd.ts"
import { findControl, watchPresses } from "./pressWatch.ts"
import { findBlindness, watchFrame, watchWindow } from "./sight.ts"

/** The screen of an approval prompt. */
export interface ApprovalScreen {
  readonly show: (shown: ShownPrompt | null) => void
  /** Shows the number of approved requests that are not completed. */
  readonly showPerforming: (count: number) => void
}

/** Milliseconds until a screen that is not visible shows a hint. Until then it may still be opening. */
const visibilityGraceMs = 1500

export interface ApprovalScreenOptions {
  /** Returns whether the response counted. */
  readonly answer: (id: number, isApproved: boolean, done: readonly number[]) => boolean
  /**
   * Opens the approval in a window of its own. Returns whether the window and the frame can talk. `null` in that window.
   */
  readonly openWindow: (() => boolean) | null
}

/** Why the frame takes no approval; the names of the hints on the page. */
type Hint = "cover" | "place" | "unseen" | "unopened"

/** Creates the approval screen. */
export const makeApprovalScreen = ({ answer, openWindow }: ApprovalScreenOptions): ApprovalScreen => {
  const screen = byId("approval", HTMLElement)
  const working = byId("working", HTMLElement)
  const covered = byId("covered", HTMLElement)
  const title = byId("title", HTMLElement)
  const lines = byId("lines", HTMLElement)
  const approve = byId("approve", HTMLButtonElement)
  const open = byId("open", HTMLButtonElement)
  const details = byId("details", HTMLElement)
  const acts = byId("acts", HTMLElement)
  const early = byId("early", HTMLElement)
  /** The parts that must be in sight for an approval: who asks, for what, with which warnings, and the buttons. */
  const parts = [screen, byId("asker", HTMLElement), title, details, byId("answers", HTMLElement)]
  const presses = watchPresses(openWindow === null ? "window" : "frame", () => enable())
  const changed = openWindow === null ? watchWindow(presses) : watchFrame(parts, presses)
  const blindness = openWindow === null ? null : findBlindness()
  const fill = makeFill(approve)
  let isEndSeen = () => false
  let shown: ShownPrompt | null = null
  let performing = 0
  let isUnopened = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let unseen: { readonly timer: ReturnType<typeof setTimeout>; isOver: boolean } | null = null

  const openOwnWindow = () => {
    isUnopened = openWindow?.() === false
    enable()
  }
  /** Returns whether a press counts. One that the frame cannot judge leads to the window. */
  const isMeant = (click: MouseEvent, control: string): boolean => {
    const judgement = presses.judge(click, control)
    if (judgement === "unknown") openOwnWindow()
    early.hidden = judgement !== "early"
    return judgement === "counts"
  }
  const give = (isApproved: boolean) => {
    if (shown !== null) answer(shown.id, isApproved, listDone())
    enable()
  }
  const getTicks = () => [...acts.querySelectorAll("input")]
  /** The acts that are done, by index. */
  const listDone = () => getTicks().flatMap(({ checked }, index) => (checked ? [index] : []))
  const isAllDone = () => listDone().length === shown?.question.acts.length && isEndSeen()
  acts.addEventListener("click", (event) => {
    const control = findControl(event.target)
    if (control !== null && !(isEndSeen() && isMeant(event, control))) event.preventDefault()
  })
  acts.addEventListener("change", () => enable())
  open.addEventListener("click", (event) => {
    if (event.isTrusted) openOwnWindow()
  })
  approve.addEventListener("click", (event) => {
    if (isAllDone() && isMeant(event, "approve")) give(true)
  })
  byId("decline", HTMLButtonElement).addEventListener("click", (event) => {
    if (event.isTrusted) give(false)
  })
  addEventListener("keydown", (event) => {
    if (event.isTrusted && event.key === "Escape" && !event.repeat) give(false)
  })

  /** Returns the hint to show. A screen that is still opening needs none. */
  const findHint = (): Hint | null => {
    if (shown === null || openWindow === null) return null
    if (isUnopened) return "unopened"
    if (blindness !== null) return blindness
    return unseen?.isOver === true ? "unseen" : null
  }
  const watchUnseen = () => {
    if (shown === null || presses.isSeen() || openWindow === null) {
      clearTimeout(unseen?.timer)
      unseen = null
    } else if (unseen === null) {
      const end = () => {
        if (unseen !== null) unseen.isOver = true
        enable()
      }
      unseen = { timer: setTimeout(end, visibilityGraceMs), isOver: false }
    }
  }

  /** Shows which controls a press would count for. */
  const enable = () => {
    clearTimeout(timer)
    watchUnseen()
    const now = performance.now()
    const changes: number[] = []
    const getFrom = (control: HTMLElement, isDone: boolean): number | null => {
      const ready = shown === null ? null : presses.getReadiness(control.dataset["guarded"] ?? "")
      if (ready !== null) changes.push(ready.from > now ? ready.from : ready.until)
      control.ariaDisabled = String(ready === null || ready.from > now || !isDone)
      return isDone && ready !== null ? ready.from : null
    }
    for (const tick of getTicks()) getFrom(tick, isEndSeen())
    fill(getFrom(approve, isAllDone()))
    const next = Math.min(...changes)
    if (Number.isFinite(next)) timer = setTimeout(enable, next - now)
    const hint = findHint()
    covered.hidden = hint === null
    if (hint !== null) early.hidden = true
    open.hidden = hint === null
    approve.hidden = hint !== null
    for (const words of covered.querySelectorAll("p")) words.hidden = words.id !== `hint-${hint}`
  }

  const draw = ({ question: { acts: warnings, asker, lines: rows, title: words } }: ShownPrompt) => {
    title.textContent = words
    const place = asker.origin ?? ""
    byId("origin", HTMLElement).textContent = place
    byId("name", HTMLElement).textContent = asker.name === "" ? "" : `Name: “${asker.name}”`
    setBadge(byId("badge", HTMLElement), formatSiteName(place))
    // Warnings come first, so that they are visible without scrolling. The acts of a long list are at its end.
    const ordered = [...rows.filter(isWarningLine), ...rows.filter((row) => !isWarningLine(row))]
    lines.replaceChildren(...ordered.map((row) => renderRow(row, isLongList(rows))))
    lines.hidden = rows.length === 0
    early.hidden = true
    if (isLongList(rows)) details.append(acts)
    else details.prepend(acts)
    isEndSeen = watchEnd(isLongList(rows) ? lines : null, details, () => enable())
    acts.replaceChildren(...warnings.map(renderAct))
    acts.hidden = warnings.length === 0
    details.scrollTop = 0
    scrollTo(0, 0)
  }
  const showWorking = () => {
    working.hidden = shown !== null || performing === 0
  }

  return {
    show: (next) => {
      const isNew = next !== null && next.id !== shown?.id
      shown = next
      screen.hidden = next === null
      showWorking()
      const waiting = next?.waiting ?? 0
      byId("more", HTMLElement).textContent = waiting === 0 ? "" : `${waiting} more pending`
      if (next !== null && isNew) {
        draw(next)
        isUnopened = false
        title.focus()
        changed()
      }
      enable()
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

/** Returns a function that fills the button until the time at which it is ready; `null` empties it. */
const makeFill = (button: HTMLElement): ((readyAt: number | null) => void) => {
  let filling: { readonly readyAt: number; readonly animation: Animation } | null = null
  return (readyAt) => {
    if (readyAt === filling?.readyAt) return
    filling?.animation.cancel()
    filling = null
    if (readyAt === null) return
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
    const animation = button.animate(
      { clipPath: ["inset(0 100% 0 0)", "inset(0 0 0 0)"] },
      {
        pseudoElement: "::after",
        duration: pressGuardMs,
        delay: readyAt - pressGuardMs - performance.now(),
        easing: isStill ? "steps(1, end)" : "linear",
        fill: "both",
      },
    )
    filling = { readyAt, animation }
  }
}

const renderAct = ({ check, text, title }: ApprovalAct, index: number): HTMLElement => {
  const box = createElement("div", "", "act")
  const tick = document.createElement("input")
  tick.type = "checkbox"
  const label = createElement("label")
  label.dataset["guarded"] = tick.dataset["guarded"] = `act-${index}`
  label.append(tick, createElement("span", check))
  box.append(createElement("h2", title), createElement("p", text), label)
  return box
}

const renderRow = (line: ApprovalLine, isInList: boolean): HTMLElement => {
  const { label, text } = line
  const isLong = label.length + text.length > 34
  const row = createElement("div", "", isWarningLine(line) ? "beware long" : isLong ? "long" : "")
  row.append(createElement("dt", label), renderText(text, isInList))
  return row
}

/**
 * Long data scrolls in a box of its own, so that it hides none of the other lines. In a list that is shown to its end, it
 * is a part of that.
 */
const renderText = (text: string, isInList: boolean): HTMLElement => {
  const shown = createElement("dd", text, isCode(text) ? "code" : "")
  if (text.length > 400 && !isInList) {
    shown.classList.add("scroll")
    shown.tabIndex = 0
  }
  return shown
}
