import {
  frameCode,
  makeFrameDeps,
  makeScriptedFrame,
  type ScriptedFrame,
  type ScriptedFrameOptions,
} from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Stream } from "effect"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"
import { evm } from "../evm/index.ts"
import type { EmbeddedWalletDeps } from "../frame/EmbeddedWallet.ts"
import { makeEmbeddedWallet } from "../frame/makeEmbeddedWallet.ts"
import { solana as solanaChain } from "../solana/index.ts"

/** The networks and chains of a host app with both. */
export const evmAndSolana = { networks: [mainnet, optimism, solana], chains: [evm(), solanaChain()] }

export interface FramePageOptions {
  readonly deps?: Partial<EmbeddedWalletDeps>
  readonly frame?: ScriptedFrame | ScriptedFrameOptions
}

const findConnector = (connectors: readonly Connector[], namespace: string): Connector => {
  const found = connectors.find((one) => one.namespace === namespace)
  if (found === undefined) throw new Error("No such connector.")
  return found
}

/** Makes a host app with an embedded wallet, by default over a frame on the plain wire. */
export const makeFramePage = (options: FramePageOptions = {}) =>
  Effect.gen(function* () {
    const { frame: given } = options
    const services = yield* Effect.context<never>()
    const frame =
      given !== undefined && "host" in given ? given : makeScriptedFrame({ plain: true, services, ...given })
    const around = makeFrameDeps(frame, options.deps)
    const wallet = yield* makeEmbeddedWallet(around)
    return {
      frame,
      wallet,
      remembered: around.memory.read,
      evm: findConnector(wallet.connectors, "eip155"),
      solana: () => findConnector(wallet.connectors, "solana"),
    }
  })

/** Makes a host app with a signed-in user. */
export const makeSignedInPage = (options: FramePageOptions = {}) =>
  Effect.tap(makeFramePage(options), ({ wallet }) => wallet.connectOtp(frameCode))

export const connectOn = (connector: Connector, network = mainnet) =>
  connector.connect({ network, onLateApproval: () => {} })

/** Makes a host app with a user who is connected on Ethereum. */
export const makeConnectedPage = (options: FramePageOptions = {}) =>
  Effect.gen(function* () {
    const page = yield* makeSignedInPage(options)
    return { ...page, session: yield* connectOn(page.evm) }
  })

/** Collects the events of a connector from now on. */
export const collectEvents = (connector: Connector) =>
  Effect.gen(function* () {
    const heard = yield* SubscriptionRef.make<readonly ConnectorEvent[]>([])
    yield* Effect.forkScoped(
      Stream.runForEach(Stream.unwrap(connector.events), (event) =>
        SubscriptionRef.update(heard, (before) => [...before, event]),
      ),
      { startImmediately: true },
    )
    return {
      now: () => SubscriptionRef.getUnsafe(heard),
      /** Completes after this many events. */
      until: (count: number) =>
        Effect.map(
          Stream.runHead(Stream.filter(SubscriptionRef.changes(heard), ({ length }) => length >= count)),
          () => SubscriptionRef.getUnsafe(heard),
        ),
    }
  })
