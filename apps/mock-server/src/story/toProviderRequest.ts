import { type CaipNetworkId, parseAmount, toReference } from "@wmodal/protocol"
import { Result } from "effect"
import { encodeFunctionData, erc20Abi, maxUint256, toHex } from "viem"
import { accounts } from "../evm/accounts.ts"
import type { StoryRequest } from "./Story.ts"
import { getStoryContract, getStoryToken } from "./storyAccounts.ts"

/** The expiry of a permit in Unix seconds: 2100-01-01. */
const permitDeadline = "4102444800"

/** Thirty days. */
const sessionSeconds = 30 * 86_400

/**
 * Returns the provider request (EIP-1193) of a dApp for the first account.
 * @throws StoryWorldFailed when there is no such token
 */
export const toProviderRequest = (
  { permit, approval, call, session }: StoryRequest,
  network: CaipNetworkId,
): { readonly method: string; readonly params: readonly unknown[] } => {
  const [owner] = accounts
  const chainId = Number(toReference(network))
  if (permit !== undefined) {
    const { address, decimals, name } = getStoryToken(permit.token)
    const typedData = {
      domain: { name, version: "1", chainId, verifyingContract: address },
      primaryType: "Permit",
      types: {
        EIP712Domain: toTypedDataFields({
          name: "string",
          version: "string",
          chainId: "uint256",
          verifyingContract: "address",
        }),
        Permit: toTypedDataFields({
          owner: "address",
          spender: "address",
          value: "uint256",
          nonce: "uint256",
          deadline: "uint256",
        }),
      },
      message: {
        owner,
        spender: getStoryContract(permit.spender),
        value: `${toBaseUnits(permit.amount, decimals)}`,
        nonce: "0",
        deadline: permitDeadline,
      },
    }
    return { method: "eth_signTypedData_v4", params: [owner, JSON.stringify(typedData)] }
  }
  if (approval !== undefined) {
    const { address, decimals } = getStoryToken(approval.token)
    const args = [getStoryContract(approval.spender), toBaseUnits(approval.amount, decimals)] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args })
    return { method: "eth_sendTransaction", params: [{ from: owner, to: address, data }] }
  }
  if (session !== undefined) {
    const { amount, endless, spender } = session
    const allowance = toHex(toBaseUnits(amount, 18))
    const request = {
      chainId: toHex(chainId),
      ...(!endless && { expiry: Math.floor(Date.now() / 1000) + sessionSeconds }),
      signer: { type: "account", data: { address: getStoryContract(spender) } },
      permissions: [{ type: "native-token-transfer", data: { allowance } }],
    }
    return { method: "wallet_grantPermissions", params: [request] }
  }
  const { to = "", data = "0x", value = "0" } = call ?? {}
  const transaction = { from: owner, to: getStoryContract(to), data, value: toHex(toBaseUnits(value, 18)) }
  return { method: "eth_sendTransaction", params: [transaction] }
}

const toTypedDataFields = (types: Readonly<Record<string, string>>) =>
  Object.entries(types).map(([name, type]) => ({ name, type }))

/** Converts an amount to base units. */
export const toBaseUnits = (amount: string, decimals: number): bigint =>
  amount === "unlimited" ? maxUint256 : Result.getOrElse(parseAmount(amount, decimals), () => 0n)
