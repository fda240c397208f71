import { describe, expect, it } from "@effect/vitest"
import { ConnectorError } from "@wmodal/chains"
import { frameId } from "@wmodal/chains/frame"
import type { OnrampState } from "@wmodal/core/flows"
import {
  connectAccountWith,
  makeEngineOver,
  reach,
  scriptedApi,
  scriptedContracts,
  scriptedSession,
  scriptedWallet,
} from "@wmodal/core/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { base as viemBase, optimism as viemOptimism } from "viem/chains"
import { vi } from "vitest"
import { loadPageError, publishChanges } from "../binding/publish.ts"
import { makeTranslate } from "../messages/Translate.tsx"
import { createWModal } from "../page/createWModal.ts"
import type { HostValues } from "../page/HostValues.ts"
import type { HostDeps } from "./HostDeps.ts"
import { makeHostMethods } from "./hostMethods.ts"
import { makeWatchHostValue } from "./index.ts"
import { openWallet } from "./openWallet.ts"
import { proposePurchase } from "./proposeOperation.ts"

const now = SubscriptionRef.getUnsafe
const words = makeTranslate("en", {})

const makeDeps = (engine: HostDeps["engine"], over: Partial<HostDeps> = {}): HostDeps => ({
  engine,
  run: (action) => void Effect.runFork(action),
  words,
  attach: () => {},
  render: () => {},
  publishWords: () => {},
  toError: (problem, during) => loadPageError(problem, words, during),
  intercept: async ({ ask }) => (await ask("eip155:1")).answer,
  ...over,
})

const account = "eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"

const watchOne = <K extends keyof HostValues>(deps: HostDeps, name: K) => {
  const seen: HostValues[K][] = []
  const stop = makeWatchHostValue(deps)(name, (value) => void seen.push(value as HostValues[K]))
  return { seen, stop, last: () => seen.at(-1) }
}

