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
  /** Returns the network's receipt for one whose gas and price are already its own. */
  readonly toReceipt: (
    receipt: PlainReceipt,
    charged: ChargedTransaction,
  ) => Readonly<Record<string, unknown>>
}

interface PlainReceipt {
  readonly blockHash: Hex
  readonly logs: readonly Readonly<Record<string, unknown>>[]
}

/** A transaction in a block. */
export interface ChargedTransaction {
  readonly block: bigint
  readonly signed: Hex
  readonly from: Hex
  readonly succeeded: boolean
  /** All gas, and that for data. */
  readonly gasUsed: bigint
  readonly dataGas: bigint
  /** The fields by which its logs name it. */
  readonly receipt: Readonly<Record<string, unknown>>
}
