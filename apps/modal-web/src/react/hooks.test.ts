import type { EngineEvent, Theme, WalletInfo } from "@wmodal/core"
import type { CaipAddress, CaipNetworkId, Namespace } from "@wmodal/protocol"
import { BrowserProvider } from "ethers"
import { createElement, type JSX } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { type Chain, createWalletClient, custom, type WalletClient } from "viem"
import { mainnet as viemMainnet } from "viem/chains"
import { afterAll, describe, expect, expectTypeOf, it } from "vitest"
import { createWModal } from "../page/createWModal.ts"
import "../elements.ts"
import type { Providers } from "../page/Providers.ts"
import type { WModal, WModalOptions, WModalOutcome, WModalSession } from "../page/WModal.ts"
import * as hooks from "../react.tsx"

const modal = createWModal({ chains: [], networks: [viemMainnet] })
// Test files share their modules: the page's elements would be bound to this one.
afterAll(() => modal.destroy())

/** Renders a component that calls a hook, and returns what the hook returned. */
const call = <A>(hook: () => A): A => {
  let result: { readonly value: A } | null = null
  const Caller = () => {
    result = { value: hook() }
    return null
  }
  renderToStaticMarkup(createElement(hooks.WModalProvider, { modal }, createElement(Caller)))
  if (result === null) throw new Error("The hook was not called.")
  return (result as { readonly value: A }).value
}

/** What every hook takes and returns: a hook without a row is a type error, and so is a row without its hook. */
interface Hooks {
  useAccount: (namespace?: Namespace) => hooks.UseWModalAccountResult
  useActivity: () => hooks.WModalActivity
  useBuy: () => hooks.WModalBuy
  useDisconnect: () => (namespace?: Namespace) => Promise<WModalOutcome>
  useEvents: (listener?: (event: EngineEvent) => void) => EngineEvent | null
  useModalState: () => {
    readonly isOpen: boolean
    readonly isLoading: boolean
    readonly isReady: boolean
    readonly activeChain: Namespace | undefined
    readonly selectedNetworkId: CaipNetworkId | undefined
  }
  useNames: () => hooks.WModalNames
  useNetwork: () => hooks.UseNetworkResult
  useProvider: <N extends Namespace>(namespace: N) => Providers[N] | null
  useReceive: () => hooks.WModalReceive
  useSend: () => hooks.RequestState<string | null> & {
    readonly send: (request: hooks.SendRequest) => Promise<hooks.WModalResult<string | null>>
  }
  useSession: () => WModalSession
  useSignIn: () => () => Promise<WModalOutcome>
  useSignOut: () => () => Promise<WModalOutcome>
  useSpendingSessions: () => hooks.WModalSpendingSessions
  useSwap: () => hooks.RequestState<string | null> & {
    readonly swap: (request?: hooks.SwapRequest) => Promise<hooks.WModalResult<string | null>>
  }
  useTheme: () => Theme & {
    readonly setMode: (mode: "light" | "dark" | "auto") => void
    readonly setVariables: (variables: Theme["variables"]) => void
  }
  useTokens: () => hooks.WModalTokens
  useUpdateEmail: () => hooks.RequestState<string> & {
    readonly updateEmail: () => Promise<hooks.WModalResult<string>>
  }
  useWModal: () => hooks.UseWModalResult
  useWModalAccount: (namespace?: Namespace) => hooks.UseWModalAccountResult
  useWModalBalance: (
    namespace?: Namespace,
  ) => { readonly value: bigint; readonly decimals: number; readonly symbol: string } | null
  useWModalDisconnect: () => (namespace?: Namespace) => Promise<WModalOutcome>
  useWModalSignMessage: () => hooks.RequestState<string> & {
    readonly signMessage: (request: {
      readonly message: string
      readonly namespace?: Namespace
    }) => Promise<hooks.WModalResult<string>>
  }
  useWModalSignTypedData: () => hooks.RequestState<string> & {
    readonly signTypedData: (request: {
      readonly typedData: object | string
      readonly namespace?: Namespace
    }) => Promise<hooks.WModalResult<string>>
  }
  useWalletInfo: (namespace?: Namespace) => WalletInfo | null
  useWallets: () => hooks.WModalWallets
}

