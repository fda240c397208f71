import type { LedgerEntry, SendError, SwapError } from "@wmodal/core/flows"
import { makeDevConnector, makeScriptedApprover, makeTestSigner } from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { makeBrowser, type Page } from "../story/Page.ts"
import type { makeFaultyNetwork } from "./faultyNetwork.ts"
import { makeSoakSettings } from "./soakSettings.ts"
import { makeSoakWallet } from "./soakWallet.ts"

export const payer = makeTestSigner(0).address
const Reply = z.object({ result: z.string() })

/**
 * Opens a page with a wallet in a world, and ways to read and set what accounts have.
 * @param nodes the number of nodes that the page knows, each by a host of its own
 */
export const openEvmWorld = Effect.fnUntraced(function* (
  network: Network,
  world: ReturnType<typeof makeFaultyNetwork>,
  projectId: string,
  nodes: 1 | 2 = 1,
) {
  const path = `w/${projectId}/rpc/${network.caipNetworkId}`
  const http = [`http://localhost/${path}`, `http://127.0.0.1/${path}/2`].slice(0, nodes)
  const settings = makeSoakSettings(projectId, network, http)
  const person = makeScriptedApprover()
  const wallet = yield* makeSoakWallet(settings, person)
  const connector = () => makeDevConnector({ wallet, origin: "https://shop.example" })
  const page = yield* makeBrowser(settings, () => [connector()]).open
  const { id, namespace } = connector()
  yield* page.engine.connection.connectAndWait(id, namespace)
  const ask = (method: string, ...params: readonly unknown[]) =>
    Effect.promise(async () =>
      world.control(`rpc?chainId=${network.caipNetworkId}`, "POST", {
        jsonrpc: "2.0",
        id: 1,
        method,
        params,
      }),
    )
  const read = (method: string, ...params: readonly unknown[]) =>
    Effect.map(ask(method, ...params), (reply) => BigInt(Reply.parse(reply).result))
  return {
    page,
    person,
    hold: (units: bigint) => ask("anvil_setBalance", payer, `0x${units.toString(16)}`),
    held: read("eth_getBalance", payer, "latest"),
    heldBy: (address: string) => read("eth_getBalance", address, "latest"),
    /** How much an account has of a token. */
    heldOf: (token: string, address: string) =>
      read("eth_call", { to: token, data: `0x70a08231${address.slice(2).padStart(64, "0")}` }, "latest"),
    nonce: read("eth_getTransactionCount", payer, "latest"),
  }
})

/** A payment or a swap of a page. */
interface OrderedPayment {
  readonly kind: "send" | "swap"
  /** Symbol, or address. */
  readonly token: string
  readonly amount: bigint | "max"
  readonly to: string
}

/** A reviewed payment, or the next step of a swap. Base units. */
interface ReviewedPayment {
  readonly amount: bigint
  /** The greatest fee. */
  readonly most: bigint
  /** What arrives at least. */
  readonly minimum: bigint
  /** False for an approval before a swap. */
  readonly isLast: boolean
  readonly submit: Effect.Effect<LedgerEntry, SendError | SwapError>
}

/** Reviews a payment or a swap. */
export const reviewPayment = Effect.fnUntraced(function* (
  { flows }: Page,
  { amount, kind, to: recipient, token }: OrderedPayment,
) {
  if (kind === "send") {
    const holding = yield* flows.holdings.find(token)
    if (holding === null) throw new Error(`no ${token}`)
    const to = yield* flows.recipients.resolve(recipient)
    const review = yield* flows.send.prepare({ holding, amount, to })
    const passed = review.stops.map(({ _tag }) => _tag)
    const sent: ReviewedPayment = {
      amount: review.amount,
      most: review.fee.most,
      minimum: review.amount,
      isLast: true,
      submit: flows.send.submit(review, passed),
    }
    return sent
  }
  const [source, destination] = yield* Effect.all([flows.swap.find(token), flows.swap.find("mDAI")])
  if (source === null || destination === null) throw new Error("no pair")
  const order = { source: source.token, destination: destination.token, amount, slippage: 1 } as const
  const review = yield* flows.swap.prepare(order)
  const passed = review.stops.map(({ _tag }) => _tag)
  const swapped: ReviewedPayment = {
    amount: review.quote.amount,
    most: review.steps[0].fee?.most ?? 0n,
    minimum: review.quote.minimum,
    isLast: review.steps.length === 1,
    submit: flows.swap.submit(review, passed),
  }
  return swapped
})
