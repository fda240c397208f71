import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { World } from "../../world/World.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { type Ledger, ledgerOf } from "../ledger/Ledger.ts"
import { Rejected } from "../transaction/Rejected.ts"
import { addressRoutes } from "./addressRoutes.ts"
import { blockRoutes } from "./blockRoutes.ts"
import { Refusal } from "./Refusal.ts"
import { type RestAnswer, type RestRoutes, text } from "./RestRoutes.ts"
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

type StatedAnswer = RestAnswer & { readonly status: ContentfulStatusCode }

const routes: RestRoutes = { ...blockRoutes, ...addressRoutes, ...transactionRoutes }

const patterns = Object.entries(routes).map(([path, answer]) => ({
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
  answer,
}))

export const answerRest = ({ network, world, ...request }: RestRequest): StatedAnswer =>
  answerLedger(ledgerOf(world, network), request)

/** The same of any ledger. */
export const answerLedger = (ledger: Ledger, request: LedgerRequest): StatedAnswer => {
  try {
    return { status: 200, ...answer(ledger, request) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, ...text(error.text) }
  }
}

/** @throws Refusal */
const answer = (ledger: Ledger, { method, path, query, body }: LedgerRequest): RestAnswer => {
  if (method === "POST" && path === "/tx") return text(broadcast(ledger, body))
  for (const route of method === "GET" ? patterns : []) {
    const match = route.pattern.exec(path)
    if (match !== null) return route.answer({ ledger, param: (name) => match.groups?.[name] ?? "", query })
  }
  throw new Refusal({ status: 404, text: `endpoint does not exist ${JSON.stringify(path)}` })
}

/** @throws Refusal */
const broadcast = (ledger: Ledger, hex: string): string => {
  try {
    return ledger.send(hex.trim())
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { code, message } = error
    throw new Refusal({
      status: 400,
      text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
    })
  }
}
