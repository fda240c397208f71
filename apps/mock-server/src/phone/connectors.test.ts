import type { Chain, ChainActions, ConnectorEvent } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import type { PairingLink } from "@wmodal/chains/walletconnect"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import type { Namespace, Network } from "@wmodal/protocol"
import {
  bitcoin as bitcoinMainnet,
  mainnet,
  polkadot as polkadotMainnet,
  polygon,
  solanaDevnet,
} from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream } from "effect"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { accounts } from "../evm/accounts.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhoneClient } from "./phoneClient.ts"
import { makeWorldNodes } from "./wallet/WorldNodes.ts"

const run = Effect.runPromise

/** Wallet apps that a browser would have opened. */
const opened: unknown[] = []
vi.mock("@walletconnect/utils", async (original) => ({
  ...(await original<object>()),
  handleDeeplinkRedirect: async (asked: { readonly wcDeepLink: string }) =>
    void opened.push(JSON.parse(asked.wcDeepLink)),
}))
// Resets the modules, so that code that another file has loaded uses the mock.
vi.resetModules()
const { makeWalletConnect } = await import("@wmodal/chains/walletconnect")
const { walletConnect: walletConnectClient } = await import("@wmodal/walletconnect")

const polkadotSigner = makeTestPolkadotSigner(0)

const ways: readonly {
  readonly chain: Chain<ChainActions>
  readonly network: Network
  readonly to: string
  readonly amount: bigint
  /** The amount that arrives at once. */
  readonly arrives: bigint
  readonly leaves: "Sent" | "AwaitingBroadcast"
}[] = [
  { chain: evm(), network: mainnet, to: accounts[1], amount: 7n, arrives: 7n, leaves: "Sent" },
  {
    chain: solana(),
    network: solanaDevnet,
    to: solanaAccounts[1],
    amount: 5_000n,
    arrives: 5_000n,
    leaves: "Sent",
  },
  {
    chain: bitcoin(),
    network: bitcoinMainnet,
    to: bitcoinAccounts.mainnet[1]?.segwit ?? "",
    amount: 20_000n,
    // A payment arrives only when a block is mined.
    arrives: 0n,
    // The effect is known before broadcast, because the wallet only signs.
    leaves: "AwaitingBroadcast",
  },
]

const addresses: Readonly<Record<Namespace, string>> = {
  eip155: accounts[0],
  solana: solanaAccounts[0],
  bip122: bitcoinAccounts.mainnet[0]?.segwit ?? "",
  polkadot: polkadotSigner.address,
}

