import type { Connector } from "@wmodal/chains"
import type { LinkedApp, PairingLink } from "@wmodal/chains/walletconnect"
import {
  type AccountState,
  type ConnectionState,
  type DisplayedNetwork,
  type Engine,
  EngineError,
  type LateApproval,
  type Legal,
  type Options,
  type Problem,
  type RouterState,
  type SiwxState,
  type SwitchState,
  type Toast,
  type View,
  type WalletPlace,
  type WalletRow,
  type WalletsState,
} from "@wmodal/core"
import { Feed, type Namespace, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { DeviceContext } from "../binding/DeviceContext.ts"
import { type FakeFlowsState, makeFakeFlows } from "./fakeFlows.ts"
import { type FakeSignInState, makeFakeSignIn } from "./fakeSignIn.ts"

/** The state that a fake engine holds. */
export interface FakeEngineState {
  readonly history: readonly [View, ...View[]]
  readonly rows: readonly WalletRow[]
  /** The rows by default. */
  readonly places?: readonly WalletPlace[]
  readonly connectors: readonly Connector[]
  readonly states: Readonly<Partial<Record<Namespace, ConnectionState>>>
  readonly account: AccountState | null
  readonly configured: readonly [Network, ...Network[]]
  readonly shown: DisplayedNetwork
  readonly switching: SwitchState
  readonly late: LateApproval | null
  readonly alert: Problem | null
  readonly toast: Toast | null
  readonly discovery: "looking" | "done" | "failed"
  readonly place: DeviceContext
  readonly chains: Options["chains"]
  readonly relay: boolean
  readonly link: PairingLink | null
  readonly preparing: boolean
  readonly app: LinkedApp | null
  readonly wallets: WalletsState
  readonly count: { readonly atLeast: number; readonly exact: boolean } | "failed" | null
  readonly embedded: boolean
  readonly theme: Options["theme"]
  readonly flows: FakeFlowsState
  /** `null` when no secure site is configured. */
  readonly signIn: FakeSignInState | null
  readonly socials: Options["socials"]
  readonly connectMethodsOrder: Options["connectMethodsOrder"]
  readonly features: Partial<Options["features"]>
  readonly walletFeaturesOrder: Options["walletFeaturesOrder"]
  readonly siwx: SiwxState
  readonly endpoints?: Options["endpoints"]
  /** The site's terms, and whether the user has agreed; absent without links. */
  readonly legal?: Pick<Legal, "termsUrl" | "privacyUrl"> & { readonly agreed: boolean }
}

const notOffered = Effect.fail(new EngineError({ reason: { _tag: "Unknown", detail: "the gallery" } }))

const makeFakeLegal = (
  { agreed: isAgreed, ...links }: NonNullable<FakeEngineState["legal"]>,
  features: FakeEngineState["features"],
): Effect.Effect<Legal> =>
  Effect.map(SubscriptionRef.make(isAgreed), (agreed) => ({
    ...links,
    agreed,
    isRequired: () => features.legalCheckbox === true,
    agree: (now) => SubscriptionRef.set(agreed, now),
    guard: (picking) => picking,
  }))

/** Creates an engine with fixed state whose only action is navigation. For rendering views only. */
export const makeFakeEngine = (held: FakeEngineState): Effect.Effect<Engine> =>
  Effect.gen(function* () {
    const router = yield* SubscriptionRef.make<RouterState>({
      open: true,
      history: held.history,
      direction: "none",
      refusedCloses: 0,
    })
    const late = yield* SubscriptionRef.make(held.late)
    const change = (step: (state: RouterState) => RouterState) => SubscriptionRef.update(router, step)
    const push = (view: View) =>
      change((state) => ({ ...state, history: [...state.history, view], direction: "next" }))
    const close = change((state) => ({ ...state, open: false }))
    const back = change(({ history: [first, ...rest], ...state }) =>
      rest.length === 0
        ? { ...state, history: [first], open: false }
        : { ...state, history: [first, ...rest.slice(0, -1)], direction: "prev" },
    )
    const nothing = Effect.void
    const flows = yield* makeFakeFlows(held.flows)
    const engine: Engine = {
      options: {
        projectId: "gallery",
        chains: held.chains,
        networks: held.configured,
        defaultNetwork: null,
        endpoints: {
          ...held.endpoints,
          ...(held.signIn !== null && { secureSite: "https://secure.example" }),
        },
        imageHosts: [],
        walletConnect: null,
        customRpcUrls: {},
        swapRouters: {},
        features: {
          swaps: false,
          onramp: false,
          receive: false,
          send: true,
          email: false,
          socials: false,
          history: true,
          analytics: false,
          allWallets: true,
          ...held.features,
        },
        metadata: { name: "Nimbus Exchange", description: "", url: "", icons: [] },
        connectorOrder: [],
        walletFeaturesOrder: held.walletFeaturesOrder,
        meldUrl: null,
        restrictedTimeZones: [],
        excludedWallets: [],
        includedWallets: [],
        namespaceOverride: {},
        featuredWallets: [],
        customWallets: [],
        socials: held.socials,
        connectMethodsOrder: held.connectMethodsOrder,
        defaultAccountTypes: { eip155: "smartAccount", bip122: "payment" },
        theme: held.theme,
        siwx: null,
        siweConfig: null,
        embedded: held.embedded,
        ...(held.legal && { legal: yield* makeFakeLegal(held.legal, held.features) }),
      },
      embedded: yield* SubscriptionRef.make(held.embedded),
      optionsErrors: [],
      changeOptions: () => nothing,
      connectors: {
        all: yield* SubscriptionRef.make(held.connectors),
        rows: yield* SubscriptionRef.make(held.rows),
        discovery: yield* SubscriptionRef.make(held.discovery),
        retry: nothing,
        prepare: nothing,
        pick: (rowKey, namespace) => {
          const row = held.rows.find(({ key }) => key === rowKey)
          return push(
            namespace === undefined && row !== undefined && row.connectors.length > 1
              ? { _tag: "ConnectingMultiChain", rowKey }
              : { _tag: "ConnectingExternal", rowKey, ...(namespace && { namespace }) },
          )
        },
        pickEntry: (wallet) => push({ _tag: "ConnectingWalletConnect", wallet }),
        count: yield* SubscriptionRef.make(held.count),
        places: yield* SubscriptionRef.make(held.places ?? held.rows),
      },
      pairing: {
        available: held.relay,
        link: yield* SubscriptionRef.make(held.link),
        preparing: yield* SubscriptionRef.make(held.preparing),
        app: yield* SubscriptionRef.make(held.app),
        choose: () => nothing,
      },
      wallets: Effect.succeed({
        state: yield* SubscriptionRef.make(held.wallets),
        open: nothing,
        more: nothing,
        search: () => nothing,
        retry: nothing,
      }),
      signIn: held.signIn === null ? notOffered : makeFakeSignIn(held.signIn),
      signedIn: yield* SubscriptionRef.make(held.signIn?.user ?? null),
      siwx: {
        state: yield* SubscriptionRef.make(held.siwx),
        isRequired: () => true,
        actions: Effect.succeed({
          signIn: nothing,
          signOut: nothing,
          acknowledge: () => nothing,
          sign: nothing,
          retry: nothing,
          back: nothing,
          cancel: nothing,
        }),
      },
      connection: {
        state: yield* SubscriptionRef.make(held.states),
        late,
        connect: () => nothing,
        connectAndWait: () => Effect.never,
        cancel: () => nothing,
        acceptLate: SubscriptionRef.set(late, null),
        dismissLate: SubscriptionRef.set(late, null),
        disconnect: () => nothing,
        connectorOf: () => null,
        settled: nothing,
      },
      networks: {
        configured: held.configured,
        all: yield* SubscriptionRef.make<readonly Network[]>(held.configured),
        add: () => nothing,
        remove: () => nothing,
        selected: yield* SubscriptionRef.make(held.configured[0]),
        shown: yield* SubscriptionRef.make(held.shown),
        switching: yield* SubscriptionRef.make(held.switching),
        switchTo: () => nothing,
        pick: (network) => {
          const namespace = held.configured.find((one) => one.caipNetworkId === network)?.chainNamespace
          const elsewhere = namespace !== undefined && held.states[namespace]?._tag !== "Connected"
          return push({ _tag: elsewhere ? "SwitchActiveChain" : "SwitchNetwork", network })
        },
        cancel: nothing,
        imageUrl: (network) => Effect.succeed(network.assets?.imageUrl ?? null),
        ofNamespace: (namespace) =>
          held.configured.filter(({ chainNamespace }) => chainNamespace === namespace),
      },
      account: {
        state: yield* SubscriptionRef.make(held.account),
        refresh: nothing,
        refreshProfile: nothing,
      },
      flows: Effect.succeed(flows),
      router: {
        state: router,
        open: () => change((state) => ({ ...state, open: true })),
        close,
        requestClose: Effect.suspend(() =>
          SubscriptionRef.getUnsafe(router).history.at(-1)?._tag === "UnsupportedChain"
            ? change((state) => ({ ...state, refusedCloses: state.refusedCloses + 1 }))
            : close,
        ),
        push,
        reset: push,
        replace: push,
        goBack: back,
        goBackToIndex: () => back,
      },
      toasts: {
        current: yield* SubscriptionRef.make(held.toast),
        show: () => nothing,
        hide: nothing,
      },
      alerts: {
        current: yield* SubscriptionRef.make(held.alert),
        show: () => nothing,
        dismiss: nothing,
      },
      theme: yield* SubscriptionRef.make(held.theme),
      events: Feed.make(),
      announce: nothing,
      networkLog: {
        entries: () => [],
        subscribe: () => () => {},
        add: () => {},
        addImage: () => {},
      },
      preload: () => {},
      ready: nothing,
    }
    return engine
  })
