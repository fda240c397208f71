import { continueTrack, type PointerPlace, type PointerTrack, startTrack } from "./pointerTrack.ts"

/** Milliseconds during which nothing may change before a press that counts begins. */
export const pressGuardMs = 700

/**
 * Milliseconds after its last move in which the mouse still tells where the frame is. No browser reports that a page has
 * taken the frame from below a mouse at rest, and brought it back between two presses.
 */
const mouseRestMs = 3000

/** A control whose presses are guarded, by any name. */
export type GuardedControl = string

/** What the page's screen reports. Only events of the user may be reported, never scripted ones. */
export type GuardEvent =
  /**
   * The screen has begun or ceased to be in sight as a whole.
   * @see GuardState.minScale
   */
  | { readonly _tag: "Seen"; readonly isSeen: boolean; readonly minScale: number }
  /** Another prompt is shown, or the screen's size, scale or place has changed. */
  | { readonly _tag: "Changed" }
  | {
      readonly _tag: "Moved" | "Down" | "Up"
      readonly pointer: "mouse" | "touch"
      readonly place: PointerPlace
      readonly pixelRatio: number
      /** The control below the pointer. */
      readonly control: GuardedControl | null
    }
  /** The pointer has left, or the browser has taken the press over. */
  | { readonly _tag: "Left" }
  | {
      readonly _tag: "Key"
      /** `other` is any key that neither moves the focus nor presses a button. */
      readonly key: "focus" | "press" | "other"
      readonly isRepeat: boolean
      readonly control: GuardedControl | null
    }
  | { readonly _tag: "KeyUp" }
  | { readonly _tag: "Focused"; readonly control: GuardedControl | null }
  /** The page has lost the focus. */
  | { readonly _tag: "Blurred" }

export interface GuardState {
  /**
   * `frame`: another page decides where the screen is. It is known by the mouse alone, while it is inside.
   * `window`: no other page does, and the window tells its own changes.
   */
  readonly place: "frame" | "window"
  /** Milliseconds since which the screen is in sight without a change; `null` while it is not in sight. */
  readonly stillSince: number | null
  /** The least number of screen units per CSS pixel at which the text can be read. */
  readonly minScale: number
  /** The mouse since it came in; `null` while it is outside. */
  readonly track: { readonly of: PointerTrack; readonly since: number; readonly movedAt: number } | null
  /** Whether the last key was one that moves the focus. */
  readonly isFocusing: boolean
  /** Milliseconds of the last event of a key. */
  readonly lastKeyAt: number | null
  /** The control that a key has focused, and since when. */
  readonly focus: { readonly control: GuardedControl; readonly since: number } | null
  /** The press that has begun last, if it counts so far. */
  readonly press: { readonly control: GuardedControl; readonly hasEnded: boolean } | null
}

export const makeGuardState = (place: GuardState["place"]): GuardState => ({
  place,
  stillSince: null,
  minScale: 0,
  track: null,
  isFocusing: false,
  lastKeyAt: null,
  focus: null,
  press: null,
})

/** Returns the state after an event. */
export const guardPress = (state: GuardState, event: GuardEvent, now: number): GuardState => {
  switch (event._tag) {
    case "Seen": {
      const { isSeen, minScale } = event
      if (isSeen === (state.stillSince !== null) && minScale === state.minScale) return state
      return { ...state, minScale, stillSince: isSeen ? now : null, press: null }
    }
    case "Changed":
      return restart(state, now)
    case "Left":
      return { ...state, track: null, press: null }
    case "Blurred":
      return { ...state, track: null, focus: null, isFocusing: false, press: null }
    case "Moved":
    case "Down":
    case "Up":
      return takePointer(state, event, now)
    case "Key":
      return takeKey(state, event, now)
    case "KeyUp":
      return { ...state, lastKeyAt: now }
    case "Focused": {
      const { control } = event
      const focus = control !== null && state.isFocusing ? { control, since: now } : null
      return { ...state, focus, isFocusing: false }
    }
  }
}

const restart = (state: GuardState, now: number): GuardState => ({
  ...state,
  stillSince: state.stillSince === null ? null : now,
  press: null,
})

type PointerEventOf = Extract<GuardEvent, { readonly _tag: "Moved" | "Down" | "Up" }>