describe("WalletConnect connectors with the phone", { timeout: 30_000, tags: ["full"] }, () => {
  const server = setupTestServer()

  /** Opens a page without a UI and connects it to a phone that approves. */
  const setup = async (projectId: string) => {
    const { control, endpoints, url } = server()
    const phone = makePhoneClient(`${control}/worlds/${projectId}`)
    const nodeOf = makeWorldNodes(projectId, (request) =>
      fetch(request.url.replace("http://localhost", url), {
        method: request.method,
        ...(request.method === "POST" && { body: request.body, duplex: "half" }),
      }),
    )
    const kept = new Map<string, unknown>()
    const load = async () => {
      const scope = await run(Scope.make())
      const leave = () => run(Scope.close(scope, Exit.void))
      onTestFinished(leave)
      const walletConnect = await run(
        Scope.provide(
          makeWalletConnect({
            client: walletConnectClient(),
            projectId,
            relay: endpoints.relay,
            metadata: { name: "Shop", description: "", url: "https://shop.example", icons: [] },
            networks: [mainnet, polygon, solanaDevnet, bitcoinMainnet, polkadotMainnet],
            chains: [evm(), solana(), bitcoin(), polkadot()],
            storage: async () => ({
              getKeys: async () => [...kept.keys()],
              getItem: async (key) => kept.get(key),
              setItem: async (key, value) => void kept.set(key, value),
              removeItem: async (key) => void kept.delete(key),
            }),
            read: (network, method, params) => nodeOf(network).request(method, params),
            onLink: (link: PairingLink | null) => {
              if (link !== null) void phone.pair(link.uri)
            },
            onRelayRejection: () => {},
            warn: () => {},
          }),
          scope,
        ),
      )
      const connectorOf = (namespace: Namespace) => {
        const found = walletConnect.connectors.find((one) => one.namespace === namespace)
        if (found === undefined) throw new Error(`No connector of ${namespace}`)
        return found
      }
      return { walletConnect, connectorOf, leave }
    }
    const page = await load()
    await phone.policy("approve")
    const session = await run(
      page.connectorOf("eip155").connect({ network: mainnet, onLateApproval: () => {} }),
    )
    return { ...page, load, nodeOf, phone, session }
  }

  it("shares one account on each chain by one approval", async () => {
    const { connectorOf, session } = await setup("wc-share")
    const all = [session, ...(session.otherChains ?? []).map((one) => one.session)]
    const shared = all.flatMap((one) => one.accounts).map((one) => one.split(":")[2])
    expect(shared.toSorted()).toEqual(Object.values(addresses).toSorted())
    for (const namespace of ["eip155", "solana", "bip122", "polkadot"] as const)
      expect((await run(connectorOf(namespace).restore)).accounts).toHaveLength(1)
  })

  it.each(ways)("signs a message and sends a transfer that arrives: $network.name", async (way) => {
    const { amount, arrives, chain, leaves, network, to } = way
    const { connectorOf, nodeOf, phone } = await setup(`wc-send-${network.chainNamespace}`)
    const connector = connectorOf(network.chainNamespace)
    const from = addresses[network.chainNamespace]
    const account = `${network.caipNetworkId}:${from}` as const
    await run(connector.restore)
    const signature = await run(connector.signMessage({ account, message: "Hello" }))
    expect(signature.length).toBeGreaterThan(80)

    const { actions: loading } = await chain.load()
    const actions = await loading.get()
    const asking = { network, rpc: nodeOf(network) }
    const balance = () => run(actions.balance({ ...asking, address: to }))
    const before = await balance()
    const transfer = { from, to, token: null, amount }
    const fee = await run(actions.estimate({ ...asking, transfer }))
    const transaction = actions.build({ transfer, fee })
    const mark = await run(actions.takeCheckpoint({ ...asking, from }))
    const calls = await run(connector.calls)
    const outcome = await run(calls.sendTransaction({ account, network, transaction }))
    expect(outcome).toMatchObject({ _tag: leaves })
    const hash =
      outcome._tag === "AwaitingBroadcast"
        ? await run(actions.broadcast({ ...asking, raw: outcome.raw }))
        : outcome._tag === "Sent"
          ? outcome.hash
          : ""
    const sought = { from, transaction, mark, hash, excludedHashes: [] }
    expect(await run(actions.find({ ...asking, sought }))).toMatchObject({ hash })
    expect(await balance()).toBe(before + arrives)

    await phone.policy("decline")
    const declined = await run(calls.sendTransaction({ account, network, transaction }))
    expect(declined).toMatchObject({ _tag: "NotSent", error: { reason: { _tag: "Declined" } } })
    expect((await phone.state()).asked).toBeGreaterThanOrEqual(2)
  })

  it("follows the phone's network and its disconnect", async () => {
    const { connectorOf, phone } = await setup("wc-follow")
    const connector = connectorOf("eip155")
    const heard: ConnectorEvent[] = []
    const until = (wanted: ConnectorEvent["_tag"]) =>
      Effect.runPromise(
        Stream.runHead(
          Stream.filter(
            Stream.tap(Stream.unwrap(connector.events), (event) => Effect.sync(() => heard.push(event))),
            ({ _tag }) => _tag === wanted,
          ),
        ),
      )
    const moved = until("NetworkChanged")
    await phone.switchTo(polygon.caipNetworkId)
    await moved
    expect(heard).toEqual([{ _tag: "NetworkChanged", network: polygon.caipNetworkId }])
    expect((await run(connector.restore)).network).toBe(polygon.caipNetworkId)
    await run(connector.switchNetwork(mainnet))
    expect((await run(connector.restore)).network).toBe(mainnet.caipNetworkId)
    const ended = until("Disconnected")
    await phone.disconnect()
    await ended
    expect(await run(Effect.flip(connector.restore))).toMatchObject({ reason: { _tag: "Locked" } })
  })

  it("reports an unknown outcome when the phone disconnects during a request", async () => {
    const { connectorOf, phone } = await setup("wc-lost")
    const connector = connectorOf("eip155")
    const calls = await run(connector.calls)
    const account = `${mainnet.caipNetworkId}:${accounts[0]}` as const
    await phone.policy("never")
    const transaction = { to: accounts[1], value: "0x1", data: "0x" }
    const sending = Effect.runFork(calls.sendTransaction({ account, network: mainnet, transaction }))
    await phone.until(({ questions }) => questions.length > 0)
    await phone.disconnect()
    expect(await run(Fiber.join(sending))).toMatchObject({
      _tag: "Unknown",
      error: { reason: { _tag: "Offline" } },
    })
    // The session is over once the request has failed.
    expect(await run(Effect.flip(connector.restore))).toMatchObject({ reason: { _tag: "Locked" } })
  })

  it("opens the linked wallet app for requests that need its owner, also after a reload", async () => {
    const app = { name: "Rainbow", href: "rainbow://" }
    const account = `${mainnet.caipNetworkId}:${accounts[0]}` as const
    const { connectorOf, leave, load, walletConnect } = await setup("wc-app")
    opened.length = 0
    walletConnect.setLinkedApp(app)
    const calls = await run(connectorOf("eip155").calls)
    // The phone responds without a prompt that it knows no such batch.
    expect(await run(Effect.flip(calls.callsStatus("0x12")))).toMatchObject({ _tag: "ConnectorError" })
    expect(opened).toEqual([])
    await run(connectorOf("eip155").signMessage({ account, message: "Hello" }))
    expect(opened).toEqual([app])
    await leave()
    const again = (await load()).connectorOf("eip155")
    await run(again.restore)
    await run(again.signMessage({ account, message: "Hello" }))
    expect(opened).toEqual([app, app])
  })
})
