import { describe, expect, it } from "@effect/vitest"
import { type NetworkError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { ownNetworksRecord } from "../storage/ownNetworksRecord.ts"
import { makeEngineWith, makeTestChain, memoryStorage, testNetworks } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import type { NetworkDraft } from "./OwnNetworks.ts"

const now = SubscriptionRef.getUnsafe

const draft: NetworkDraft = {
  name: "Workshop",
  url: "https://rpc.workshop.example/key",
  chainId: "31337",
  symbol: "WKS",
  explorer: "https://explorer.workshop.example",
}

type Reply = (body: { readonly id: number; readonly method: string }) => unknown

/** An engine over a node that answers `eth_chainId` with `chainId`, and the requests that it received. */
const setup = (
  over: {
    readonly chainId?: unknown
    readonly reply?: Effect.Effect<Response, NetworkError>
    readonly options?: Readonly<Record<string, unknown>>
    readonly storage?: ReturnType<typeof memoryStorage>
  } = {},
) =>
  Effect.gen(function* () {
    const wallet = scriptedWallet()
    const storage = over.storage ?? memoryStorage()
    const asked: string[] = []
    const answer: Reply = ({ id, method }) => ({
      jsonrpc: "2.0",
      id,
      result: method === "eth_chainId" ? (over.chainId ?? "0x7a69") : "0x0",
    })
    const engine = yield* makeEngineWith(
      { chains: [makeTestChain([wallet.connector])], features: { addNetworks: true }, ...over.options },
      {
        storage,
        fetch: {
          send: (request) =>
            Effect.gen(function* () {
              const text = yield* Effect.promise(() => request.clone().text())
              const body = JSON.parse(text)
              asked.push(`${request.url} ${[body].flat().map(({ method }) => method)}`)
              if (over.reply !== undefined) return yield* over.reply
              return Response.json(Array.isArray(body) ? body.map(answer) : answer(body))
            }),
        },
      },
    )
    yield* engine.ready
    const own = yield* (yield* engine.flows).ownNetworks
    return { engine, own, storage, asked, wallet }
  })

const reasonOf = (error: { readonly reason: unknown }) => error.reason

const all = (engine: {
  readonly networks: { readonly configured: readonly { readonly caipNetworkId: string }[] }
}) => engine.networks.configured.map(({ caipNetworkId }) => caipNetworkId)

describe("makeOwnNetworks", () => {
  it.effect("adds a network once its node has named its number, and keeps it for the next visit", () =>
    Effect.gen(function* () {
      const { asked, engine, own, storage } = yield* setup()
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.router.push({ _tag: "AddNetwork" })
      const added = yield* own.add({ ...draft, chainId: " 0x7A69 ", name: " Work\u202eshop " })
      expect(added).toEqual({
        id: 31_337,
        caipNetworkId: "eip155:31337",
        chainNamespace: "eip155",
        name: "Workshop",
        nativeCurrency: { name: "WKS", symbol: "WKS", decimals: 18 },
        rpcUrls: { default: { http: [draft.url] } },
        blockExplorers: {
          default: { name: "explorer.workshop.example", url: draft.explorer },
        },
        addedByUser: true,
      })
      expect(asked).toEqual([`${draft.url} eth_chainId`])
      expect(all(engine)).toEqual(["eip155:1", "eip155:10", "eip155:31337"])
      expect(now(engine.router.state).history).toEqual([{ _tag: "Networks" }])
      expect(now(engine.toasts.current)?.message.values).toEqual({ network: "Workshop" })
      // Adding is not choosing.
      expect(now(engine.networks.selected)).toEqual(testNetworks[0])

      yield* engine.networks.switchTo("eip155:31337")
      const next = yield* setup({ storage })
      expect(all(next.engine)).toEqual(["eip155:1", "eip155:10", "eip155:31337"])
      expect(next.engine.networks.configured[2]).toEqual(added)
      expect(now(next.engine.networks.selected).caipNetworkId).toBe("eip155:31337")
      expect(next.engine.options.networks).toHaveLength(2)
      expect(next.asked).toEqual([])
    }),
  )

  it.effect(
    "asks only the user's node about the user's network, also before the operator's and the proxy",
    () =>
      Effect.gen(function* () {
        const { asked, engine, own, wallet } = yield* setup({
          options: {
            endpoints: { blockchain: "https://api.example" },
            customRpcUrls: { "eip155:31337": ["https://operator.example"] },
          },
        })
        yield* own.add(draft)
        yield* engine.connection.connectAndWait(wallet.connector.id)
        yield* engine.networks.switchTo("eip155:31337")
        yield* reach(
          engine.account.state,
          (account) => account?.network === "eip155:31337" && account.balance._tag === "Loaded",
        )
        expect(asked.filter((one) => one.startsWith(draft.url))).not.toEqual([])
        expect(asked.filter((one) => /operator|api\.example\/v1\/\?chainId=eip155:31337/.test(one))).toEqual(
          [],
        )
      }),
  )

  it.effect.each([
    [{ name: "", url: "", chainId: "", symbol: "" }, ["missing", "missing", "missing", "missing"]],
    [{ name: "n".repeat(41), symbol: "s".repeat(13) }, ["tooLong", null, null, "tooLong"]],
    [{ url: "rpc.example" }, [null, "notUrl", null, null]],
    [{ url: "javascript:alert(1)" }, [null, "notUrl", null, null]],
    [{ url: "http://rpc.example" }, [null, "insecure", null, null]],
    [{ url: "http://localhost.evil.example" }, [null, "insecure", null, null]],
    [{ url: "https://user:secret@rpc.example" }, [null, "insecure", null, null]],
    [{ chainId: "0" }, [null, null, "notNumber", null]],
    [{ chainId: "mainnet" }, [null, null, "notNumber", null]],
    [{ chainId: "9007199254740993" }, [null, null, "notNumber", null]],
  ] as const)("refuses %o without a request", ([typed, [name, url, chainId, symbol]]) =>
    Effect.gen(function* () {
      const { asked, engine, own } = yield* setup()
      const error = yield* Effect.flip(own.add({ ...draft, ...typed }))
      const expected = Object.entries({ name, url, chainId, symbol }).filter(([, fault]) => fault !== null)
      expect(reasonOf(error)).toEqual({ _tag: "Invalid", faults: Object.fromEntries(expected) })
      expect(now(own.state)).toMatchObject({ _tag: "Editing", error })
      expect(asked).toEqual([])
      expect(all(engine)).toHaveLength(2)
    }),
  )

  it.effect("refuses an explorer that is not https, and accepts a node on this device", () =>
    Effect.gen(function* () {
      const { asked, own } = yield* setup()
      const error = yield* Effect.flip(own.add({ ...draft, explorer: "http://explorer.example" }))
      expect(reasonOf(error)).toEqual({ _tag: "Invalid", faults: { explorer: "insecure" } })
      const added = yield* own.add({ ...draft, url: "http://127.0.0.1:8545", explorer: "" })
      expect(added).not.toHaveProperty("blockExplorers")
      expect(asked).toEqual(["http://127.0.0.1:8545/ eth_chainId"])
    }),
  )

  it.effect("never replaces the host's network of the same id, nor its node", () =>
    Effect.gen(function* () {
      const { asked, engine, own, storage } = yield* setup({ chainId: "0x1" })
      const error = yield* Effect.flip(own.add({ ...draft, chainId: "1" }))
      expect(reasonOf(error)).toEqual({ _tag: "Listed", network: testNetworks[0] })
      yield* engine.networks.add({ ...mainnet, rpcUrls: { default: { http: [draft.url] } } }, true)
      expect(engine.networks.configured[0]).toEqual(testNetworks[0])
      // Neither does what another script has stored, nor a network that the host has since.
      const stolen = { ...mainnet, rpcUrls: { default: { http: ["https://evil.example"] } } }
      storage.set(ownNetworksRecord.key, JSON.stringify({ v: 1, data: [stolen] }))
      const next = yield* setup({ storage })
      expect(next.engine.networks.configured).toEqual(testNetworks)
      expect(asked).toEqual([])
    }),
  )

  it.effect.each([
    ["0x1", "1"],
    ["nonsense", null],
    [null, null],
  ] as const)("refuses a node that answers %s", ([chainId, served]) =>
    Effect.gen(function* () {
      const { engine, own } = yield* setup({ chainId: chainId ?? { no: "number" } })
      const error = yield* Effect.flip(own.add(draft))
      expect(reasonOf(error)).toEqual({
        _tag: "OtherNetwork",
        host: "rpc.workshop.example",
        typed: "31337",
        served,
      })
      expect(all(engine)).toHaveLength(2)
    }),
  )

  it.effect("refuses a node that answers with no JSON-RPC", () =>
    Effect.gen(function* () {
      const { engine, own } = yield* setup({ reply: Effect.succeed(new Response("<html>", { status: 404 })) })
      const error = yield* Effect.flip(own.add(draft))
      expect(reasonOf(error)).toEqual({ _tag: "NoResponse", host: "rpc.workshop.example" })
      expect(all(engine)).toHaveLength(2)
    }),
  )

  it.effect("ends the check when the user leaves the form", () =>
    Effect.gen(function* () {
      const { engine, own } = yield* setup({ reply: Effect.never })
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.router.push({ _tag: "AddNetwork" })
      const waiting = yield* Effect.forkChild(Effect.flip(own.add(draft)), { startImmediately: true })
      yield* reach(own.state, ({ _tag }) => _tag === "Checking")
      yield* engine.router.goBack
      expect(reasonOf(yield* Fiber.join(waiting))).toEqual({ _tag: "Cancelled" })
      expect(now(own.state)).toEqual({ _tag: "Editing", error: null })
      expect(all(engine)).toHaveLength(2)
    }),
  )

  it.effect("offers nothing where no chain has numbered networks", () =>
    Effect.gen(function* () {
      const { own } = yield* setup({
        options: { chains: [makeTestChain([], {}, "solana")], networks: [solana] },
      })
      expect(reasonOf(yield* Effect.flip(own.add(draft)))).toEqual({ _tag: "NotOffered" })
    }),
  )

  it.effect("removes the user's own network, now and for later, and none of the host's", () =>
    Effect.gen(function* () {
      const { engine, own, storage } = yield* setup()
      yield* own.add(draft)
      yield* engine.networks.switchTo("eip155:31337")
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.router.push({ _tag: "OwnNetwork", network: "eip155:31337" })
      yield* own.remove("eip155:31337")
      expect(all(engine)).toEqual(["eip155:1", "eip155:10"])
      expect(now(engine.networks.selected).caipNetworkId).toBe("eip155:1")
      expect(now(engine.router.state).history).toEqual([{ _tag: "Networks" }])
      expect(storage.held.has(ownNetworksRecord.key)).toBe(false)
      for (const id of ["eip155:1", "eip155:31337"] as const)
        expect(reasonOf(yield* Effect.flip(own.remove(id)))).toEqual({ _tag: "NetworkNotFound", network: id })
    }),
  )

  it.effect("asks for another network when the wallet stays on the removed one", () =>
    Effect.gen(function* () {
      const { engine, own, wallet } = yield* setup()
      yield* own.add(draft)
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* engine.networks.switchTo("eip155:31337")
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.router.push({ _tag: "OwnNetwork", network: "eip155:31337" })
      yield* own.remove("eip155:31337")
      expect(now(engine.networks.shown)).toMatchObject({ known: false })
      expect(now(engine.router.state).history).toEqual([{ _tag: "UnsupportedChain" }])
    }),
  )

  it.effect("keeps the only network of a chain", () =>
    Effect.gen(function* () {
      const { engine, own } = yield* setup({
        options: {
          chains: [makeTestChain([]), makeTestChain([], {}, "solana")],
          networks: [solana],
        },
      })
      const network = yield* own.add(draft)
      const error = yield* Effect.flip(own.remove("eip155:31337"))
      expect(reasonOf(error)).toEqual({ _tag: "Last", network })
      expect(now(own.state)).toEqual({ _tag: "Editing", error })
      expect(all(engine)).toHaveLength(2)
    }),
  )

  it.effect("leaves it to the host, which removes or takes over any network", () =>
    Effect.gen(function* () {
      const { engine, own, storage } = yield* setup()
      yield* own.add(draft)
      const [, , added] = engine.networks.configured
      yield* engine.networks.add({ ...mainnet, id: 31_337, caipNetworkId: "eip155:31337", name: "Theirs" })
      expect(engine.networks.configured[2]).toMatchObject({ name: "Theirs", rpcUrls: mainnet.rpcUrls })
      expect(engine.networks.configured[2]).not.toHaveProperty("addedByUser")
      expect(storage.held.has(ownNetworksRecord.key)).toBe(false)
      expect(reasonOf(yield* Effect.flip(own.remove("eip155:31337")))).toMatchObject({
        _tag: "NetworkNotFound",
      })
      yield* engine.networks.remove("eip155:31337")
      // A host cannot mark a network as the user's.
      yield* engine.networks.add(added ?? mainnet)
      expect(engine.networks.configured[2]).not.toHaveProperty("addedByUser")
    }),
  )

  it.effect("shows what was added only where the page has the feature on", () =>
    Effect.gen(function* () {
      const { own, storage } = yield* setup()
      yield* own.add(draft)
      const off = yield* makeEngineWith({ chains: [makeTestChain([])] }, { storage })
      expect(all(off)).toHaveLength(2)
      // A host may turn the feature on once its views are used.
      yield* off.changeOptions({ features: { addNetworks: true } })
      yield* (yield* off.flows).ownNetworks
      expect(all(off)).toEqual(["eip155:1", "eip155:10", "eip155:31337"])
    }),
  )

  it.effect("drops what another script has stored when its node is not safe", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const stored = (url: string, id: number) => ({
        ...mainnet,
        id,
        caipNetworkId: `eip155:${id}`,
        name: "A\u202eB\u0007",
        assets: { imageUrl: "https://tracker.example/pixel.png" },
        rpcUrls: { default: { http: [url] } },
      })
      storage.set(
        ownNetworksRecord.key,
        JSON.stringify({ v: 1, data: [stored("http://evil.example", 5), stored("https://good.example", 6)] }),
      )
      const { engine } = yield* setup({ storage })
      expect(all(engine)).toEqual(["eip155:1", "eip155:10", "eip155:6"])
      expect(engine.networks.configured[2]).toMatchObject({ name: "AB" })
      expect(engine.networks.configured[2]).not.toHaveProperty("assets")
    }),
  )
})
