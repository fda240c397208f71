import { describe, expect, it } from "@effect/vitest"
import type { DappRequest, DappResponse, ReviewedRequest, WalletRequest } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { makeExplained, makeMessageQuestion, signed } from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"
import {
  bitcoinSession,
  bitcoinWallet,
  scriptedSession,
  scriptedWallet,
  solanaSession,
  solanaWallet,
} from "../testing/scriptedWallet.ts"

const toAddress = (session: typeof solanaSession) => session.accounts[0].split(":")[2] ?? ""
const [sun, coin] = [toAddress(solanaSession), toAddress(bitcoinSession)]

/** An engine with a wallet on each chain. The explanation names the chain that created it. */
const world = Effect.gen(function* () {
  const explains: string[] = []
  const explainOn = (name: string) => ({
    explain: ({ from, request }: { readonly from: string; readonly request: WalletRequest }) =>
      Effect.sync((): ReviewedRequest => {
        explains.push(`${name} ${from} ${request._tag}`)
        const one = makeExplained()
        const [call] = one.calls
        return request._tag === "Transactions" ? { ...one, calls: [call, { ...call, digest: "0xd2" }] } : one
      }),
  })
  const engine = yield* makeEngineWith({
    chains: [
      makeTestChain([scriptedWallet().connector], explainOn("evm")),
      makeTestChain(
        [solanaWallet({ signMessage: () => Effect.succeed("by sun") }).connector],
        explainOn("sun"),
        "solana",
      ),
      makeTestChain(
        [bitcoinWallet({ signMessage: () => Effect.succeed("by coin") }).connector],
        explainOn("coin"),
        "bip122",
      ),
    ],
    networks: [mainnet, optimism, solana, bitcoin],
  })
  yield* engine.ready
  for (const id of ["Scripted Sun", "Scripted Orange", "io.scripted"])
    yield* engine.connection.connectAndWait(id)
  return { engine, explains, flows: yield* engine.flows }
})

const asking = (question: Partial<DappRequest>) =>
  Effect.gen(function* () {
    const { engine, explains, flows } = yield* world
    const heard = yield* Effect.forkChild(flows.requests.handle(makeMessageQuestion(question)), {
      startImmediately: true,
    })
    const entries = () => SubscriptionRef.getUnsafe(flows.ledger.entries)
    /** Completes once the wallet's response is recorded. */
    const settled = reach(flows.ledger.entries, (all) => all.some(({ mine }) => !mine))
    return { settled, engine, entries, explains, flows, heard }
  })

const onSolana: Partial<DappRequest> = { namespace: "solana", connectorId: "Scripted Sun" }
const onBitcoin: Partial<DappRequest> = { namespace: "bip122", connectorId: "Scripted Orange" }

describe("dApp requests on several chains", () => {
  it.effect.each([
    [
      "Solana",
      { ...onSolana, from: sun, network: solana.caipNetworkId },
      `sun ${sun} Message`,
      solana.caipNetworkId,
    ],
    ["Bitcoin", { ...onBitcoin, from: coin.toUpperCase() }, `coin ${coin} Message`, bitcoin.caipNetworkId],
  ] as const)(
    "explains a request by its own chain %s while another is shown",
    ([, question, seen, network]) =>
      Effect.gen(function* () {
        const { engine, explains, flows, heard, settled } = yield* asking(question)
        expect(SubscriptionRef.getUnsafe(engine.networks.selected).caipNetworkId).toBe(mainnet.caipNetworkId)
        const state = yield* reach(flows.requests.state, ({ _tag }) => _tag === "Reviewing")
        expect(state).toMatchObject({ asked: { network: { caipNetworkId: network } } })
        expect(explains).toEqual([seen])
        yield* flows.requests.approve
        expect(yield* Fiber.join(heard)).toEqual(signed.answer)
        expect(yield* settled).toMatchObject([
          { network, subject: { _tag: "Message" }, state: { _tag: "Signed" } },
        ])
      }),
  )

  it.effect("records several transactions as one entry, by the digest of all of them", () =>
    Effect.gen(function* () {
      const { flows, heard, settled } = yield* asking({
        ...onSolana,
        request: { _tag: "Transactions", transactions: [{ transaction: "a" }, { transaction: "b" }] },
      })
      yield* reach(flows.requests.state, ({ _tag }) => _tag === "Reviewing")
      yield* flows.requests.approve
      yield* Fiber.join(heard)
      expect(yield* settled).toMatchObject([
        {
          subject: {
            _tag: "Call",
            intent: null,
            contract: null,
            digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          },
          transaction: null,
          state: { _tag: "Signed" },
        },
      ])
    }),
  )

  it.effect("tracks a sent transaction by its hash", () =>
    Effect.gen(function* () {
      const transaction = { psbt: "one" }
      const { flows, heard, settled } = yield* asking({
        ...onBitcoin,
        request: { _tag: "Transaction", transaction },
        submission: { _tag: "Transaction", transaction },
        ask: () =>
          Promise.resolve({
            answer: { _tag: "Result", value: "hash" },
            outcome: { _tag: "Sent", hash: "hash" },
          }),
      })
      yield* reach(flows.requests.state, ({ _tag }) => _tag === "Reviewing")
      yield* flows.requests.approve
      yield* Fiber.join(heard)
      expect(yield* settled).toMatchObject([{ transaction, state: { _tag: "Sent", hash: "hash" } }])
    }),
  )

  it.effect.each([
    ["another account", { ...onSolana, from: `${sun.slice(0, -1)}X` }, 4100],
    ["its account in another letter case", { ...onSolana, from: sun.toLowerCase() }, 4100],
    ["another network", { ...onSolana, network: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1" }, 4901],
    ["another wallet", { ...onSolana, connectorId: "Scripted Orange" }, 4100],
    ["a chain without a wallet", { ...onSolana, namespace: "polkadot" }, 4100],
  ] as const)("rejects a request for %s", ([, question, code]) =>
    Effect.gen(function* () {
      const { entries, explains, heard } = yield* asking(question)
      const answer: DappResponse = yield* Fiber.join(heard)
      expect(answer).toMatchObject({ _tag: "Rejected", code })
      expect([explains, entries()]).toEqual([[], []])
    }),
  )

  it.effect("signs with the wallet of the named chain, else of the shown one", () =>
    Effect.gen(function* () {
      const { engine, explains, flows } = yield* world
      expect(yield* flows.signing.signMessage("hi", [], "solana")).toBe("by sun")
      expect(yield* flows.signing.signMessage("hi", [], "bip122")).toBe("by coin")
      expect(yield* flows.signing.signMessage("hi", [])).toBe("0x01")
      yield* engine.networks.switchTo(bitcoin.caipNetworkId)
      expect(yield* flows.signing.signMessage("hi", [])).toBe("by coin")
      const [evm] = [toAddress(scriptedSession)]
      expect(explains).toEqual([
        `sun ${sun} Message`,
        `coin ${coin} Message`,
        `evm ${evm} Message`,
        `coin ${coin} Message`,
      ])
      // Swaps are not supported on this chain.
      expect(SubscriptionRef.getUnsafe(flows.swap.state)._tag).toBe("Unsupported")
    }),
  )
})
