import { ConnectorError } from "@wmodal/chains"
import {
  type LinkedApp,
  makeWalletConnect,
  type PairingLink,
  parseAppLink,
  type WalletConnectClient,
  walletConnectId,
} from "@wmodal/chains/walletconnect"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, type Scope, Stream } from "effect"
import * as z from "zod/mini"
import { toNote } from "../clients/networkLog.ts"
import { getSiwxView } from "../siwx/makeSiwx.ts"
import { loadOffer } from "../siwx/OneStep.ts"
import type { OpenPairing, PairingDeps } from "./makePairing.ts"

interface OpenPairingDeps extends PairingDeps {
  readonly relay: string
  readonly client: WalletConnectClient
  readonly link: SubscriptionRef.SubscriptionRef<PairingLink | null>
  /** Makes a link when one is needed and missing. */
  readonly prepare: Effect.Effect<void>
  readonly app: SubscriptionRef.SubscriptionRef<LinkedApp | null>
}

/** The linked app on this device. Other scripts can write here: a link that may not be opened is ignored. */
const chosenAppRecord = {
  key: "@wmodal/wallet-app",
  schema: z.object({
    name: z.string(),
    href: z.string().check(z.refine((href) => parseAppLink(href) !== null)),
  }),
}

/** Makes the engine's WalletConnect client, which lives as long as the engine. */
export const openPairing = (deps: OpenPairingDeps): Effect.Effect<OpenPairing, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { options, memory, board, alerts, link, app, warn } = deps
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    /** Runs an effect from a callback, for as long as the engine is open. */
    const run = (told: Effect.Effect<void>) => {
      if (scope.state._tag !== "Closed") Fiber.runIn(Effect.runForkWith(services)(told), scope)
    }
    const refusals = new Set<string>()
    const make = deps.make ?? makeWalletConnect
    // Everything but these is encrypted for the wallet. `auth` is signed by a key of this client.
    deps.networkLog.add(
      toNote(
        { purpose: "relay", call: "WebSocket", url: deps.relay },
        { auth: "", projectId: "", ua: "", topic: "" },
      ),
    )
    const walletConnect = yield* make({
      projectId: options.projectId,
      client: deps.client,
      relay: deps.relay,
      metadata: options.metadata,
      get networks() {
        return options.networks
      },
      chains: options.chains,
      override: options.namespaceOverride,
      storage: deps.platform.walletConnectStorage,
      read: (network, method, params) =>
        deps.rpcOf(network).pipe(
          Effect.mapError(
            ({ reason }) =>
              new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: reason._tag } }),
          ),
          Effect.flatMap((rpc) => rpc.request(method, params)),
        ),
      ...(getSiwxView(options) !== null && {
        signIn: () => loadOffer(deps.oneStep, walletConnectId, deps.signInNetwork()),
      }),
      onLink: (next) => run(SubscriptionRef.set(link, next)),
      onRelayRejection: (refusal) => {
        if (refusals.has(refusal)) return
        refusals.add(refusal)
        run(
          alerts.show(
            new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "Refused", refusal } }),
          ),
        )
      },
      warn,
    })

    const choose = (chosen: LinkedApp | null) =>
      Effect.suspend(() => {
        memory.write(chosenAppRecord, chosen)
        walletConnect.setLinkedApp(chosen)
        return SubscriptionRef.set(app, chosen)
      })

    const remembered = memory.read(chosenAppRecord)
    if (remembered !== null) yield* choose(remembered)

    // The next wallet may be on another device.
    let connected = false
    const follow = Stream.runForEach(SubscriptionRef.changes(board.state), (all) => {
      const before = connected
      connected = Object.values(all).some(
        (one) => one._tag === "Connected" && one.wallet.connectorId === walletConnectId,
      )
      return before && !connected ? choose(null) : Effect.void
    })
    yield* Effect.forkIn(follow, scope, { startImmediately: true })

    // An unused link expires: a later tap needs a new one.
    let linked = false
    const renew = Stream.runForEach(SubscriptionRef.changes(link), (next) => {
      const before = linked
      linked = next !== null
      return before && !linked ? deps.prepare : Effect.void
    })
    yield* Effect.forkIn(renew, scope, { startImmediately: true })

    return { connectors: walletConnect.connectors, prepare: walletConnect.prepare, choose }
  })
