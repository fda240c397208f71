import type { Connector, DappRequest, DappResponse, RequestTooLong } from "@wmodal/chains"
import { normalizeAddress, toNetworkId, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, loadChain } from "../services/loadChain.ts"
import type { RequestAccount } from "../signing/makeExplain.ts"

export interface Requester extends RequestAccount {
  readonly connector: Connector
}

/** Returns the current account on the wallet's network, or the reason to reject the request unseen. */
export const resolveRequester = (
  { board, networks }: Pick<EngineServices, "board" | "networks">,
  { connectorId, from, namespace, network: named }: DappRequest,
): Requester | DappResponse => {
  const connected = board.getConnected(namespace)
  const connector = board.connectors.get(namespace)
  if (connected === null || connector?.id !== connectorId) return rejections.notConnected
  const on = connected.walletNetwork ?? toNetworkId(connected.account)
  const network = networks.configured.find(({ caipNetworkId }) => caipNetworkId === on)
  if (network === undefined) return rejections.unknownNetwork
  if (named !== null && named !== network.caipNetworkId) return rejections.otherNetwork
  // Addresses with different purposes belong to one account, which signs with any of them.
  const address = from !== null && connected.details?.[from] ? from : toPlainAddress(connected.account)
  if (from !== null && normalizeAddress(namespace, from) !== normalizeAddress(namespace, address))
    return rejections.otherAccount
  return { connector, network, account: `${network.caipNetworkId}:${address}` }
}

/** Returns the request to review: the original, or the payment that it names, built on the current network. */
export const buildRequestedPayment = (
  deps: ChainDeps,
  { network }: Requester,
  question: DappRequest,
): Effect.Effect<DappRequest | DappResponse> => {
  const { buildPayment } = question
  if (buildPayment === undefined) return Effect.succeed(question)
  const { transfer } = buildPayment
  return Effect.flatMap(loadChain(deps, { network, known: true }), ({ actions, asking }) =>
    Effect.map(catchDefects(actions.estimate({ ...asking, transfer })), (fee) =>
      buildPayment.with(actions.build({ transfer, fee })),
    ),
  ).pipe(
    Effect.catch((error) =>
      Effect.succeed(
        error._tag === "TransferRejected" ? rejections.unpayable(error.message) : rejections.unbuilt,
      ),
    ),
  )
}

const makeRejection = (code: number, text: string): DappResponse => ({ _tag: "Rejected", code, text })

/** Responses in place of the wallet's, with messages for the dApp's developer. Codes: EIP-1193, EIP-1474. */
export const rejections = {
  declined: makeRejection(4001, "The user rejected the request."),
  notConnected: makeRejection(4100, "No wallet, or a different wallet, is connected."),
  otherAccount: makeRejection(4100, "The request is for a different account."),
  changed: makeRejection(4100, "The account or the network changed before the request was answered."),
  otherNetwork: makeRejection(4901, "The request is for a different network."),
  unknownNetwork: makeRejection(4901, "The wallet is on a network that this site does not support."),
  gone: makeRejection(4900, "The modal was destroyed."),
  tooMany: makeRejection(-32005, "Too many requests are pending."),
  tooLong: ({ code, message }: RequestTooLong) => makeRejection(code, message),
  unbuilt: makeRejection(4900, "The payment could not be built: the network does not respond."),
  unpayable: (text: string) => makeRejection(-32000, text),
  unread: makeRejection(-32603, "The request could not be decoded, so the wallet was not asked."),
} as const
