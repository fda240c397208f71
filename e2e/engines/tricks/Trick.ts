import type { Place } from "../Engine.ts"

/** What a trick of a hostile page works with. */
export interface TrickStage {
  readonly frame: HTMLIFrameElement
  /** The positioned element around the frame; an iframe of the page's own in `outer`. */
  readonly box: HTMLElement
  /** An empty element above the frame, in the same box. */
  readonly above: HTMLElement
  /** Moves the box, by its `left` and `top`, until the wanted button lies at a place; default: under the pointer. */
  readonly move: (to?: Place) => void
  /** Returns what is missing until it lies under the pointer, in CSS pixels of the viewport. */
  readonly miss: () => Place
  /** Gives a zoomed frame the size that keeps its layout, where the engine zooms its viewport instead of its picture. */
  readonly keepViewport: () => void
  /** Returns a new element over the frame that lets every press through. */
  readonly cover: () => HTMLElement
  /** Calls a function in each frame that the browser draws. @param run takes the milliseconds since the first */
  readonly animate: (run: (elapsed: number) => void) => void
}

/** An attempt of a page to have a request approved by a press that was meant for something else. */
export interface Trick {
  /** Completes "when the frame is …". */
  readonly name: string
  readonly input: "mouse" | "touch" | "key"
  /** Where the page has the frame; default: on the page. */
  readonly place?: "page" | "scroller" | "slots" | "outer"
  /** The button under which the trick brings the pointer. Default: Approve, or the one that opens a window instead. */
  readonly aim?: "open"
  /** Runs before the request. */
  readonly stage?: (stage: TrickStage) => void
  /** Runs once the request is shown, before it has been in sight for 1.6 s. */
  readonly prepare?: (stage: TrickStage) => void
  readonly act?: (stage: TrickStage) => void
  /**
   * `still`: nothing changes. `throughout`: the act begins with the 1.6 s. `first press`: the act is on the first press
   * of a double one, on the page's own button. `before press`: 30 ms before. `each move`: on each move of the pointer.
   */
  readonly when: "still" | "throughout" | "first press" | "before press" | "each move"
  /** Whether the pressed key is held since before. */
  readonly isHeld?: true
}
