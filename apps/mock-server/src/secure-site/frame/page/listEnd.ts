import { countLines, longReviewLines } from "@wmodal/chains/internal"
import type { ApprovalLine } from "../wallet/ApprovalPrompt.ts"
import { createElement } from "./elements.ts"

/** Returns true for a list that takes several screens: it has to be seen to its end. */
export const isLongList = (lines: readonly ApprovalLine[]): boolean =>
  lines.reduce((sum, { label, text }) => sum + countLines(`${label} ${text}`), 0) >= longReviewLines

/**
 * Watches the end of a list that scrolls.
 * @param list `null`: nothing has to be seen. @returns whether the end has been on the screen
 */
export const watchEnd = (
  list: HTMLElement | null,
  scroller: HTMLElement,
  onSeen: () => void,
): (() => boolean) => {
  if (list === null) return () => true
  let isSeen = false
  const end = createElement("div", "", "end")
  list.append(end)
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      isSeen = true
      observer.disconnect()
      onSeen()
    },
    { root: scroller },
  )
  observer.observe(end)
  return () => isSeen
}