describe("host methods", () => {
  it.effect("changes options, renders again, and changes nothing when one is invalid", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectAccountWith({})
      const render = vi.fn()
      const methods = makeHostMethods(makeDeps(engine, { render }))
      expect(yield* Effect.promise(() => methods.updateFeatures([{ swaps: false }]))).toEqual({ ok: true })
      expect(engine.options.features).toMatchObject({ swaps: false, send: true })
      yield* Effect.promise(() => methods.setConnectMethodsOrder([["wallet", "email"]]))
      expect(engine.options.connectMethodsOrder).toEqual(["wallet", "email"])
      expect(render).toHaveBeenCalledTimes(2)
      const refused = yield* Effect.promise(() => methods.updateOptions([{ features: { swaps: 7 } }]))
      expect(refused).toMatchObject({ ok: false, error: { text: expect.stringContaining("features.swaps") } })
      expect(engine.options.features.swaps).toBe(false)
      expect(render).toHaveBeenCalledTimes(2)
    }),
  )

  it.effect("hides a wallet that the page excludes later", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([scriptedWallet().connector])
      yield* engine.ready
      const methods = makeHostMethods(makeDeps(engine))
      const names = () => now(engine.connectors.rows).map(({ name }) => name)
      expect(names()).toContain("Scripted Wallet")
      yield* Effect.promise(() => methods.updateOptions([{ excludedWallets: ["io.scripted"] }]))
      expect(names()).not.toContain("Scripted Wallet")
    }),
  )

  it.effect("opens a wallet by its name, id or rdns and asks it to connect", () =>
    Effect.gen(function* () {
      for (const wallet of ["scripted", "Scripted Wallet", "IO.scripted"]) {
        const engine = yield* makeEngineOver([scriptedWallet().connector])
        const { last } = watchOne(makeDeps(engine), "wallets")
        yield* Effect.promise(() => vi.waitFor(() => expect(last()).toBeDefined()))
        last()?.open(wallet)
        const { eip155 } = yield* reach(engine.connection.state, (all) => all.eip155?._tag === "Connected")
        expect(eip155).toMatchObject({ wallet: { name: "Scripted Wallet" } })
      }
    }),
  )

  it.effect("looks for a wallet without a row in the list of all wallets", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([scriptedWallet().connector])
      yield* openWallet(engine, "Solflare", undefined)
      expect(now(engine.router.state).history.map(({ _tag }) => _tag)).toEqual(["Connect", "AllWallets"])
      const { state } = yield* engine.wallets
      expect(now(state).query).toBe("Solflare")
      expect(now(engine.connection.state).eip155?._tag).toBe("Disconnected")
    }),
  )

  it.effect("has a message signed by the account in use, after the page's own review", () =>
    Effect.gen(function* () {
      const signMessage = vi.fn(() => Effect.succeed("0xsigned"))
      const { engine } = yield* connectAccountWith({ answers: { signMessage } })
      const shown: unknown[] = []
      const methods = makeHostMethods(
        makeDeps(engine, {
          intercept: async (question) => {
            shown.push(question.request)
            expect(signMessage).not.toHaveBeenCalled()
            return (await question.ask("eip155:1")).answer
          },
        }),
      )
      const signed = yield* Effect.promise(() => methods.signMessage([{ message: "hi" }]))
      expect(signed).toEqual({ ok: true, value: "0xsigned" })
      expect(shown).toEqual([{ _tag: "Message", message: "hi" }])
      expect(signMessage).toHaveBeenCalledExactlyOnceWith({ account, message: "hi" })
      const data = { types: {}, primaryType: "A", domain: { chainId: 1n }, message: {} }
      yield* Effect.promise(() => methods.signTypedData([{ typedData: data }]))
      expect(shown.at(-1)).toEqual({
        _tag: "TypedData",
        typedData: JSON.stringify({ ...data, domain: { chainId: "1" } }),
      })
    }),
  )

  it.effect("signs nothing when the user declines, and reports that", () =>
    Effect.gen(function* () {
      const signMessage = vi.fn(() => Effect.succeed("0x"))
      const { engine } = yield* connectAccountWith({ answers: { signMessage } })
      const methods = makeHostMethods(
        makeDeps(engine, { intercept: async () => ({ _tag: "Rejected", code: 4001, text: "No." }) }),
      )
      const declined = yield* Effect.promise(() => methods.signMessage([{ message: "hi" }]))
      expect(declined).toEqual({ ok: false, error: { tag: "declined", text: "No." } })
      expect(signMessage).not.toHaveBeenCalled()
    }),
  )

  it.effect("fails with notConnected without an account, and with invalidInput for no object", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([])
      const methods = makeHostMethods(makeDeps(engine))
      for (const [name, input] of [
        ["signMessage", { message: "a" }],
        ["send", { to: "0x" }],
        ["swap", {}],
        ["updateEmail", undefined],
        ["setPreferredAccountType", "eoa"],
      ] as const)
        expect(yield* Effect.promise(() => methods[name]([input]))).toMatchObject({
          ok: false,
          error: { tag: "notConnected" },
        })
      expect(yield* Effect.promise(() => methods.signMessage([]))).toMatchObject({
        ok: false,
        error: { tag: "invalidInput" },
      })
      expect(yield* Effect.promise(() => methods.addNetwork([{ id: "?" }]))).toMatchObject({ ok: false })
    }),
  )

  it.effect("switches to a network by its id, by its object, and by a chain of viem", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([])
      const methods = makeHostMethods(makeDeps(engine))
      for (const [network, id] of [
        ["eip155:10", "eip155:10"],
        [mainnet, "eip155:1"],
        [viemOptimism, "eip155:10"],
      ] as const) {
        expect(yield* Effect.promise(() => methods.switchNetwork([network]))).toEqual({ ok: true })
        expect(now(engine.networks.selected).caipNetworkId).toBe(id)
      }
      for (const unknown of [viemBase, { id: "?" }, "eip155:8453"])
        expect(yield* Effect.promise(() => methods.switchNetwork([unknown]))).toMatchObject({
          ok: false,
          error: { tag: "networkNotFound" },
        })
    }),
  )

  it.effect("says what was declined or not done when a switch fails", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectAccountWith({})
      for (const [reason, text] of [
        [{ _tag: "Declined" }, /^Switch declined\. /],
        [{ _tag: "NetworkUnchanged", network: "Base" }, /^Network not switched\. .* not on Base\. /],
      ] as const) {
        const switchTo = () => Effect.fail(new ConnectorError({ connectorId: "dev", reason }))
        const methods = makeHostMethods(makeDeps({ ...engine, networks: { ...engine.networks, switchTo } }))
        expect(yield* Effect.promise(() => methods.switchNetwork(["eip155:1"]))).toMatchObject({
          ok: false,
          error: { text: expect.stringMatching(text) },
        })
      }
    }),
  )

  it.effect("adds a chain of viem, publishes it at once, and removes it", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectAccountWith({})
      const methods = makeHostMethods(makeDeps(engine))
      const published = vi.fn()
      for (const change of publishChanges(engine, words, published, {}))
        yield* Effect.forkScoped(change, { startImmediately: true })
      published.mockClear()
      expect(yield* Effect.promise(() => methods.addNetwork([viemBase]))).toEqual({ ok: true })
      expect(now(engine.networks.all).map(({ caipNetworkId }) => caipNetworkId)).toContain("eip155:8453")
      expect(published).toHaveBeenCalled()
      expect(yield* Effect.promise(() => methods.removeNetwork(["eip155:8453"]))).toEqual({ ok: true })
      expect(yield* Effect.promise(() => methods.removeNetwork(["eip155:8453"]))).toMatchObject({
        error: { tag: "networkNotFound" },
      })
    }),
  )

  it.effect("lets a modal have each of its methods", () =>
    Effect.gen(function* () {
      const modal = createWModal({ chains: [], networks: [] })
      const methods = makeHostMethods(makeDeps(yield* makeEngineOver([])))
      for (const name of Object.keys(methods)) expect(modal).toHaveProperty(name, expect.any(Function))
      modal.destroy()
    }),
  )

  it.effect("opens a payment filled in, and reports that the user has left it", () =>
    Effect.gen(function* () {
      const { engine, flows } = yield* connectAccountWith({})
      const methods = makeHostMethods(makeDeps(engine))
      const to = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
      const sent = methods.send([{ to, amount: "0.5" }])
      yield* reach(engine.router.state, ({ open, history }) => open && history.at(-1)?._tag === "WalletSend")
      expect(now(flows.send.state)).toMatchObject({ form: { recipient: to, amount: "0.5" } })
      yield* engine.router.close
      expect(yield* Effect.promise(() => sent)).toMatchObject({ ok: false, error: { tag: "declined" } })
    }),
  )
})

