import type {
  ChainActions,
  DappRequest,
  DappResponse,
  RequestWarning,
  ReviewedRequest,
  WalletResponse,
} from "@wmodal/chains"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import type { RequestQueueState } from "../requests/RequestQueue.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./makeEngineOver.ts"
import { reach } from "./reach.ts"
import { scriptedSession, scriptedWallet } from "./scriptedWallet.ts"

export const makeExplained = (...dangers: readonly RequestWarning[]): ReviewedRequest => ({
  calls: [
    {
      intent: "Swap",
      interpolatedIntent: null,
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

export const signed: WalletResponse = {
  answer: { _tag: "Result", value: "0xsignature" },
  outcome: { _tag: "Signed" },
}

/** Makes a dApp's request to sign a message with the scripted wallet. Its function `ask` responds at once. */
export const makeMessageQuestion = (over: Partial<DappRequest> = {}): DappRequest => ({
  namespace: "eip155",
  connectorId: "io.scripted",
  request: { _tag: "Message", message: "hi" },
  from: null,
  network: null,
  submission: { _tag: "Nothing" },
  ask: () => Promise.resolve(signed),
  ...over,
})

/** Makes a dApp's request to send a transaction. */
export const makeTransactionQuestion = (over: Partial<DappRequest> = {}): DappRequest => {
  const transaction = { to: "0x01", value: "0x0", data: "0x" }
  return makeMessageQuestion({
    request: { _tag: "Transaction", transaction },
    submission: { _tag: "Transaction", transaction },
    ...over,
  })
}

/** Makes a dApp with a connected wallet, over a real engine that `close` ends. */
export const openPageWorld = (
  explain: ChainActions["explain"] = () => Effect.succeed(makeExplained()),
  { actions = {}, ...deps }: TestDeps & { readonly actions?: Partial<ChainActions> } = {},
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
    /** @returns the dApp's response, once it arrives */
    const ask = (question: DappRequest, name = "one") =>
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
      heard: (page: Fiber.Fiber<DappResponse>) => Fiber.join(page),
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

/** Makes a response that the test gives later. */
export const makeOpenAnswer = () => {
  const gate = Deferred.makeUnsafe<WalletResponse>()
  return {
    ask: () => Effect.runPromise(Deferred.await(gate)),
    answer: (reply: WalletResponse) => Effect.asVoid(Deferred.succeed(gate, reply)),
  }
}

export const sessionAccount = scriptedSession.accounts[0]
