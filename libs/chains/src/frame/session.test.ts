import { describe, expect, it } from "@effect/vitest"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber, Stream, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import type { Connector, ConnectorEvent } from "../contract/Connector.ts"
import { evm } from "../evm/index.ts"
import { solana as solanaChain } from "../solana/index.ts"
import {
  aroundFrame,
  frameCode,
  frameEoa,
  frameMemory,
  frameSmartAccount,
  frameSolana,
  type ScriptedFrame,
  type ScriptedFrameOptions,
  scriptedFrame,
} from "../testing/scriptedFrame.ts"
import type { FrameSurroundings } from "./Frame.ts"
import { makeEmbeddedWallet } from "./makeEmbeddedWallet.ts"

const both = { networks: [mainnet, optimism, solana], chains: [evm(), solanaChain()] }

const page = (
  given: Partial<FrameSurroundings> = {},
  options: ScriptedFrameOptions = { plain: true },
  frame: ScriptedFrame = scriptedFrame(options),
) =>
  Effect.gen(function* () {
    const memory = frameMemory()
    const around = aroundFrame(frame, { memory, ...given })
    const wallet = yield* makeEmbeddedWallet(around)
    return { frame, wallet, memory: around.memory, around, evm: connectorOf(wallet.connectors, "eip155") }
  })

const connectorOf = (connectors: readonly Connector[], namespace: string): Connector => {
  const found = connectors.find((one) => one.namespace === namespace)
  if (found === undefined) throw new Error("No such connector.")
  return found
}

const connect = (connector: Connector, network = mainnet) => connector.connect({ network, late: () => {} })

const signedIn = (...args: Parameters<typeof page>) =>
  Effect.tap(page(...args), ({ wallet }) => wallet.connectOtp(frameCode))

it.effect("connects", () =>
  Effect.gen(function* () {
    const { evm, frame, memory, wallet } = yield* signedIn()
    const session = yield* connect(evm)
    expect(session).toMatchObject({ accounts: [`eip155:1:${frameEoa}`], network: "eip155:1" })
    expect(frame.askedFor("GET_USER")).toEqual([{ chainId: 1, preferredAccountType: "eoa" }])
    expect(memory.read()).toMatchObject({ loginUsed: true, email: "ada@example.com", lastChain: "1" })
    expect(SubscriptionRef.getUnsafe(wallet.user)).toMatchObject({ email: "ada@example.com", inUse: "eoa" })
    yield* evm.switchNetwork(optimism)
    console.log(frame.asked.map(({ name, payload }) => [name, JSON.stringify(payload)]))
  }),
)
