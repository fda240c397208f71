import type { Hex } from "viem"

/**
 * The fees of a network that charges for data in its own gas, on top of that of the EVM, at one price: it ignores the
 * priority fee.
 */
export interface DataGas {
  /** Wei per gas of every block. */
  readonly baseFee: bigint
  /** Returns the gas for the data of a signed transaction in a block. */
  readonly used: (signed: Hex, block: bigint) => bigint
  /**
   * Returns the gas that a node tells for a call before it is sent.
   * @param gas what the EVM needs
   * @param signed the call as a signed transaction with placeholders
   */
  readonly estimate: (gas: bigint, signed: Hex, block: bigint) => bigint
  /** Returns the fields that receipts have on top of the usual ones. */
  readonly receiptFields: (dataGas: bigint, block: bigint) => Readonly<Record<string, unknown>>
}
