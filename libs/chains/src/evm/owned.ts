import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions, CollectibleId } from "../contract/Actions.ts"
import { addressIn, callData, selectors, wordIn } from "./abi.ts"

/** By ERC-721 first, then by ERC-1155. The questions travel together. */
export const owned: Actions["owned"] = ({ collectibles, owner, rpc }) => {
  const ask = (contract: string, data: string) =>
    Effect.catchIf(rpc.request("eth_call", [{ to: contract, data }, "latest"]), isNo, () =>
      Effect.succeed(null),
    )
  const isOwned = ({ contract, tokenId }: CollectibleId): Effect.Effect<boolean, RpcError> => {
    if (!/^\d{1,78}$/.test(tokenId) || BigInt(tokenId) >> 256n !== 0n) return Effect.succeed(false)
    const id = BigInt(tokenId)
    return Effect.flatMap(ask(contract, callData(selectors.ownerOf, id)), (answer) => {
      const holder = addressIn(answer)
      return holder === null
        ? Effect.map(
            ask(contract, callData(selectors.balanceOfId, owner, id)),
            (balance) => (wordIn(balance) ?? 0n) > 0n,
          )
        : Effect.succeed(holder === owner.toLowerCase())
    })
  }
  return Effect.map(Effect.forEach(collectibles, isOwned, { concurrency: "unbounded" }), (said) =>
    collectibles.filter((_, at) => said[at]),
  )
}

/** A contract's no. A node that has had enough of us says nothing about a contract. */
const isNo = ({ reason }: RpcError) => reason._tag === "Answered" && reason.meaning !== "LimitExceeded"
