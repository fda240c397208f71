import {
  type GuardEvent,
  type GuardState,
  getReadiness,
  guardPress,
  isTooSmall,
  judgeClick,
  makeGuardState,
  type Readiness,
} from "../approvals/pressGuard.ts"
import type { Sight, SightWatcher } from "./sight.ts"

/** The guard of a page's presses. */
export interface PressWatch extends SightWatcher {
  /** Judges a click on a control. @see judgeClick */
  readonly judge: (click: MouseEvent, control: string) => ReturnType<typeof judgeClick>
  /** @see getReadiness */
  readonly getReadiness: (control: string) => Readiness | null
  /** Returns whether the screen is in sight as a whole and large enough to be read. */
  readonly isSeen: () => boolean
}

/** Returns the guarded control that an element belongs to. */
export const findControl = (element: EventTarget | null): string | null =>
  element instanceof Element
    ? (element.closest<HTMLElement>("[data-guarded]")?.dataset["guarded"] ?? null)
    : null

/**
 * Watches the user's events for presses that count.
 * @param heard called when a control may be ready at another time than before
 */
export const watchPresses = (place: GuardState["place"], heard: () => void): PressWatch => {
  let state = makeGuardState(place)
  const now = () => performance.now()
  const hear = (event: GuardEvent) => {
    const before = state
    state = guardPress(state, event, now())
    if (state !== before) heard()
  }
  /** Ignores scripted events: only the user may press. */
  const listen = <Name extends keyof WindowEventMap>(
    name: Name,
    use: (event: WindowEventMap[Name]) => void,
  ) => addEventListener(name, (event) => event.isTrusted && use(event), { capture: true })

  const hearPointer = (_tag: "Moved" | "Down" | "Up", event: PointerEvent) => {
    const { clientX, clientY, screenX, screenY } = event
    const isWhole = event.isPrimary && (_tag === "Moved" || event.button === 0)
    hear({
      _tag,
      pointer: event.pointerType === "mouse" ? "mouse" : "touch",
      place: { clientX, clientY, screenX, screenY },
      pixelRatio: devicePixelRatio,
      // A captured pointer's events go to where its press began.
      control: isWhole ? findControl(document.elementFromPoint(clientX, clientY)) : null,
    })
  }
  listen("pointermove", (event) => {
    if (event.pointerType === "mouse") hearPointer("Moved", event)
  })
  listen("pointerdown", (event) => hearPointer("Down", event))
  listen("pointerup", (event) => hearPointer("Up", event))
  listen("pointercancel", () => hear({ _tag: "Left" }))
  document.documentElement.addEventListener("pointerleave", (event) => {
    // A finger leaves with the end of its press.
    if (event.isTrusted && event.pointerType === "mouse") hear({ _tag: "Left" })
  })
  listen("keydown", (event) => {
    const isPress = event.key === "Enter" || event.key === " "
    hear({
      _tag: "Key",
      key: event.key === "Tab" ? "focus" : isPress ? "press" : "other",
      isRepeat: event.repeat,
      control: findControl(event.target),
    })
  })
  listen("keyup", () => hear({ _tag: "KeyUp" }))
  listen("focusin", (event) => hear({ _tag: "Focused", control: findControl(event.target) }))
  listen("blur", (event) => {
    if (event.target === window) hear({ _tag: "Blurred" })
  })

  return {
    told: (sight: Sight) => hear({ _tag: "Seen", ...sight }),
    changed: () => hear({ _tag: "Changed" }),
    judge: (click, control) => {
      if (!click.isTrusted) return "early"
      const isTouch = click instanceof PointerEvent && !["mouse", ""].includes(click.pointerType)
      return judgeClick(state, { clicks: click.detail, control, isTouch }, now())
    },
    getReadiness: (control) => getReadiness(state, control, now()),
    isSeen: () => state.stillSince !== null && !isTooSmall(state),
  }
}
