import type { Actions } from "../contract/Actions.ts"
import type { ChainTransaction, Transfer } from "../contract/Transfer.ts"
import { callData, selectors } from "./abi.ts"
import { quantityToHex } from "./Hex.ts"

/** What a transfer is on an EVM network. A token that returns nothing is called like any other. */
export const callOf = ({ amount, to, token }: Transfer) =>
  token === null
    ? { to, value: quantityToHex(amount), data: "0x" as const }
    : { to: token, value: quantityToHex(0n), data: callData(selectors.transfer, to, amount) }

export const build: Actions["build"] = ({ fee, transfer }): ChainTransaction => ({
  ...callOf(transfer),
  ...fee.terms,
})
