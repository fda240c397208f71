import { expect, it } from "@effect/vitest"
import type { Chain } from "@wmodal/chains"
import { evm } from "@wmodal/chains/evm"
import { type EmbeddedWallet, frameId, makeEmbeddedWallet } from "@wmodal/chains/frame"
import { solana as solanaChain } from "@wmodal/chains/solana"
import {
  frameCode,
  frameSmartAccount,
  makeScriptedFrame,
  type ScriptedFrame,
} from "@wmodal/dev-wallet/testing"
import type { Network } from "@wmodal/protocol"
import { mainnet, optimism, solana, solanaDevnet } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import { sessionsKey } from "../storage/session.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"
import { makeEngineWith, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"

interface FrameChainCase {
  readonly chain: () => Chain
  readonly networks: readonly [Network, Network]
  /** True when these wallets report their network. */
  readonly names: boolean
  readonly choose: ((wallet: EmbeddedWallet) => string) | null
}

const kinds: Readonly<Record<string, FrameChainCase>> = {
  EVM: {
    chain: evm,
    networks: [mainnet, optimism],
    names: true,
    choose: (wallet) => {
      Effect.runFork(wallet.setAccountType("smartAccount"))
      return frameSmartAccount
    },
  },
  Solana: { chain: solanaChain, networks: [solana, solanaDevnet], names: false, choose: null },
}

/** Makes an embedded wallet over a frame in which the user signs in once it is loaded. */
const over = (frame: ScriptedFrame) => {
  let made: EmbeddedWallet | null = null
  const make: typeof makeEmbeddedWallet = (deps) =>
    Effect.tap(makeEmbeddedWallet({ ...deps, host: () => Promise.resolve(frame.host) }), (wallet) => {
      const isFirst = made === null
      made = wallet
      return isFirst ? Effect.orDie(wallet.connectOtp(frameCode)) : Effect.void
    })
  return {
    make,
    wallet: () => {
      if (made === null) throw new Error("None was made.")
      return made
    },
  }
}

/** Counts the listeners of open connections. */
const counting = (chain: Chain) => {
  let listeners = 0
  const counted: Chain = {
    ...chain,
    sessionConnector: async () => {
      const behind = await chain.sessionConnector?.()
      if (behind === undefined) throw new Error("Nothing speaks to a wallet elsewhere.")
      return (wire, approval, description) =>
        behind(
          wire,
          {
            ...approval,
            listen: (changed) => {
              const silence = approval.listen(changed)
              listeners += 1
              return () => {
                listeners -= 1
                silence()
              }
            },
          },
          description,
        )
    },
  }
  return { chain: counted, listeners: () => listeners }
}

const makeFrameFixture = ({ chain, choose, names, networks: [first] }: FrameChainCase): WalletFixture => {
  const frame = makeScriptedFrame({ plain: true, asks: true })
  const { make, wallet } = over(frame)
  const counted = counting(chain())
  return {
    chain: counted.chain,
    embeddedWallet: make,
    window: null,
    connectorId: frameId,
    // Each open frame has two listeners of its own.
    listeners: () => counted.listeners() + frame.listeners() - 2 * frame.mounted(),
    willAnswer: frame.approver.willAnswer,
    answerOpen: frame.approver.answerOpen,
    whenAsked: frame.approver.whenOpen,
    timesAsked: () => frame.approver.asked.length,
    chooseOtherAccount: choose && (() => choose(wallet())),
    isOn: names ? first.caipNetworkId : null,
    moveTo: null,
    // The user signs out in another tab.
    leave: () => {
      for (const connector of wallet().connectors) Effect.runFork(Effect.result(connector.disconnect))
    },
  }
}

for (const [name, kind] of Object.entries(kinds))
  connectorSuite(`The embedded wallet on ${name}`, {
    networks: kind.networks,
    odd: [],
    fixture: () => makeFrameFixture(kind),
  })

it.effect("reports the wallet as locked and keeps the session when the frame has no user", () =>
  Effect.gen(function* () {
    const frame = makeScriptedFrame({ plain: true })
    const storage = memoryStorage()
    const scope = yield* Scope.make()
    const open = makeEngineWith(
      { chains: [evm()], networks: [mainnet], endpoints: { secureSite: "http://127.0.0.1:1" } },
      { storage, embeddedWallet: over(frame).make },
    )
    const engine = yield* Scope.provide(open, scope)
    yield* engine.connection.connectAndWait(frameId, "eip155")
    frame.person.isSignedIn = false
    frame.sayChanged()
    const states = yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Disconnected")
    expect(states.eip155).toMatchObject({ because: { reason: { _tag: "Locked" } } })
    expect(storage.held.has(sessionsKey)).toBe(true)
    yield* Scope.close(scope, Exit.void)
    expect([frame.mounted(), frame.listeners()]).toEqual([0, 0])
  }),
)
