import { sanitizeLine } from "@wmodal/chains"
import { checksumAddress } from "@wmodal/chains/internal"
import type { RequestedCall } from "./ApprovalRequest.ts"
import type { DevNetwork } from "./DevNetwork.ts"
import { formatDecimal, type PromptLine } from "./PromptLine.ts"

/** Describes a call for the user, line by line. */
export const describeCall = (call: RequestedCall, network: DevNetwork): readonly PromptLine[] => {
  const known = decodeTokenCall(call)
  const coins = { label: "Amount", text: formatNativeAmount(call.value, network) }
  if (known === null) {
    return [
      { label: "To", text: call.to === null ? "a new contract" : formatAddress(call.to) },
      coins,
      ...(call.data === "0x" ? [] : [{ label: "Data", text: call.data }]),
    ]
  }
  const [to, amount] = known.isTransfer ? ["To", "Amount"] : ["Spender", "Spending limit"]
  return [
    { label: to, text: known.who },
    { label: amount, text: known.amount },
    { label: "Token", text: known.token },
    ...(call.value === "0" ? [] : [{ ...coins, label: "Amount to the token contract" }]),
  ]
}

/** Describes a call in one sentence. */
export const summarizeCall = (call: RequestedCall, network: DevNetwork): string => {
  const known = decodeTokenCall(call)
  const coins = formatNativeAmount(call.value, network)
  if (known !== null) {
    const extra = call.value === "0" ? "" : `, and send ${coins} to its contract`
    return known.isTransfer
      ? `Send ${known.amount} of token ${known.token} to ${known.who}${extra}`
      : `Let ${known.who} spend up to ${known.amount} of token ${known.token}${extra}`
  }
  if (call.to === null) return `Deploy a contract with ${coins} and data ${call.data}`
  return call.data === "0x"
    ? `Send ${coins} to ${formatAddress(call.to)}`
    : `Call ${formatAddress(call.to)} with ${coins} and data ${call.data}`
}

/** Formats an amount exactly, with every non-zero decimal. */
export const formatNativeAmount = (
  baseUnits: string,
  { currency = ether }: Pick<DevNetwork, "currency">,
): string => formatDecimal(baseUnits, currency)

const ether = { symbol: "ETH", decimals: 18 }

/** `transfer(address,uint256)` or `approve(address,uint256)` without trailing bytes. Source: ERC-20. */
const tokenCallData = /^0x(a9059cbb|095ea7b3)0{24}([0-9a-f]{40})([0-9a-f]{64})$/i

/** Formats an address in EIP-55, the form that users compare. */
const formatAddress = (address: string) => checksumAddress(address) ?? address

/** Base units. No token has so many, and some contracts count any larger limit as infinite. Source: Permit2. */
const minUnlimited = 2n ** 160n - 1n

/** Decodes the recipient or spender, amount and token of a token call. Returns `null` for other calls. */
export const decodeTokenCall = ({ data, to, token }: RequestedCall) => {
  const [, selector, address, amount] = tokenCallData.exec(data) ?? []
  if (to === null || selector === undefined || amount === undefined) return null
  const units = BigInt(`0x${amount}`)
  const isTransfer = selector.toLowerCase() === "a9059cbb"
  const inUnits = token === undefined ? `${units} base units` : formatDecimal(`${units}`, token)
  return {
    isTransfer,
    who: formatAddress(`0x${address}`),
    amount: !isTransfer && units >= minUnlimited ? "any amount" : inUnits,
    token:
      token === undefined
        ? `${formatAddress(to)} (unknown to this wallet)`
        : `${sanitizeLine(token.symbol, 16)}, ${formatAddress(to)}`,
  }
}
