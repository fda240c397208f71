import type { Actions, Danger, Explained, PageAnswer, PageQuestion, WalletReply } from "@wmodal/chains"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import type { RequestQueueState } from "../requests/RequestQueue.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./makeEngineOver.ts"
import { reach } from "./reach.ts"
import { scriptedSession, scriptedWallet } from "./scriptedWallet.ts"

export const makeExplained = (...dangers: readonly Danger[]): Explained => ({
  calls: [
    {
      intent: "Swap",
      sentence: null,
      owner: null,
      contractName: null,
      contract: "0x01",
      value: 0n,
      fields: [],
      digest: "0xd1",
    },
  ],
  dangers,
  trial: null,
})

export const signed: WalletReply = {
  answer: { _tag: "Given", value: "0xsignature" },
  outcome: { _tag: "Signed" },
}

/** A message that a page wants signed by the scripted wallet. `ask` answers at once. */
export const makeMessageQuestion = (over: Partial<PageQuestion> = {}): PageQuestion => ({
  namespace: "eip155",
  connectorId: "io.scripted",
  request: { _tag: "Message", message: "hi" },
  from: null,
  network: null,
  leaves: { _tag: "Nothing" },
  ask: () => Promise.resolve(signed),
  ...over,
})

/** The same for a transaction. */
export const makeTransactionQuestion = (over: Partial<PageQuestion> = {}): PageQuestion => {
  const transaction = { to: "0x01", value: "0x0", data: "0x" }
  return makeMessageQuestion({
    request: { _tag: "Transaction", transaction },
    leaves: { _tag: "Transaction", transaction },
    ...over,
  })
}

/** A page with a connected wallet, over a real engine that `close` ends. */
export const openPageWorld = (
  explain: Actions["explain"] = () => Effect.succeed(makeExplained()),
  { actions = {}, ...deps }: TestDeps & { readonly actions?: Partial<Actions> } = {},
) =>
  Effect.gen(function* () {
    const wallet = scriptedWallet()
    const scope = yield* Scope.make()
    const engine = yield* makeEngineWith(
      { chains: [makeTestChain([wallet.connector], { explain, ...actions })] },
      deps,
    ).pipe(Scope.provide(scope))
    yield* engine.ready
    yield* engine.connection.connectAndWait(wallet.connector.id)
    const { requests, ledger } = yield* engine.flows
    const asked: string[] = []
    /** @returns what the page hears, once it does */
    const ask = (question: PageQuestion, name = "one") =>
      Effect.forkChild(
        requests.handle({
          ...question,
          ask: (network, account) => {
            asked.push(`${name} on ${network}`)
            return question.ask(network, account)
          },
        }),
        { startImmediately: true },
      )
    return {
      wallet,
      engine,
      requests,
      ledger,
      asked,
      ask,
      heard: (page: Fiber.Fiber<PageAnswer>) => Fiber.join(page),
      until: <Tag extends RequestQueueState["_tag"]>(tag: Tag) =>
        Effect.map(
          reach(requests.state, ({ _tag }) => _tag === tag),
          (state) => {
            if (state._tag !== tag) throw new Error(`Not ${tag}`)
            return state as Extract<RequestQueueState, { readonly _tag: Tag }>
          },
        ),
      close: Scope.close(scope, Exit.void),
    }
  })

/** An answer that a test gives when it likes. */
export const makeOpenAnswer = () => {
  const gate = Deferred.makeUnsafe<WalletReply>()
  return {
    ask: () => Effect.runPromise(Deferred.await(gate)),
    answer: (reply: WalletReply) => Effect.asVoid(Deferred.succeed(gate, reply)),
  }
}

export const sessionAccount = scriptedSession.accounts[0]
