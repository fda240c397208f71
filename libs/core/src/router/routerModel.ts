import type { RouterState } from "./Router.ts"
import type { View } from "./View.ts"

/** A step of the view stack. */
export type RouterStep =
  | { readonly _tag: "Open"; readonly view: View }
  | { readonly _tag: "Close" }
  | { readonly _tag: "RefuseClose" }
  | { readonly _tag: "Push"; readonly view: View }
  | { readonly _tag: "Reset"; readonly view: View; readonly direction?: RouterState["direction"] }
  | { readonly _tag: "Replace"; readonly view: View }
  | { readonly _tag: "GoBackToIndex"; readonly index: number }

export const getTopView = (state: RouterState): View => state.history.at(-1) ?? state.history[0]

/** Returns the visible view, `null` while the modal is closed. */
export const getVisibleView = (state: RouterState): View | null => (state.open ? getTopView(state) : null)

/** Returns true for the same view with the same parameters. */
export const isSameView = (a: View, b: View): boolean => JSON.stringify(a) === JSON.stringify(b)

const isShowing = (state: RouterState, ...tags: readonly View["_tag"][]) =>
  state.history.some(({ _tag }) => tags.includes(_tag))

/** Returns true when going back closes the modal: one entry, or an unsupported network in the history. */
export const isClosedByBack = (state: RouterState): boolean =>
  state.history.length === 1 || isShowing(state, "UnsupportedChain")

/** X, Escape and the overlay shake instead of closing while the user must choose a network, or sign in. */
export const isCloseRefused = (state: RouterState, mustSignIn: boolean): boolean => {
  const { _tag } = getTopView(state)
  return _tag === "UnsupportedChain" || (mustSignIn && isShowing(state, "SIWXSignMessage", "ConnectingSiwe"))
}

/** Returns the next state, or the same object when nothing changes. Pure. */
export const applyRouterStep = (state: RouterState, step: RouterStep): RouterState => {
  switch (step._tag) {
    case "Open":
      return { ...state, open: true, history: [step.view], direction: "none" }
    case "Close":
      return state.open ? { ...state, open: false } : state
    case "RefuseClose":
      return { ...state, refusedCloses: state.refusedCloses + 1 }
    case "Push":
      return isSameView(getTopView(state), step.view)
        ? state
        : { ...state, history: [...state.history, step.view], direction: "next" }
    case "Reset":
      return { ...state, history: [step.view], direction: step.direction ?? "next" }
    case "Replace": {
      if (isSameView(getTopView(state), step.view)) return state
      const [first, ...rest] = [...state.history.slice(0, -1), step.view]
      return { ...state, history: [first ?? step.view, ...rest], direction: "next" }
    }
    case "GoBackToIndex": {
      const [first, ...rest] = state.history.slice(0, step.index + 1)
      return first === undefined || step.index < 0 || step.index >= state.history.length - 1
        ? state
        : { ...state, history: [first, ...rest], direction: "prev" }
    }
  }
}
