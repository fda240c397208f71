import type { Namespace } from "@wmodal/protocol"
// No namespace import: a host's bundler would put its helper for one into the page's first script. And no JSX, whose
// runtime is another module.
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
  useSyncExternalStore,
} from "react"
import { type WModalInitialState, withOwnNetwork } from "../page/initialState.ts"
import { markReactPage } from "../page/instances.ts"
import type { WModal, WModalConnection, WModalState } from "../page/WModal.ts"

markReactPage()

interface ProvidedModal {
  readonly modal: WModal
  /** The state that a server renders and that the client's first render must repeat. */
  readonly serverState: WModalState
  /** The current state; that of the server until the client has read the last visit itself. */
  readonly getState: () => WModalState
}

const WModalContext = /* @__PURE__ */ createContext<ProvidedModal | null>(null)

/** The props of `WModalProvider`. */
export interface WModalProviderProps {
  /** Created once, outside the tree, by `createWModal`. */
  readonly modal: WModal
  /** For a server-rendered page: the result of `cookieToInitialState` on the server. The modal has `cookie: true`. */
  readonly initialState?: WModalInitialState | null | undefined
  /** What uses the hooks and buttons. */
  readonly children?: ReactNode
}

/** Provides a modal to the hooks and buttons inside. It neither creates nor destroys it. */
export const WModalProvider = ({ modal, initialState, children }: WModalProviderProps): ReactElement => {
  const provided = useMemo((): ProvidedModal => {
    const blank = modal.getInitialState()
    const remembered = initialState && withOwnNetwork(initialState, modal.networks)
    const serverState = { ...blank, ...remembered }
    return {
      modal,
      serverState,
      getState: () => (remembered && modal.getState().restoring ? serverState : modal.getState()),
    }
  }, [modal, initialState])
  return createElement(WModalContext.Provider, { value: provided }, children)
}

/** Returns the modal above this component. @throws without a `WModalProvider`. */
export const useProvidedModal = (): ProvidedModal => {
  const provided = useContext(WModalContext)
  if (provided === null) throw new Error("Put <WModalProvider modal={…}> around this component.")
  return provided
}

/** Returns a part of the state, and renders again when it changes. */
export const useSelected = <A>(select: (state: WModalState) => A): A => {
  const { modal, serverState, getState } = useProvidedModal()
  return useSyncExternalStore(
    modal.subscribe,
    () => select(getState()),
    () => select(serverState),
  )
}

const noConnection: WModalConnection = { status: "disconnected", account: null, wallet: null }

/** Returns the connection of one namespace, or of the chain in use. */
export const getConnection = (state: WModalState, namespace: Namespace | undefined): WModalConnection =>
  namespace === undefined ? state : (state.connections[namespace] ?? noConnection)
