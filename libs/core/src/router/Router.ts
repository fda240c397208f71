import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { View } from "./View.ts"

/** The open state and the view stack. */
export interface RouterState {
  readonly open: boolean
  /** Never empty; the last one is shown. */
  readonly history: readonly [View, ...View[]]
  /** The direction in which the top view arrived: drives the slide. */
  readonly direction: "next" | "prev" | "none"
  /** Counts refused closes; the UI shakes for 500 ms whenever it grows. */
  readonly refusedCloses: number
}

/** The view stack. */
export interface Router {
  readonly state: SubscriptionRef.SubscriptionRef<RouterState>
  /** Opens at `view`, else by the opening rules. An open modal navigates to `view` if one is given. */
  readonly open: (view?: View) => Effect.Effect<void>
  /** Closes for the host or a flow: never refused. */
  readonly close: Effect.Effect<void>
  /** X, Escape, overlay: refused with a shake on UnsupportedChain. */
  readonly requestClose: Effect.Effect<void>
  /** Ignored when the same view is on top. */
  readonly push: (view: View) => Effect.Effect<void>
  readonly reset: (view: View, direction?: RouterState["direction"]) => Effect.Effect<void>
  readonly replace: (view: View) => Effect.Effect<void>
  /** Shows the previous view; closes with one entry, or with UnsupportedChain in the history. */
  readonly goBack: Effect.Effect<void>
  readonly goBackToIndex: (index: number) => Effect.Effect<void>
}
