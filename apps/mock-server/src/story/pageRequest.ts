import { type CaipNetworkId, parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import { encodeFunctionData, erc20Abi, maxUint256, toHex } from "viem"
import { accounts } from "../evm/accounts.ts"
import { contractOfStory, tokenOfStory } from "./cast.ts"
import type { Asked } from "./Story.ts"

/** Unix seconds, 2100-01-01: until when a permit holds. */
const deadline = "4102444800"

/**
 * What a page asks of its provider (EIP-1193), in the name of the first account.
 * @throws StoryWorldFailed where there is no such token
 */
export const pageRequest = (
  { permit, approval, call }: Asked,
  network: CaipNetworkId,
): { readonly method: string; readonly params: readonly unknown[] } => {
  const [owner] = accounts
  const chainId = Number(network.slice(network.indexOf(":") + 1))
  if (permit !== undefined) {
    const { address, decimals, name } = tokenOfStory(permit.token)
    const typedData = {
      domain: { name, version: "1", chainId, verifyingContract: address },
      primaryType: "Permit",
      types: {
        EIP712Domain: fields({
          name: "string",
          version: "string",
          chainId: "uint256",
          verifyingContract: "address",
        }),
        Permit: fields({
          owner: "address",
          spender: "address",
          value: "uint256",
          nonce: "uint256",
          deadline: "uint256",
        }),
      },
      message: {
        owner,
        spender: contractOfStory(permit.spender),
        value: `${unitsOf(permit.amount, decimals)}`,
        nonce: "0",
        deadline,
      },
    }
    return { method: "eth_signTypedData_v4", params: [owner, JSON.stringify(typedData)] }
  }
  if (approval !== undefined) {
    const { address, decimals } = tokenOfStory(approval.token)
    const args = [contractOfStory(approval.spender), unitsOf(approval.amount, decimals)] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args })
    return { method: "eth_sendTransaction", params: [{ from: owner, to: address, data }] }
  }
  const { to = "", data = "0x", value = "0" } = call ?? {}
  const transaction = { from: owner, to: contractOfStory(to), data, value: toHex(unitsOf(value, 18)) }
  return { method: "eth_sendTransaction", params: [transaction] }
}

const fields = (types: Readonly<Record<string, string>>) =>
  Object.entries(types).map(([name, type]) => ({ name, type }))

/** Base units. */
export const unitsOf = (amount: string, decimals: number): bigint =>
  amount === "unlimited" ? maxUint256 : Result.getOrElse(parseAmount(amount, decimals), () => 0n)
