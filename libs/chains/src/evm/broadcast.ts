import { BroadcastError, type Network, type Rpc, type RpcError, broadcast as send } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Hex, keccak256 } from "viem"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import type { SignedFacts } from "../contract/TransactionStatus.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { maxReorgDepth } from "./AccountHistory.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"
import { decodeSignedChainId, decodeSignedContent } from "./signedTransaction.ts"

const decodeSignedFor: (request: {
  readonly network: Network
  readonly raw: string
}) => { readonly raw: Hex; readonly hash: string } | null = ({ network, raw }) => {
  const signed = decodeSignedChainId(raw)
  return signed?.chainId === BigInt(network.id) ? { raw: signed.raw, hash: keccak256(signed.raw) } : null
}

export const toTransactionHash: ChainActions["toTransactionHash"] = (request) =>
  decodeSignedFor(request)?.hash ?? null

export const readSigned: ChainActions["readSigned"] = (request) =>
  Effect.suspend(() => {
    const signed = decodeSignedFor(request)
    if (signed === null) return Effect.succeed(noFacts)
    const { hash, raw } = signed
    return Effect.map(
      Effect.promise(() => decodeSignedContent(raw)),
      ({ data = "0x", from, nonce = 0, to, value = 0n }): SignedFacts => ({
        from,
        mark: {
          hash,
          own: toQuantityHex(nonce),
          from: from.toLowerCase(),
          ...(to != null && { to: to.toLowerCase() }),
          value: toQuantityHex(value),
          data,
        },
      }),
    )
  }).pipe(
    // A signature without a signer.
    Effect.catchDefect(() => Effect.succeed(noFacts)),
  )

const noFacts: SignedFacts = { from: null, mark: {} }

export const broadcast: ChainActions["broadcast"] = Effect.fnUntraced(function* ({ network, raw, rpc }) {
  const signed = decodeSignedFor({ network, raw })
  if (signed === null) return yield* new TransferRejected({ reason: { _tag: "Malformed" } })
  const node = yield* rpc.pin
  yield* Effect.catchTag(send(node, signed), "BroadcastError", (failure) =>
    Effect.flatMap(
      Effect.orElseSucceed(findRefusal(node, { network, ...signed }, failure), () => null),
      (refused) => Effect.fail(refused ?? failure),
    ),
  )
  return signed.hash
})

/**
 * Returns the refusal that is certain after all; `null` while an earlier attempt may count: the first attempt was
 * refused, its nonce was used before any that a reorganisation may take back, and the node does not know the bytes.
 */
const findRefusal = Effect.fnUntraced(function* (
  node: Rpc,
  { hash, network, raw }: { readonly hash: string; readonly network: Network; readonly raw: Hex },
  { reason }: BroadcastError,
): Effect.fn.Return<BroadcastError | null, RpcError> {
  if (reason._tag !== "Uncertain" || reason.error === null || reason.error.mayHaveRun === true) return null
  const { reason: cause } = reason.error
  const { from, mark } = yield* readSigned({ network, raw })
  const own = parseQuantity(mark["own"])
  if (cause._tag !== "Answered" || from === null || own === null) return null
  const known = yield* Effect.all([
    node.request("eth_getTransactionByHash", [hash]),
    node.request("eth_getTransactionReceipt", [hash]),
  ])
  if (known.some((one) => one !== null)) return null
  const place = (yield* fetchNode(node, ["eth_blockNumber"], parseQuantity)) - maxReorgDepth
  if (place < 0n) return null
  const count = yield* fetchNode(
    node,
    ["eth_getTransactionCount", from.toLowerCase(), toQuantityHex(place)],
    parseQuantity,
  )
  if (count <= own) return null
  return new BroadcastError({ hash, reason: { _tag: "Refused", code: cause.code, text: cause.text } })
})
