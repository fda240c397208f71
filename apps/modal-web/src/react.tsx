import { frameId } from "@wmodal/chains/frame"
import type { EngineEvent, SignedInUser, SocialProvider, Theme, ThemeVariables } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
// A namespace import and no JSX: a name that an older React lacks must not stop this file before it can report that.
import * as React from "react"
import {
  type GetAppearance,
  getConnectAppearance,
  getNetworkAppearance,
  parseButtonChain,
} from "./page/buttonAppearance.ts"
import type { WModalButtonElement } from "./page/elements.ts"
import { pickInitialState, type WModalInitialState } from "./page/initialState.ts"
import { isRestoring, markReactPage } from "./page/instances.ts"
import type { Providers } from "./page/Providers.ts"
import type { WModal, WModalConnection, WModalSession, WModalState } from "./page/WModal.ts"
import { findReactProblem } from "./reactVersion.ts"

const problem = findReactProblem(React.version)
if (problem !== null) throw new Error(problem)
markReactPage()

export type { WModalInitialState }

interface ProvidedModal {
  readonly modal: WModal
  /** The state that a server renders and that the client's first render must repeat. */
  readonly serverState: WModalState
  /** The current state; that of the server until the client has read the last visit itself. */
  readonly getState: () => WModalState
}

const WModalContext = React.createContext<ProvidedModal | null>(null)

/** The props of `WModalProvider`. */
export interface WModalProviderProps {
  /** Created once, outside the tree, by `createWModal`. */
  readonly modal: WModal
  /** For a server-rendered page: the result of `cookieToInitialState` on the server. The modal has `cookie: true`. */
  readonly initialState?: WModalInitialState | null | undefined
  readonly children: React.ReactNode
}

/** Provides a modal to the hooks and buttons inside. It neither creates nor destroys it. */
export const WModalProvider = ({
  modal,
  initialState,
  children,
}: WModalProviderProps): React.ReactElement => {
  const provided = React.useMemo((): ProvidedModal => {
    const blank = modal.getInitialState()
    const remembered = initialState ? pickInitialState(initialState, modal.networks) : null
    const serverState = { ...blank, ...remembered }
    return {
      modal,
      serverState,
      getState: () => (remembered && isRestoring(modal) ? serverState : modal.getState()),
    }
  }, [modal, initialState])
  return React.createElement(WModalContext.Provider, { value: provided }, children)
}

const useProvidedModal = (): ProvidedModal => {
  const provided = React.useContext(WModalContext)
  if (provided === null)
    throw new Error("No modal here: put <WModalProvider modal={createWModal(...)}> around this component.")
  return provided
}

const useInstance = (): WModal => useProvidedModal().modal

const useSelected = <A,>(select: (state: WModalState) => A): A => {
  const { modal, serverState, getState } = useProvidedModal()
  return React.useSyncExternalStore(
    modal.subscribe,
    () => select(getState()),
    () => select(serverState),
  )
}

const noConnection: WModalConnection = { status: "disconnected", account: null, wallet: null }

const getConnection = (state: WModalState, namespace: Namespace | undefined): WModalConnection =>
  namespace === undefined ? state : (state.connections[namespace] ?? noConnection)

/** Returns the modal and whether it is open. */
export const useWModal = () => {
  const modal = useInstance()
  return {
    open: modal.open,
    close: modal.close,
    preload: modal.preload,
    isOpen: useSelected((state) => state.open),
    error: useSelected((state) => state.error),
    optionsErrors: useSelected((state) => state.optionsErrors),
  }
}

/** The user of the embedded wallet, in the well-known field names. */
export interface EmbeddedWalletInfo {
  readonly user: { readonly email: string | null; readonly username: string | null }
  readonly authProvider: SocialProvider | "email"
  readonly accountType: "eoa" | "smartAccount"
  /** True when the account's code is deployed; `null` while that is unknown. */
  readonly isSmartAccountDeployed: boolean | null
}

const getEmbeddedWalletInfo = (signedIn: SignedInUser | null): EmbeddedWalletInfo | null =>
  signedIn && {
    user: { email: signedIn.email, username: signedIn.username },
    authProvider: signedIn.by,
    accountType: signedIn.accountType,
    isSmartAccountDeployed: signedIn.smartAccountDeployed,
  }

/**
 * Returns the account of one namespace or of the chain in use. `account` is `null` while disconnected, and
 * `embeddedWalletInfo` when another wallet than the embedded one is connected.
 */
