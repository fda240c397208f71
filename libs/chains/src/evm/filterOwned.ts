import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions, CollectibleId } from "../contract/ChainActions.ts"
import { decodeAddressWord, decodeWord, encodeCall, selectors } from "./abi.ts"

/** Checks ownership by ERC-721 first, then by ERC-1155. The requests go out in one batch. */
export const filterOwned: ChainActions["filterOwned"] = ({ collectibles, owner, rpc }) => {
  const ask = (contract: string, data: string) =>
    Effect.catchIf(rpc.request("eth_call", [{ to: contract, data }, "latest"]), isContractError, () =>
      Effect.succeed(null),
    )
  const isOwned = ({ contract, tokenId }: CollectibleId): Effect.Effect<boolean, RpcError> => {
    if (!/^\d{1,78}$/.test(tokenId) || BigInt(tokenId) >> 256n !== 0n) return Effect.succeed(false)
    const id = BigInt(tokenId)
    return Effect.flatMap(ask(contract, encodeCall(selectors.ownerOf, id)), (answer) => {
      const holder = decodeAddressWord(answer)
      return holder === null
        ? Effect.map(
            ask(contract, encodeCall(selectors.balanceOfId, owner, id)),
            (balance) => (decodeWord(balance) ?? 0n) > 0n,
          )
        : Effect.succeed(holder === owner.toLowerCase())
    })
  }
  return Effect.map(Effect.forEach(collectibles, isOwned, { concurrency: "unbounded" }), (said) =>
    collectibles.filter((_, at) => said[at]),
  )
}

/** Returns true for a contract's rejection. A rate-limited node reports nothing about the contract. */
const isContractError = ({ reason }: RpcError) =>
  reason._tag === "Answered" && reason.meaning !== "LimitExceeded"
