import type { Connector } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import { makeWalletConnect, type PairingLink } from "@wmodal/chains/walletconnect"
import { walletProfiles } from "@wmodal/dev-wallet/testing"
import { type Namespace, RpcError } from "@wmodal/protocol"
import {
  bitcoin as bitcoinMainnet,
  mainnet,
  polkadot as polkadotMainnet,
  polygon,
  solanaDevnet,
} from "@wmodal/protocol/networks"
import { walletConnect as walletConnectClient } from "@wmodal/walletconnect"
import { Effect, Exit, Result, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { setupTestServer } from "../testing/setupTestServer.ts"
import { makePhoneClient, type PhoneClient } from "./phoneClient.ts"

const run = Effect.runPromise

/** Sends a request as a dApp does, by the connector's provider. @returns the error that the dApp receives */
const askAsDapp = async (connector: Connector, method: string, params: readonly unknown[]) => {
  const provider = connector.getProvider(async (asked) => (await asked.ask("eip155:1")).answer)
  if (typeof provider !== "object" || provider === null || !("request" in provider))
    throw new Error("There is no provider.")
  const { request } = provider
  if (typeof request !== "function") throw new Error("There is no request.")
  return Promise.resolve(request({ method, params })).then(
    () => null,
    (error: unknown) => error,
  )
}

describe("a phone that answers like a real wallet", { timeout: 30_000 }, () => {
  const server = setupTestServer()
  let phone: PhoneClient
  let scope: Scope.Closeable
  const connectors = new Map<Namespace, Connector>()
  const accounts = new Map<Namespace, `${string}:${string}:${string}`>()

  const connectorOf = (namespace: Namespace): Connector => {
    const found = connectors.get(namespace)
    if (found === undefined) throw new Error(`No connector of ${namespace}`)
    return found
  }

  beforeAll(async () => {
    const { control, endpoints } = server()
    phone = makePhoneClient(`${control}/worlds/profiles`)
    await phone.policy("approve")
    scope = await run(Scope.make())
    const made = await run(
      Scope.provide(
        makeWalletConnect({
          client: walletConnectClient(),
          projectId: "profiles",
          relay: endpoints.relay,
          metadata: { name: "Shop", description: "", url: "https://shop.example", icons: [] },
          networks: [mainnet, polygon, solanaDevnet, bitcoinMainnet, polkadotMainnet],
          chains: [evm(), solana(), bitcoin(), polkadot()],
          storage: () => Promise.reject(new Error("none")),
          read: (_, method) =>
            Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: "" } })),
          onLink: (link: PairingLink | null) => {
            if (link !== null) void phone.pair(link.uri)
          },
          onRelayRejection: () => {},
          warn: () => {},
        }),
        scope,
      ),
    )
    for (const connector of made.connectors) connectors.set(connector.namespace, connector)
    await run(connectorOf("eip155").connect({ network: mainnet, onLateApproval: () => {} }))
    for (const [namespace, connector] of connectors)
      accounts.set(namespace, (await run(connector.restore)).accounts[0])
    await phone.policy("decline")
  }, 30_000)
  afterAll(() => run(Scope.close(scope, Exit.void)))

  it.each(walletProfiles)("says that the user declined when $name does on $namespace", async (profile) => {
    const { id, namespace } = profile
    const account = accounts.get(namespace)
    if (account === undefined) throw new Error("No account")
    expect((await phone.profile(id)).profile).toBe(id)
    const signed = await run(Effect.result(connectorOf(namespace).signMessage({ account, message: "hi" })))
    expect(Result.isFailure(signed) ? signed.failure.reason._tag : "signed").toBe("Declined")
  })

  it.each(["metamask", "metamask-ledger", "safe", "trust", "brave"])(
    "gives the dApp 4001 when the phone declines as %s",
    async (name) => {
      await phone.profile(name)
      const address = accounts.get("eip155")?.split(":")[2]
      const error = await askAsDapp(connectorOf("eip155"), "personal_sign", ["0x6869", address])
      expect(error).toMatchObject({ code: 4001, message: expect.stringMatching(/./) })
    },
  )

  it("refuses a profile that does not exist, by its name", async () => {
    await phone.profile(null)
    await expect(phone.profile("nobody")).rejects.toThrow('No wallet profile is named "nobody"')
    expect((await phone.state()).profile).toBe(null)
  })
})
