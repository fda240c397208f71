import type { Network } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { describe, expect, it } from "vitest"
import type { ConnectorEvent } from "../contract/Connector.ts"
import { makeScriptedRemoteWallet, toApprovedNamespace } from "../testing/scriptedRemoteWallet.ts"
import { makeSessionConnector } from "./makeSessionConnector.ts"

const polkadot: Network = {
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
  name: "Polkadot",
  nativeCurrency: { name: "Polkadot", symbol: "DOT", decimals: 10 },
  rpcUrls: { default: { http: [] } },
}
const westend: Network = {
  ...polkadot,
  id: "e143f23803ac50e8f6f8e62695d1ce9e",
  caipNetworkId: "polkadot:e143f23803ac50e8f6f8e62695d1ce9e",
  name: "Westend",
}
const here = `${polkadot.caipNetworkId}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5` as const
const there = `${westend.caipNetworkId}:5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY` as const

const run = Effect.runPromise
const setup = async () => {
  const wire = makeScriptedRemoteWallet({
    networks: [polkadot, westend],
    namespaces: { polkadot: toApprovedNamespace([here, there], []) },
  })
  return { ...wire, connector: await makeSessionConnector(wire.remoteWallet, "polkadot") }
}

describe("addressOnlyConnector", () => {
  it("returns its address on the requested network", async () => {
    const { connector } = await setup()
    const late = () => {}
    expect(await run(connector.connect({ network: null, onLateApproval: late }))).toEqual({
      accounts: [here],
      network: polkadot.caipNetworkId,
    })
    expect(await run(connector.connect({ network: westend, onLateApproval: late }))).toEqual({
      accounts: [there],
      network: westend.caipNetworkId,
    })
    expect(await run(connector.restore)).toMatchObject({ accounts: [there] })
  })

  it("fails with Unsupported and sends no request", async () => {
    const { asked, connector } = await setup()
    expect(connector.getProvider(async () => ({ _tag: "Result", value: null }))).toBe(null)
    const asking: readonly Effect.Effect<unknown, { readonly reason: unknown }>[] = [
      connector.signMessage({ account: here, message: "hi" }),
      connector.signTypedData({ account: here, typedData: "{}" }),
      connector.calls,
    ]
    for (const effect of asking)
      expect(await run(Effect.flip(effect))).toMatchObject({ reason: { _tag: "Unsupported" } })
    await run(connector.disconnect)
    expect(asked).toEqual([])
  })

  it("switches to networks with an address and emits the changes", async () => {
    const { connector, end, listeners } = await setup()
    const heard: ConnectorEvent[] = []
    const fiber = Effect.runFork(
      Stream.runForEach(Stream.unwrap(connector.events), (event) => Effect.sync(() => heard.push(event))),
    )
    await run(Effect.yieldNow)
    await run(connector.switchNetwork(westend))
    const nowhere = { ...westend, caipNetworkId: "polkadot:ff" as const, name: "Other" }
    expect(await run(Effect.flip(connector.switchNetwork(nowhere)))).toMatchObject({
      reason: { _tag: "NetworkNotSupported", network: "Other" },
    })
    end()
    await run(Effect.yieldNow)
    await run(Fiber.interrupt(fiber))
    expect(heard).toEqual([
      { _tag: "AccountsChanged", accounts: [there] },
      { _tag: "NetworkChanged", network: westend.caipNetworkId },
      { _tag: "Disconnected" },
    ])
    expect(listeners()).toBe(0)
    expect(await run(Effect.flip(connector.restore))).toMatchObject({ reason: { _tag: "Locked" } })
  })
})
