import { byId } from "./elements.ts"

/** What of a screen's surroundings matters to a press. */
export interface Sight {
  /** Whether the user sees all of it, and since no page decides otherwise, can read it. */
  readonly isSeen: boolean
  /** The least number of screen units per CSS pixel at which the text can be read; 0 where no page decides. */
  readonly minScale: number
}

export interface SightWatcher {
  readonly told: (sight: Sight) => void
  /** Called when size, scale or place have changed. */
  readonly changed: () => void
}

/** The visible share of a part that counts as all of it: layouts round to whole pixels. */
const minVisibleRatio = 0.99

/** The members of an observer's entry that tell whether a part is visible. `isVisible` is absent without version 2. */
interface ObservedPart {
  readonly target: unknown
  readonly intersectionRatio: number
  readonly isVisible?: boolean
}

/**
 * Returns a function that takes the observer's entries and returns whether every part is visible as a whole and
 * unaltered. In a browser that cannot detect covering that is never known, so it is never so.
 */
export const makePartsInSight = (parts: readonly unknown[]) => {
  const inSight = new Map<unknown, boolean>()
  return (entries: readonly ObservedPart[]): boolean => {
    for (const { intersectionRatio, isVisible, target } of entries)
      inSight.set(target, intersectionRatio >= minVisibleRatio && isVisible === true)
    return parts.every((part) => inSight.get(part) === true)
  }
}

/** Options of Intersection Observer v2, which also detects covering, blending and scaling. Not every browser has it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  /** Milliseconds, the minimum that browsers accept. */
  readonly delay: number
}

const options: VisibilityOptions = {
  threshold: [0, 0.5, minVisibleRatio, 1],
  trackVisibility: true,
  delay: 100,
}

/** The size below which a text counts as unreadable, in pixels of the screen and in its units. */
const minTextSize = 11

/**
 * Why a frame cannot tell whether its user means a press; `null` when it can. Without version 2 of the observer it does
 * not know what covers it, and without a pointer that hovers it does not know where it is.
 */
export const findBlindness = (): "cover" | "place" | null => {
  if (!("isVisible" in IntersectionObserverEntry.prototype)) return "cover"
  return matchMedia("(any-hover: hover)").matches ? null : "place"
}

/**
 * Watches whether the user sees all parts of a framed screen as they are: not in a hidden frame or page, clipped, below
 * other content of the embedding page, or too small.
 * @returns a function to call when the text of the parts has changed
 */
export const watchFrame = (parts: readonly Element[], { changed, told }: SightWatcher): (() => void) => {
  const areInSight = makePartsInSight(parts)
  let isInSight = false
  let textSize = 0
  const tell = () =>
    told({
      isSeen:
        isInSight && document.visibilityState === "visible" && textSize * devicePixelRatio >= minTextSize,
      minScale: textSize === 0 ? Number.POSITIVE_INFINITY : minTextSize / textSize,
    })
  const change = () => {
    changed()
    tell()
  }
  const observer = new IntersectionObserver((entries) => {
    isInSight = areInSight(entries)
    tell()
  }, options)
  for (const part of parts) observer.observe(part)
  document.addEventListener("visibilitychange", tell)
  addEventListener("resize", change)
  document.addEventListener("scroll", change)
  return () => {
    textSize = measureText(parts)
    change()
  }
}

/** Returns the smallest size of a text in these parts, in CSS pixels. */
const measureText = (parts: readonly Element[]): number => {
  const shown = parts.flatMap((part) => [part, ...part.querySelectorAll("*")])
  const texts = shown.filter((element) =>
    [...element.childNodes].some((node) => node instanceof Text && /\S/.test(node.data)),
  )
  return Math.min(...texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
}

/** The members of a window that tell its size, in CSS pixels. */
interface SizedWindow {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly outerWidth: number
  readonly outerHeight: number
  readonly screen: { readonly availWidth: number; readonly availHeight: number }
}

/** The least width and height of a window in which a request can be read. */
const minWindow = { width: 240, height: 400 }

/**
 * Returns whether a window shows too little of its page: who opens one gives it any size. A phone that lies on its side
 * is low and yet large enough, and so is a window whose page its user has zoomed in.
 */
export const isWindowTooSmall = (sized: SizedWindow): boolean => {
  const { innerHeight, innerWidth, outerHeight, outerWidth, screen } = sized
  const side = Math.min(screen.availWidth, screen.availHeight)
  return (
    Math.max(innerWidth, outerWidth) < minWindow.width ||
    Math.max(innerHeight, outerHeight) < Math.min(minWindow.height, side / 2)
  )
}

const windowCheckMs = 100

/**
 * Watches whether a window of its own is in front, and large enough to be read. No page can cover, clip or scale it; the
 * system may move it, and who opened it may scroll it, by the address of a part of its page.
 */
export const watchWindow = ({ changed, told }: SightWatcher): (() => void) => {
  const hint = byId("too-small", HTMLElement)
  const tell = () => {
    hint.hidden = !isWindowTooSmall(window)
    const isSeen = document.visibilityState === "visible" && document.hasFocus() && hint.hidden
    told({ isSeen, minScale: 0 })
  }
  const getShape = () => [screenX, screenY, innerWidth, innerHeight, devicePixelRatio].join()
  let shape = getShape()
  setInterval(() => {
    tell()
    const before = shape
    shape = getShape()
    if (shape !== before) changed()
  }, windowCheckMs)
  document.addEventListener("visibilitychange", tell)
  document.addEventListener("scroll", changed)
  for (const name of ["focus", "blur"]) addEventListener(name, tell)
  return () => {
    changed()
    tell()
  }
}
