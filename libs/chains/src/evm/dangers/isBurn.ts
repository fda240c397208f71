import type { WalletCall } from "../../contract/WalletCalls.ts"
import { evmRules } from "../rules.ts"
import { listNestedCalls, wordToAddress } from "./FunctionCall.ts"

/**
 * Returns whether a call sends assets to where they stay for ever: to an address without an owner, or to the token's own
 * contract. Its recipient is shown like any other, but it is no payment.
 */
export const isBurn = ({ data, to, value }: Pick<WalletCall, "data" | "to" | "value">): boolean =>
  (value > 0n && evmRules.isBurnAddress(to)) ||
  listNestedCalls(data.slice(2)).calls.some(({ selector, words }) => {
    const layout = transferLayouts[selector]
    if (layout === undefined || (layout.amount !== null && words(layout.amount) === 0n)) return false
    const recipient = wordToAddress(words(layout.recipient))
    return recipient === to.toLowerCase() || evmRules.isBurnAddress(recipient)
  })

/** Words of the arguments. `amount` is `null` where 0 may be the id of a collectible. */
interface TransferLayout {
  readonly recipient: number
  readonly amount: number | null
}

/** Source: ERC-20, ERC-721, ERC-1155, ERC-677, ERC-1363. */
const transferLayouts: Readonly<Record<string, TransferLayout>> = {
  // transfer(address,uint256)
  a9059cbb: { recipient: 0, amount: 1 },
  // transferFrom(address,address,uint256)
  "23b872dd": { recipient: 1, amount: null },
  // safeTransferFrom(address,address,uint256)
  "42842e0e": { recipient: 1, amount: null },
  // safeTransferFrom(address,address,uint256,bytes)
  b88d4fde: { recipient: 1, amount: null },
  // safeTransferFrom(address,address,uint256,uint256,bytes)
  f242432a: { recipient: 1, amount: 3 },
  // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
  "2eb2c2d6": { recipient: 1, amount: null },
  // transferAndCall(address,uint256,bytes)
  "4000aea0": { recipient: 0, amount: 1 },
}