describe("host values", () => {
  it.effect("reports the wallets, and connects one without a view", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([scriptedWallet().connector])
      yield* engine.ready
      const { seen, stop, last } = watchOne(makeDeps(engine), "wallets")
      const [wallet] = last()?.wallets ?? []
      expect(last()).toMatchObject({ status: "loaded", connecting: null, uri: null, hasLink: false })
      expect(wallet).toMatchObject({ name: "Scripted Wallet", installed: true, namespaces: ["eip155"] })
      const connected = yield* Effect.promise(async () => last()?.connect(wallet?.id ?? ""))
      expect(connected).toMatchObject({ ok: true, value: { caipAddress: account } })
      expect(now(engine.router.state).open).toBe(false)
      expect(seen.map(({ connecting }) => connecting?.name)).toContain("Scripted Wallet")
      expect(yield* Effect.promise(async () => last()?.connect("nothing"))).toMatchObject({ ok: false })
      expect(yield* Effect.promise(async () => last()?.connectByLink())).toMatchObject({ ok: false })
      stop()
      const { length } = seen
      yield* engine.connection.disconnect()
      expect(seen).toHaveLength(length)
    }),
  )

  it.effect("reports an attempt with another wallet, and keeps the connected one when it is cancelled", () =>
    Effect.gen(function* () {
      const other = scriptedWallet({ id: "io.other", name: "Other", connect: () => Effect.never })
      const engine = yield* makeEngineOver([scriptedWallet().connector, other.connector])
      yield* engine.ready
      yield* engine.connection.connectAndWait("io.scripted")
      const { last, stop } = watchOne(makeDeps(engine), "wallets")
      last()?.connect("eip155/io.other")
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected" && !!eip155.next)
      expect(last()?.connecting).toEqual({ name: "Other", slow: false })
      yield* Effect.promise(async () => last()?.cancel())
      expect(last()?.connecting).toBe(null)
      expect(now(engine.account.state)?.caipAddress).toBe(account)
      stop()
    }),
  )

  it.effect("reports what apps may spend, and opens its end", () =>
    Effect.gen(function* () {
      const [caip] = scriptedSession.accounts
      const session = {
        project: { id: "p", name: "App", url: "https://app.example" },
        pci: "one",
        expiry: 4_000_000_000,
        createdAt: 5,
        permissions: [],
        policies: [],
        context: "0x",
      }
      const api = scriptedApi({
        [`/v1/sessions/${encodeURIComponent(caip)}`]: () => Response.json({ pcis: [session] }),
      })
      const allowances = [
        { _tag: "Spend", token: null, limit: 100n, left: 40n },
        { _tag: "Unknown", type: "contract-call", data: "{}" },
      ] as const
      const contracts = {
        ...scriptedContracts,
        fetchSession: () =>
          Effect.succeed({ key: null, expiry: null, status: "active", allowances } as const),
      }
      const { engine, flows } = yield* connectAccountWith({
        actions: { contracts },
        options: api.options,
        deps: { fetch: api.fetch },
      })
      const { last } = watchOne(makeDeps(engine), "sessions")
      const made = yield* flows.sessions
      yield* reach(made.state, ({ _tag }) => _tag === "Loaded")
      const eth = { kind: "spend", token: null, symbol: "ETH", decimals: 18, limit: 100n, left: 40n }
      expect(last()?.sessions).toMatchObject([
        {
          id: "one",
          host: "app.example",
          status: "active",
          onChain: true,
          createdAt: 5000,
          expiresAt: null,
          allowances: [eth, { kind: "unknown", type: "contract-call", data: "{}" }],
        },
      ])
      expect(last()?.sessions[0]).not.toHaveProperty("stored")
      last()?.sessions[0]?.revoke()
      yield* reach(
        engine.router.state,
        ({ history, open }) => open && history.at(-1)?._tag === "SmartSession",
      )
      yield* engine.connection.disconnect()
      yield* reach(engine.account.state, (state) => state === null)
      expect(last()).toMatchObject({ status: "disconnected", sessions: [] })
    }),
  )

  it.effect("reports the tokens and transactions of the account", () =>
    Effect.gen(function* () {
      const { engine, flows } = yield* connectAccountWith({})
      const tokens = watchOne(makeDeps(engine), "tokens")
      const activity = watchOne(makeDeps(engine), "activity")
      yield* reach(flows.holdings.state, ({ _tag }) => _tag === "Held")
      expect(tokens.last()).toMatchObject({
        status: "loaded",
        complete: false,
        tokens: [{ symbol: "ETH", address: null, balance: 1_500_000_000_000_000_000n, formatted: "1.5" }],
      })
      yield* reach(flows.activity.state, ({ _tag }) => _tag !== "Loading")
      expect(activity.last()).toMatchObject({ status: "loaded", complete: false, transactions: [] })
      yield* engine.connection.disconnect()
      yield* reach(flows.holdings.state, ({ _tag }) => _tag === "Disconnected")
      expect(tokens.last()).toMatchObject({ status: "disconnected", tokens: [] })
    }),
  )

  it.effect("makes payment requests, and reports what arrives while it is followed", () =>
    Effect.gen(function* () {
      const { engine, flows } = yield* connectAccountWith({})
      const { receive } = yield* flows.funding
      const { last, stop } = watchOne(makeDeps(engine), "receive")
      yield* reach(receive.state, ({ _tag }) => _tag === "Ready")
      expect(last()).toMatchObject({
        status: "ready",
        request: { account, network: "eip155:1", uri: expect.stringMatching(/0x/) },
        arrivals: [],
      })
      const made = yield* Effect.promise(async () => last()?.makeRequest({ amount: "0.5" }))
      expect(made).toMatchObject({ ok: true, value: { account, network: "eip155:1" } })
      const wrong = yield* Effect.promise(async () => last()?.makeRequest({ amount: "0.5", token: "NONE" }))
      expect(wrong).toMatchObject({
        ok: false,
        error: { tag: "unknownToken", text: expect.stringContaining("NONE") },
      })
      stop()
      yield* engine.connection.disconnect()
      expect(last()).toMatchObject({ status: "ready" })
    }),
  )

  /** An account of the embedded wallet, whose registry knows one name and takes others. */
  const connectWithNames = (signMessage = () => Effect.succeed("0x5161")) => {
    const address = account.replace("eip155:1:", "")
    const api = scriptedApi({
      [`/v1/profile/reverse/${address}`]: () => Response.json([{ name: "ada.reown.id", addresses: {} }]),
      "/v1/profile/suggestions/vera": () =>
        Response.json({ suggestions: [{ name: "vera.reown.id", registered: false }] }),
      "/v1/profile/account/vera.reown.id": () => Response.json([]),
      "/v1/profile/account": () => Response.json({}),
    })
    return Effect.map(
      connectAccountWith({
        answers: { id: frameId, type: "AUTH", signMessage },
        options: api.options,
        deps: { fetch: api.fetch },
      }),
      ({ engine, flows }) => ({ engine, flows, api, ...watchOne(makeDeps(engine), "names") }),
    )
  }

  it.effect("reports the account's names, suggests others, and registers one after its review", () =>
    Effect.gen(function* () {
      const { api, engine, flows, last } = yield* connectWithNames()
      const names = yield* flows.names
      yield* reach(names.owned, ({ _tag }) => _tag === "Loaded")
      expect(last()).toMatchObject({ status: "loaded", names: ["ada.reown.id"] })
      expect(yield* Effect.promise(async () => last()?.suggest("vera"))).toEqual({
        ok: true,
        value: [{ name: "vera.reown.id", registered: false }],
      })
      const registering = last()?.register("vera")
      yield* reach(names.state, ({ _tag }) => _tag === "Reviewing")
      yield* reach(
        engine.router.state,
        ({ open, history }) => open && history.at(-1)?._tag === "RegisterAccountName",
      )
      expect(api.askedFor("/v1/profile/account")).toEqual([])
      yield* names.confirm
      expect(yield* Effect.promise(async () => registering)).toEqual({ ok: true, value: "vera.reown.id" })
      yield* engine.connection.disconnect()
      yield* reach(engine.account.state, (state) => state === null)
      expect(last()).toMatchObject({ status: "disconnected", names: [] })
    }),
  )

  it.effect("opens no view for a name that cannot be registered, and says why", () =>
    Effect.gen(function* () {
      const { engine, flows, last } = yield* connectWithNames()
      yield* reach((yield* flows.names).owned, ({ _tag }) => _tag === "Loaded")
      const refused = yield* Effect.promise(async () => last()?.register("ve"))
      expect(refused).toMatchObject({
        ok: false,
        error: { tag: "invalidName", text: expect.stringContaining("Error registering name ve") },
      })
      expect(now(engine.router.state).open).toBe(false)
    }),
  )

  it.effect("reports that the user has left the review of a name, unsigned", () =>
    Effect.gen(function* () {
      const signMessage = vi.fn(() => Effect.succeed("0x5161"))
      const { engine, flows, last } = yield* connectWithNames(signMessage)
      const names = yield* flows.names
      yield* reach(names.owned, ({ _tag }) => _tag === "Loaded")
      const registering = last()?.register("vera.reown.id")
      yield* reach(names.state, ({ _tag }) => _tag === "Reviewing")
      yield* reach(engine.router.state, ({ open }) => open)
      yield* engine.router.close
      expect(yield* Effect.promise(async () => registering)).toMatchObject({
        ok: false,
        error: { tag: "declined" },
      })
      expect(signMessage).not.toHaveBeenCalled()
    }),
  )

  it.effect("opens a purchase filled in, and reports that the user has left it", () =>
    Effect.gen(function* () {
      const limits = [{ id: "card", min: "10.00", max: "7500.00" }]
      const api = scriptedApi({
        "/v1/onramp/options": () =>
          Response.json({
            paymentCurrencies: ["USD", "EUR"].map((id) => ({ id, payment_method_limits: limits })),
            purchaseCurrencies: ["USDC", "ETH"].map((symbol) => ({
              id: symbol,
              name: symbol,
              symbol,
              networks: [{ name: "e", display_name: "Ethereum", chain_id: "1", contract_address: "" }],
            })),
          }),
      })
      const { engine, flows } = yield* connectAccountWith({ options: api.options, deps: api })
      const { onramp } = yield* flows.funding
      const { last } = watchOne(makeDeps(engine), "purchase")
      yield* Effect.promise(() => vi.waitFor(() => expect(last()?.status).toBe("none")))
      const refused = yield* Effect.promise(async () => last()?.buy({ token: "NONE" }))
      expect(refused).toMatchObject({ ok: false, error: { tag: "tokenNotFound" } })
      const buying = last()?.buy({ token: "eth", currency: "EUR", amount: "50" })
      yield* reach(
        engine.router.state,
        ({ open, history }) => open && history.at(-1)?._tag === "OnRampProviders",
      )
      // The form keeps what was proposed when its view begins.
      yield* onramp.begin
      expect(now(onramp.state)).toMatchObject({
        _tag: "Choosing",
        form: { token: { symbol: "ETH" }, currency: { id: "EUR" }, amount: "50" },
      })
      expect(last()?.status).toBe("opened")
      yield* engine.router.close
      expect(yield* Effect.promise(async () => buying)).toMatchObject({
        ok: false,
        error: { tag: "declined" },
      })
    }),
  )

  it.effect.each([
    [
      { _tag: "Arrived", bought: "0.5 ETH" },
      { ok: true, value: "0.5 ETH" },
    ],
    [{ _tag: "Late" }, { ok: true, value: null }],
    [{ _tag: "Failed" }, { ok: false, error: { tag: "failed" } }],
  ] as const)("ends a purchase that is %o with its outcome", ([progress, outcome]) =>
    Effect.gen(function* () {
      const { engine, flows } = yield* connectAccountWith({})
      const { onramp } = yield* flows.funding
      const state = yield* SubscriptionRef.make({ _tag: "Choosing" } as OnrampState)
      const made = { ...onramp, state, propose: () => Effect.succeed(null) }
      const buying = yield* Effect.forkChild(proposePurchase(makeDeps(engine), made, {}), {
        startImmediately: true,
      })
      yield* reach(engine.router.state, ({ open }) => open)
      const visit = (progress: object) =>
        SubscriptionRef.set(state, { _tag: "Visiting", visit: {}, progress } as OnrampState)
      // The view of the providers is left for that of the purchase, which goes on.
      yield* visit({ _tag: "Waiting" })
      yield* engine.router.close
      yield* visit({ _tag: "Paid" })
      yield* visit(progress)
      expect(yield* Fiber.join(buying)).toMatchObject(outcome)
    }),
  )
})