const takePointer = (before: GuardState, event: PointerEventOf, now: number): GuardState => {
  // A pointer takes the focus from the key that had set it.
  const state = event._tag === "Down" ? { ...before, isFocusing: false, focus: null, press: null } : before
  if (event.pointer === "touch") return takePress({ ...state, track: null }, event, now)
  const { pixelRatio, place } = event
  const isMove = event._tag === "Moved"
  // A press without a move before it is by a pointer that has not come: the screen has.
  if (state.track === null) {
    const of = startTrack(place, now, pixelRatio)
    return { ...state, track: isMove ? { of, since: now, movedAt: now } : null, press: null }
  }
  const { hasMoved, track } = continueTrack(state.track.of, place, now, pixelRatio)
  if (hasMoved && state.place === "frame")
    return { ...restart(state, now), track: isMove ? { of: track, since: now, movedAt: now } : null }
  const movedAt = isMove ? now : state.track.movedAt
  return takePress({ ...state, track: { of: track, since: state.track.since, movedAt } }, event, now)
}

const takePress = (
  state: GuardState,
  { _tag, control, pointer }: PointerEventOf,
  now: number,
): GuardState => {
  if (_tag === "Moved") return state
  if (_tag === "Down") {
    const counts = control !== null && isReady(getPointerReadiness(state, pointer), now)
    return { ...state, press: counts ? { control, hasEnded: false } : null }
  }
  const hasEnded = state.press !== null && state.press.control === control
  return { ...state, press: hasEnded ? { ...state.press, hasEnded } : null }
}

const takeKey = (
  state: GuardState,
  { control, isRepeat, key }: Extract<GuardEvent, { readonly _tag: "Key" }>,
  now: number,
): GuardState => {
  const isPressed =
    key === "press" && !isRepeat && control !== null && isReady(getKeyReadiness(state, control), now)
  return {
    ...state,
    lastKeyAt: now,
    isFocusing: key === "focus" && !isRepeat,
    // A button's press by a key ends by its click.
    press: isPressed ? { control, hasEnded: true } : null,
  }
}

/** The time from which a press counts, and the one from which it does so no more. */
export interface Readiness {
  readonly from: number
  readonly until: number
}

const isReady = (ready: Readiness | null, now: number): boolean =>
  ready !== null && ready.from <= now && now < ready.until

/** A touch tells nothing of where the frame was before it, so it never counts there. */
const getPointerReadiness = (state: GuardState, pointer: "mouse" | "touch"): Readiness | null => {
  const { place, stillSince, track } = state
  if (stillSince === null) return null
  if (place === "window") return { from: stillSince + pressGuardMs, until: Number.POSITIVE_INFINITY }
  if (pointer === "touch" || track === null || isTooSmall(state)) return null
  return {
    from: Math.max(stillSince, track.since) + pressGuardMs,
    until: track.movedAt + mouseRestMs,
  }
}

const getKeyReadiness = ({ focus, stillSince }: GuardState, control: GuardedControl): Readiness | null =>
  stillSince === null || focus?.control !== control
    ? null
    : { from: Math.max(stillSince, focus.since) + pressGuardMs, until: Number.POSITIVE_INFINITY }

/** Returns when a press of this control counts; `null` while that depends on the user's next move. */
export const getReadiness = (state: GuardState, control: GuardedControl, now: number): Readiness | null => {
  const byMouse = getPointerReadiness(state, "mouse")
  const ready = [byMouse, getKeyReadiness(state, control)].filter((one) => one !== null && now < one.until)
  return ready.reduce(
    (first, one) => (first === null || (one !== null && one.from < first.from) ? one : first),
    null,
  )
}

/** Returns whether the mouse has shown that the text is too small to be read. */
export const isTooSmall = ({ minScale, place, track }: GuardState): boolean =>
  place === "frame" && track !== null && !track.of.scales.some(({ high }) => high >= minScale)

/**
 * Judges the click that a browser makes of a press.
 * `counts`: the press was the user's. `early`: something had changed within 700 ms, or the press was not whole.
 * `unknown`: a touch in a frame, or a click by an assistive program: the frame cannot tell.
 * @param clicks the browser's count of clicks in a row; 0 for one that no pointer has made
 */
export const judgeClick = (
  state: GuardState,
  {
    clicks,
    control,
    isTouch,
  }: { readonly clicks: number; readonly control: GuardedControl; readonly isTouch: boolean },
  now: number,
): "counts" | "early" | "unknown" => {
  // The further presses of a double click were meant for what the first one has replaced.
  if (clicks > 1) return "early"
  if (state.press?.control === control && state.press.hasEnded) return "counts"
  const isAssisted = clicks === 0 && now - (state.lastKeyAt ?? Number.NEGATIVE_INFINITY) > pressGuardMs
  if (state.place === "frame") return isTouch || isAssisted ? "unknown" : "early"
  return isAssisted && state.stillSince !== null && now >= state.stillSince + pressGuardMs
    ? "counts"
    : "early"
}
