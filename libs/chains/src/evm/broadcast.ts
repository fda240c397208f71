import { type Network, broadcast as send } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Hex, keccak256 } from "viem"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import type { SignedFacts } from "../contract/TransactionStatus.ts"
import { toQuantityHex } from "./Hex.ts"
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
  yield* send(rpc, signed)
  return signed.hash
})