export const useAccount = (namespace?: Namespace) => ({
  account: useSelected((state) => getConnection(state, namespace).account),
  status: useSelected((state) => getConnection(state, namespace).status),
  embeddedWalletInfo: getEmbeddedWalletInfo(
    useSelected((state) =>
      getConnection(state, namespace).wallet?.connectorId === frameId ? state.signedIn : null,
    ),
  ),
})

/** Returns the network in use and a function that switches it. */
export const useNetwork = () => ({
  network: useSelected((state) => state.network),
  switchNetwork: useInstance().switchNetwork,
})

/** Returns the provider of the wallet that is connected on a namespace, or `null`; see `getProvider`. */
export const useProvider = <N extends Namespace>(namespace: N): Providers[N] | null => {
  const modal = useInstance()
  useSelected((state) => getConnection(state, namespace).wallet)
  return modal.getProvider(namespace)
}

/** Returns the name and icon of the wallet on one namespace, or on the chain in use; or `null`. */
export const useWalletInfo = (namespace?: Namespace) =>
  useSelected((state) => getConnection(state, namespace).wallet)

/** Returns a function that disconnects one namespace, or all. */
export const useDisconnect = () => useInstance().disconnect

/** Returns whether the active account is signed in with a signature, and its session. */
export const useSession = (): WModalSession => useSelected((state) => state.signature)

/** Returns a function that asks the active account to sign in; see `WModal.signIn`. */
export const useSignIn = () => useInstance().signIn

/** Returns a function that ends the session; see `WModal.signOut`. */
export const useSignOut = () => useInstance().signOut

/** Returns the modal's theme and its setters. */
export const useTheme = (): Theme & {
  readonly setMode: (mode: Theme["mode"]) => void
  readonly setVariables: (variables: ThemeVariables) => void
} => {
  const modal = useInstance()
  return {
    ...useSelected((state) => state.theme),
    setMode: modal.setThemeMode,
    setVariables: modal.setThemeVariables,
  }
}

/** Calls `listener` with every event while the component is mounted. Keep it stable with `useCallback`. */
export const useEvents = (listener?: (event: EngineEvent) => void): EngineEvent | null => {
  const modal = useInstance()
  React.useEffect(() => {
    if (listener === undefined) return
    let last = modal.getState().event
    return modal.subscribe(({ event }) => {
      if (event === null || event === last) return
      last = event
      listener(event)
    })
  }, [modal, listener])
  return useSelected((state) => state.event)
}

/** The props of the buttons, in addition to the attributes of their elements. */
export interface ButtonProps {
  readonly label?: string
  /** The button's chain; by default the one in use. */
  readonly namespace?: Namespace
}

type ButtonAttributes = React.DetailedHTMLProps<
  React.HTMLAttributes<WModalButtonElement>,
  WModalButtonElement
> &
  ButtonProps

// For a page that writes the elements itself. Their `modal` is a property, so set it through a ref.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "wmodal-button": ButtonAttributes
      "wmodal-network-button": ButtonAttributes
      "wmodal-modal": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

/**
 * Creates a component for one of the page's custom elements, which wait for the engine themselves. A server renders
 * their expected content into them: it is visible until the browser defines the element, and is removed once the state
 * of the last visit is known.
 */
const makeElementComponent = (tag: "wmodal-button" | "wmodal-network-button", draw: GetAppearance) =>
  function WModalElement({ label, namespace }: ButtonProps): React.ReactElement {
    const { modal, serverState, getState } = useProvidedModal()
    const state = React.useSyncExternalStore(
      modal.subscribe,
      () => (isRestoring(modal) ? getState() : null),
      () => serverState,
    )
    const look = state && draw({ state, label: label ?? null, chain: parseButtonChain(namespace ?? null) })
    // React 18 writes every property of a custom element as an attribute, so this one is set by hand.
    const ref = React.useCallback(
      (button: WModalButtonElement | null) => {
        if (button !== null) button.modal = modal
      },
      [modal],
    )
    // The element may have applied its theme before React hydrates it.
    return React.createElement(
      tag,
      {
        label,
        namespace,
        "data-theme": serverState.theme.mode,
        "data-mark": look?.mark,
        "data-quiet": look?.quiet ? "" : undefined,
        suppressHydrationWarning: true,
        ref,
      },
      look?.label,
    )
  }

/** Renders `<wmodal-button>`: connects a wallet, then shows the account. */
export const ConnectButton = makeElementComponent("wmodal-button", getConnectAppearance)
/** Renders `<wmodal-network-button>`: shows and switches the network. */
export const NetworkButton = makeElementComponent("wmodal-network-button", getNetworkAppearance)