type HookName = keyof typeof hooks & `use${string}`

describe("hooks", () => {
  it("has the type of its row, for every hook", () => {
    expectTypeOf<keyof Hooks>().toEqualTypeOf<HookName>()
    expectTypeOf<Pick<typeof hooks, HookName>>().toExtend<Hooks>()
    expectTypeOf<Hooks>().toExtend<Pick<typeof hooks, HookName>>()
    type Untyped = { [K in HookName]: 0 extends ReturnType<(typeof hooks)[K]> & 1 ? K : never }[HookName]
    expectTypeOf<Untyped>().toBeNever()
  })

  it("returns the account flat, with its status and all accounts", () => {
    const account = call(() => hooks.useWModalAccount("eip155"))
    expect(account).toEqual({
      address: undefined,
      caipAddress: undefined,
      isConnected: false,
      status: "disconnected",
      account: null,
      allAccounts: [],
      embeddedWalletInfo: null,
    })
    expectTypeOf(account.address).toEqualTypeOf<string | undefined>()
    expectTypeOf(account.caipAddress).toEqualTypeOf<CaipAddress | undefined>()
    expectTypeOf(account.status).toEqualTypeOf<"disconnected" | "connecting" | "connected">()
    expectTypeOf(account.allAccounts[0]).toExtend<{ address: string; namespace: Namespace } | undefined>()
    expectTypeOf(account.embeddedWalletInfo?.user.email).toEqualTypeOf<string | null | undefined>()
    expect(call(() => hooks.useAccount())).toEqual(account)
  })

  it("returns receiving and buying, which wait for an account", async () => {
    const receive = call(() => hooks.useReceive())
    expect(receive).toMatchObject({ status: "disconnected", request: null, arrivals: [] })
    expect(await receive.makeRequest({ amount: "1" })).toMatchObject({
      ok: false,
      error: { tag: "notLoaded" },
    })
    const purchase = call(() => hooks.useBuy())
    expect(purchase).toMatchObject({ status: "none", bought: null })
    expect(await purchase.buy()).toMatchObject({ ok: false, error: { tag: "notLoaded" } })
    expectTypeOf(purchase.buy).parameter(0).toExtend<hooks.BuyRequest | undefined>()
  })

  it("returns balance, network, wallet and provider, which are null before a connection", () => {
    const balance = call(() => hooks.useWModalBalance())
    expect(balance).toBe(null)
    expectTypeOf(balance).toEqualTypeOf<{
      readonly value: bigint
      readonly decimals: number
      readonly symbol: string
    } | null>()
    const network = call(() => hooks.useNetwork())
    expect(network).toMatchObject({
      network: null,
      chainId: undefined,
      networks: [{ caipNetworkId: "eip155:1" }],
    })
    expectTypeOf(network.caipNetworkId).toEqualTypeOf<CaipNetworkId | undefined>()
    expectTypeOf(network.chainId).toEqualTypeOf<number | string | undefined>()
    expectTypeOf(network.switchNetwork).toBeCallableWith(viemMainnet)
    expect(network).toMatchObject({ addNetwork: modal.addNetwork, removeNetwork: modal.removeNetwork })
    expectTypeOf(network.addNetwork).toBeCallableWith(viemMainnet)
    expectTypeOf(network.switchNetwork).returns.toEqualTypeOf<Promise<WModalOutcome>>()
    expect(call(() => hooks.useWalletInfo())).toBe(null)
    expect(call(() => hooks.useProvider("eip155"))).toBe(null)
    expectTypeOf(hooks.useWModalDisconnect).returns.toEqualTypeOf<WModal["disconnect"]>()
    expect(call(hooks.useDisconnect)).toBe(modal.disconnect)
  })

  it("returns a provider of eip155 that viem and ethers take without a cast", () => {
    const toClients = (provider: NonNullable<ReturnType<typeof hooks.useProvider<"eip155">>>) => {
      const client: WalletClient = createWalletClient({ transport: custom(provider) })
      return { client, ethers: new BrowserProvider(provider) }
    }
    const request = async () => "0x1"
    const provider = { request, on: () => provider, removeListener: () => provider }
    const { client, ethers } = toClients(provider)
    expect(client.transport.type).toBe("custom")
    expect(ethers).toBeInstanceOf(BrowserProvider)
    expectTypeOf(hooks.useProvider<"solana">).returns.not.toBeAny()
  })

  it("takes the chains of viem as networks", () => {
    expectTypeOf<{ chains: []; networks: readonly [Chain] }>().toExtend<WModalOptions>()
    expectTypeOf<{ chains: []; networks: readonly [{ id: "x" }] }>().not.toExtend<WModalOptions>()
  })

  it("returns tokens, activity and wallets, which are empty before a connection", () => {
    const tokens = call(hooks.useTokens)
    expect(tokens).toMatchObject({ status: "disconnected", tokens: [], total: null })
    expectTypeOf(tokens.tokens).toEqualTypeOf<readonly hooks.WModalToken[]>()
    expectTypeOf<hooks.WModalToken["balance"]>().toEqualTypeOf<bigint>()
    const activity = call(hooks.useActivity)
    expect(activity).toMatchObject({ status: "disconnected", transactions: [], more: "none" })
    expectTypeOf(activity.transactions).toEqualTypeOf<readonly hooks.WModalTransaction[]>()
    const wallets = call(hooks.useWallets)
    expect(wallets).toMatchObject({ status: "loading", wallets: [], uri: null, connecting: null })
    expectTypeOf(wallets.wallets).toEqualTypeOf<readonly hooks.WModalWallet[]>()
    expectTypeOf(wallets.uri).toEqualTypeOf<string | null>()
    expectTypeOf<Awaited<ReturnType<typeof wallets.connect>>>().toExtend<
      { ok: true; value: { address: string } } | { ok: false; error: { tag: string } }
    >()
  })

  it("returns functions that request, and the state of their newest call", () => {
    const idle = { data: undefined, error: null, isPending: false }
    const send = call(hooks.useSend)
    expect(send).toMatchObject({ send: expect.any(Function), ...idle })
    expectTypeOf(send.send).parameters.toEqualTypeOf<[hooks.SendRequest]>()
    expectTypeOf(send.data).toEqualTypeOf<string | null | undefined>()
    const swap = call(hooks.useSwap)
    expect(swap).toMatchObject({ swap: expect.any(Function), ...idle })
    expectTypeOf(swap.swap).toBeCallableWith({ source: "ETH", amount: "1" })
    const message = call(hooks.useWModalSignMessage)
    expect(message).toMatchObject({ signMessage: expect.any(Function), ...idle })
    expectTypeOf(message.data).toEqualTypeOf<string | undefined>()
    expectTypeOf(message.signMessage).toBeCallableWith({ message: "hi", namespace: "solana" })
    const typed = call(hooks.useWModalSignTypedData)
    expect(typed).toMatchObject({ signTypedData: expect.any(Function), ...idle })
    expectTypeOf(typed.signTypedData).toBeCallableWith({ typedData: { domain: {} } })
    const email = call(hooks.useUpdateEmail)
    expect(email).toMatchObject({ updateEmail: expect.any(Function), ...idle })
    expectTypeOf(email.data).toEqualTypeOf<string | undefined>()
  })

  it("returns session, theme and state of the modal", () => {
    expect(call(hooks.useSession)).toEqual({ status: "off", session: null })
    expectTypeOf(hooks.useSignIn).returns.returns.toEqualTypeOf<Promise<WModalOutcome>>()
    expectTypeOf(hooks.useSignOut).returns.returns.toEqualTypeOf<Promise<WModalOutcome>>()
    const theme = call(hooks.useTheme)
    expect(theme).toMatchObject({ mode: "auto", variables: {} })
    expectTypeOf(theme.setMode).parameters.toEqualTypeOf<["light" | "dark" | "auto"]>()
    const state = call(hooks.useModalState)
    expect(state).toEqual({
      isOpen: false,
      isLoading: false,
      isReady: false,
      activeChain: undefined,
      selectedNetworkId: undefined,
    })
    expectTypeOf(state.activeChain).toEqualTypeOf<Namespace | undefined>()
    const { open, optionsErrors } = call(hooks.useWModal)
    expect(optionsErrors).toEqual([])
    expectTypeOf(open).toBeCallableWith({ view: "WalletSend", namespace: "eip155" })
    expectTypeOf(open).toBeCallableWith("Account")
  })

  it("returns what apps may spend, which is nothing before a connection", () => {
    const spending = call(hooks.useSpendingSessions)
    expect(spending).toMatchObject({ status: "disconnected", sessions: [] })
    expectTypeOf(spending.sessions).toEqualTypeOf<readonly hooks.WModalSpendingSession[]>()
    expectTypeOf(spending.refresh).toBeCallableWith()
  })

  it("returns the names of an account, which wait for one", async () => {
    const names = call(() => hooks.useNames())
    expect(names).toMatchObject({ status: "disconnected", names: [] })
    expect(await names.register("vera")).toMatchObject({ ok: false, error: { tag: "notLoaded" } })
    expect(await names.suggest("vera")).toMatchObject({ ok: false, error: { tag: "notLoaded" } })
    expectTypeOf(names.register).toBeCallableWith("vera")
  })

  it("types the elements in the document and in JSX", () => {
    type Names = keyof HTMLElementTagNameMap & `wmodal-${string}`
    expectTypeOf<Names>().toEqualTypeOf<
      | "wmodal-button"
      | "wmodal-network-button"
      | "wmodal-account-button"
      | "wmodal-wallet-button"
      | "wmodal-modal"
    >()
    expectTypeOf<Names>().toEqualTypeOf<keyof JSX.IntrinsicElements & `wmodal-${string}`>()
    expectTypeOf<HTMLElementTagNameMap["wmodal-wallet-button"]["modal"]>().toEqualTypeOf<WModal | null>()
    expectTypeOf<{ namespace: "eip155"; balance: "hide" }>().toExtend<
      JSX.IntrinsicElements["wmodal-account-button"]
    >()
    expectTypeOf<{ namespace: "ethereum" }>().not.toExtend<JSX.IntrinsicElements["wmodal-button"]>()
  })

  it("types the properties of an event by its name", () => {
    expect(call(() => hooks.useEvents())).toBe(null)
    const read = (event: EngineEvent) => {
      if (event.name === "CONNECT_ERROR") expectTypeOf(event.properties.message).toEqualTypeOf<string>()
      if (event.name === "MODAL_OPEN") expectTypeOf(event.properties.connected).toEqualTypeOf<boolean>()
    }
    expectTypeOf(hooks.useEvents).toBeCallableWith(read)
    expectTypeOf<EngineEvent["name"]>().not.toEqualTypeOf<string>()
  })

  it("throws a sentence without a provider above", () => {
    const Alone = () => {
      hooks.useWModalAccount()
      return null
    }
    expect(() => renderToStaticMarkup(createElement(Alone))).toThrow("Put <WModalProvider")
  })

  it("renders a button that the page draws, which opens the modal on its chain", () => {
    const opened: unknown[] = []
    const opening = { ...modal, open: (request: unknown) => void opened.push(request) }
    const draw: hooks.CustomButtonProps["children"] = ({
      account,
      status,
      open,
      openNetworks,
      buttonProps,
    }) => {
      open()
      openNetworks()
      return createElement("button", buttonProps, account?.label ?? status)
    }
    const Button = () => hooks.CustomButton({ namespace: "solana", children: draw })
    const tree = createElement(hooks.WModalProvider, { modal: opening }, createElement(Button))
    expect(renderToStaticMarkup(tree)).toBe(
      '<button type="button" aria-haspopup="dialog" aria-busy="false">disconnected</button>',
    )
    expect(opened).toEqual([{ namespace: "solana" }, "Networks"])
  })
})
