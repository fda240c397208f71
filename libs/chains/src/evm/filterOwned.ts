import type { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { encodeFunctionData, erc721Abi, erc1155Abi } from "viem"
import type { ChainActions, CollectibleId } from "../contract/ChainActions.ts"
import { decodeAddress, decodeUint, toHexAddress } from "./contracts/contractAbi.ts"

/** Checks ownership by ERC-721 first, then by ERC-1155. The requests go out in one batch. */
export const filterOwned: ChainActions["filterOwned"] = ({ collectibles, owner, rpc }) => {
  const ask = (contract: string, data: string) =>
    Effect.catchIf(rpc.request("eth_call", [{ to: contract, data }, "latest"]), isContractError, () =>
      Effect.succeed(null),
    )
  const isOwned = ({ contract, tokenId }: CollectibleId): Effect.Effect<boolean, RpcError> => {
    if (!/^\d{1,78}$/.test(tokenId) || BigInt(tokenId) >> 256n !== 0n) return Effect.succeed(false)
    const id = BigInt(tokenId)
    const ownerOf = encodeFunctionData({ abi: erc721Abi, functionName: "ownerOf", args: [id] })
    const balanceOf = encodeFunctionData({
      abi: erc1155Abi,
      functionName: "balanceOf",
      args: [toHexAddress(owner), id],
    })
    return Effect.flatMap(ask(contract, ownerOf), (answer) => {
      const holder = decodeAddress(answer)
      return holder === null
        ? Effect.map(ask(contract, balanceOf), (balance) => (decodeUint(balance) ?? 0n) > 0n)
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
