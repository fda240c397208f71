import { makeProviderConnector, type ProfileStep, walletProfiles } from "@wmodal/dev-wallet/testing"
import { base as network } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Connector } from "../contract/Connector.ts"
import type { Eip1193Provider } from "./Eip1193Provider.ts"

const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const own = { account: `eip155:8453:${account}`, network } as const

/** A wallet on Ethereum, or on Base to send, that throws for one method, and adds any network. */
const makeWallet = (method: string, thrown: unknown) => {
  const asked: string[] = []
  let chain = method === "eth_sendTransaction" ? "0x2105" : "0x1"
  const provider: Eip1193Provider = {
    request: async (request) => {
      asked.push(request.method)
      if (request.method === method) throw thrown
      if (request.method === "wallet_addEthereumChain") chain = "0x2105"
      return request.method === "eth_chainId" ? chain : null
    },
  }
  return { asked, connector: makeProviderConnector(provider) }
}

const outcomeOf = async (asking: Effect.Effect<unknown, { readonly reason: { readonly _tag: string } }>) => {
  const result = await Effect.runPromise(Effect.result(asking))
  return Result.isSuccess(result) ? "ok" : result.failure.reason._tag
}

/** Each step's request, and its outcome as one word. */
const acts: Readonly<
  Record<ProfileStep, readonly [method: string, act: (connector: Connector) => Promise<string>]>
> = {
  connect: [
    "eth_requestAccounts",
    (connector) => outcomeOf(connector.connect({ network: null, onLateApproval: () => {} })),
  ],
  sign: [
    "personal_sign",
    (connector) => outcomeOf(connector.signMessage({ account: own.account, message: "hi" })),
  ],
  switch: ["wallet_switchEthereumChain", (connector) => outcomeOf(connector.switchNetwork(network))],
  send: [
    "eth_sendTransaction",
    async (connector) => {
      const calls = await Effect.runPromise(connector.calls)
      const sent = await Effect.runPromise(calls.sendTransaction({ ...own, transaction: { to: account } }))
      return sent._tag === "NotSent" ? sent.error.reason._tag : sent._tag === "Unknown" ? "lost" : sent._tag
    },
  ],
}

const cells = walletProfiles
  .filter(({ namespace }) => namespace === "eip155")
  .flatMap(({ errors, name }) =>
    errors.flatMap(({ answer, steps, thrown }) => steps.map((step) => ({ name, step, thrown, answer }))),
  )

const expected: Readonly<Record<string, string>> = {
  declined: "Declined",
  pending: "RequestPending",
  locked: "Locked",
  unauthorized: "Unauthorized",
  unsupported: "Unsupported",
  unknownNetwork: "ok",
  offline: "Offline",
  lost: "Failed",
}

describe("EVM connectors of real wallets", () => {
  it.each(cells)("ends $step of $name with the outcome for $answer", async ({ answer, step, thrown }) => {
    const [method, act] = acts[step]
    const { asked, connector } = makeWallet(method, thrown)
    const outcome = await act(connector)
    const mayBeSent = step === "send" && (answer === "lost" || answer === "offline")
    const cannotSwitch = step === "switch" && answer === "unsupported"
    expect(outcome).toBe(mayBeSent ? "lost" : cannotSwitch ? "NetworkNotSupported" : expected[answer])
    expect(asked.includes("wallet_addEthereumChain")).toBe(answer === "unknownNetwork")
  })

  it(`leaves 0 undefined outcomes in ${cells.length} answers of real wallets to a step`, async () => {
    const known = new Set([...Object.values(expected), "lost", "NetworkNotSupported"])
    const outcomes = await Promise.all(
      cells.map(({ step, thrown }) => acts[step][1](makeWallet(acts[step][0], thrown).connector)),
    )
    expect(outcomes.filter((outcome) => !known.has(outcome))).toEqual([])
  })
})
