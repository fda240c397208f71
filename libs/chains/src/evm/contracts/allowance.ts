import type { ContractActions } from "../../contract/Actions.ts"
import { addressIn, callData, selectors } from "../abi.ts"
import { checksum } from "../checksum.ts"

/** Source: ERC-20. */
export const approve: ContractActions["approve"] = ({ amount, spender, token }) => ({
  to: token,
  value: 0n,
  data: callData(selectors.approve, spender, amount),
})

/** Nothing may follow the amount: what nobody reads, somebody could use. */
const approval = new RegExp(`^0x${selectors.approve}([0-9a-f]{64})[0-9a-f]{64}$`, "i")

export const spenderIn: ContractActions["spenderIn"] = (data) => {
  const spender = addressIn(`0x${approval.exec(data)?.[1]}`)
  return spender === null ? null : checksum(spender)
}
