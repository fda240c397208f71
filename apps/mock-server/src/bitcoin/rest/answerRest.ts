import type { ContentfulStatusCode } from "hono/utils/http-status"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import { type BitcoinTraits, plainBitcoin } from "../BitcoinTraits.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { getLedger, type Ledger } from "../ledger/Ledger.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"
import { addressRoutes } from "./addressRoutes.ts"
import { blockRoutes } from "./blockRoutes.ts"
import { RestError } from "./RestError.ts"
import { type RestResponse, type RestRoutes, textResponse } from "./RestRoutes.ts"
import { transactionRoutes } from "./transactionRoutes.ts"

/** One call of the REST API. `path` begins below the base of the network. */
export interface RestRequest {
  readonly world: World
  readonly network: BitcoinNetwork
  readonly method: string
  readonly path: string
  readonly query: (name: string) => string | undefined
  readonly body: string
}

export type LedgerRequest = Omit<RestRequest, "world" | "network">

type RestResponseWithStatus = RestResponse & { readonly status: ContentfulStatusCode }

const routes: RestRoutes = { ...blockRoutes, ...addressRoutes, ...transactionRoutes }

const patterns = Object.entries(routes).map(([path, answer]) => ({
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
  answer,
}))

/** Counts the requests of each network's nodes. */
const countRequests = perWorld(() => {
  const counts = new Map<BitcoinNetwork, number>()
  return (network: BitcoinNetwork) => {
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count
  }
})

export const answerRest = ({ network, world, ...request }: RestRequest): RestResponseWithStatus => {
  const traits = world.traits.bitcoin ?? plainBitcoin
  const { limitEvery } = traits
  if (limitEvery !== undefined && countRequests(world)(network) % limitEvery === 0)
    return { status: 429, ...textResponse("Too Many Requests") }
  return answerLedger(getLedger(world, network), request, traits)
}

/** Answers a call from a given ledger. */
export const answerLedger = (
  ledger: Ledger,
  request: LedgerRequest,
  traits = plainBitcoin,
): RestResponseWithStatus => {
  try {
    return { status: 200, ...routeRequest(ledger, request, traits) }
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return { status: error.status, ...textResponse(error.text) }
  }
}

/** @throws Refusal */
const routeRequest = (
  ledger: Ledger,
  { method, path, query, body }: LedgerRequest,
  traits: BitcoinTraits,
): RestResponse => {
  if (method === "POST" && path === "/tx") return textResponse(broadcast(ledger, body))
  const isServed = method === "GET" && (traits.server === "mempool" || !path.startsWith("/v1/"))
  for (const route of isServed ? patterns : []) {
    const match = route.pattern.exec(path)
    if (match !== null)
      return route.answer({ ledger, traits, param: (name) => match.groups?.[name] ?? "", query })
  }
  throw new RestError({ status: 404, text: `endpoint does not exist ${JSON.stringify(path)}` })
}

/** @throws Refusal */
const broadcast = (ledger: Ledger, hex: string): string => {
  try {
    return ledger.send(hex.trim())
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error
    const { code, message } = error
    throw new RestError({
      status: 400,
      text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
    })
  }
}
