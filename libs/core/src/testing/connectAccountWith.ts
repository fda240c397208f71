import type { ChainActions, Connector } from "@wmodal/chains"
import type { Fetch } from "@wmodal/protocol"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { makeEngineWith, makeTestChain, type TestDeps, testNetworks } from "./makeEngineOver.ts"
import { bitcoinWallet, scriptedWallet, solanaWallet } from "./scriptedWallet.ts"

/** Returns the blockchain API's response for one path: JSON, or an error status. */
export type ApiAnswer = (url: URL) => Response

const replySupportedChains: ApiAnswer = () => Response.json({ http: ["eip155:1", "eip155:10"], ws: [] })
const replyNotFound: ApiAnswer = () => new Response("", { status: 404 })

/** Makes a blockchain API that serves `eip155:1` and `eip155:10` with these responses, and records its requests. */
export const scriptedApi = (answers: Readonly<Record<string, ApiAnswer>>) => {
  const asked: URL[] = []
  const fetch: Fetch["Service"] = {
    send: (request) =>
      Effect.sync(() => {
        const url = new URL(request.url)
        asked.push(url)
        const answer =
          answers[url.pathname] ??
          (url.pathname === "/v1/supported-chains" ? replySupportedChains : replyNotFound)
        return answer(url)
      }),
  }
  const askedFor = (pathname: string) => asked.filter((url) => url.pathname === pathname)
  return {
    asked,
    askedFor,
    fetch,
    options: { endpoints: { blockchain: "https://api.example" }, imageHosts: ["images.example"] },
  }
}

const kinds = {
  eip155: { wallet: scriptedWallet, networks: testNetworks },
  solana: { wallet: solanaWallet, networks: [solana] },
  bip122: { wallet: bitcoinWallet, networks: [bitcoin] },
} as const

/**
 * Makes a real engine with a connected wallet, and its flows. `answers` are the wallet's responses, `actions` the
 * chain's, `on` its namespace.
 */
export const connectAccountWith = ({
  on = "eip155",
  actions = {},
  answers = {},
  options = {},
  deps = {},
}: {
  readonly on?: keyof typeof kinds
  readonly actions?: Partial<ChainActions>
  readonly answers?: Partial<Connector>
  readonly options?: object
  readonly deps?: TestDeps
}) =>
  Effect.gen(function* () {
    const { networks, wallet } = kinds[on]
    const { connector, say } = wallet(answers)
    const chains = [makeTestChain([connector], actions, on)]
    const engine = yield* makeEngineWith({ chains, networks, ...options }, deps)
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    return { engine, say, flows: yield* engine.flows }
  })
