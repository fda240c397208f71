import { encodeFunctionData, erc20Abi } from "viem"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { ChainTransaction, Transfer } from "../contract/Transfer.ts"
import { toHexAddress } from "./contracts/contractAbi.ts"
import { toQuantityHex } from "./Hex.ts"

/** Returns the EVM call of a transfer. A token that returns no value is called like any other. */
export const toTransferCall = ({ amount, to, token }: Transfer) =>
  token === null
    ? { to, value: toQuantityHex(amount), data: "0x" as const }
    : {
        to: token,
        value: toQuantityHex(0n),
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: "transfer",
          args: [toHexAddress(to), amount],
        }),
      }

export const buildTransaction: ChainActions["build"] = ({ fee, transfer }): ChainTransaction => ({
  ...toTransferCall(transfer),
  ...fee.transactionFields,
})
