import {
  frameCode,
  makeFrameDeps,
  makeScriptedFrame,
  type ScriptedFrame,
  type ScriptedFrameOptions,
} from "@wmodal/dev-wallet/testing"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"
import { evm } from "../evm/index.ts"
import type { EmbeddedWalletDeps } from "../frame/EmbeddedWallet.ts"
import { makeEmbeddedWallet } from "../frame/makeEmbeddedWallet.ts"
import { solana as solanaChain } from "../solana/index.ts"

/** What a page has of both chains. */
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

/** A page with an embedded wallet, over a frame on the plain wire where nothing else is said. */
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

/** The same, with somebody who has signed in. */
export const makeSignedInPage = (options: FramePageOptions = {}) =>
  Effect.tap(makeFramePage(options), ({ wallet }) => wallet.connectOtp(frameCode))

export const connectOn = (connector: Connector, network = mainnet) =>
  connector.connect({ network, onLateApproval: () => {} })

/** The same, and connected on Ethereum. */
export const makeConnectedPage = (options: FramePageOptions = {}) =>
  Effect.gen(function* () {
    const page = yield* makeSignedInPage(options)
    return { ...page, session: yield* connectOn(page.evm) }
  })

/** What a connector says from now on. */
export const collectEvents = (connector: Connector) =>
  Effect.gen(function* () {
    const heard = yield* SubscriptionRef.make<readonly ConnectorEvent[]>([])
    yield* Effect.forkScoped(
      Stream.runForEach(connector.events, (event) =>
        SubscriptionRef.update(heard, (before) => [...before, event]),
      ),
      { startImmediately: true },
    )
    return {
      now: () => SubscriptionRef.getUnsafe(heard),
      /** Done once it has said so much. */
      until: (count: number) =>
        Effect.map(
          Stream.runHead(Stream.filter(SubscriptionRef.changes(heard), ({ length }) => length >= count)),
          () => SubscriptionRef.getUnsafe(heard),
        ),
    }
  })
