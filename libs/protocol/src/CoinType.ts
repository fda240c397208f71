import { Data, Result } from "effect"

/**
 * The coin type of ether. Name services stored addresses under it before other EVM chains had one. Source: SLIP-44.
 */
export const etherCoinType = 60

const evmFlag = 0x80000000

/** The coin type of the address that a name has on each EVM chain without one of its own. Source: ENSIP-19. */
export const anyEvmCoinType = evmFlag

/**
 * Returns the coin type under which a name keeps its address on an EVM chain: the chain id with the top bit of 32
 * set.
 * Sets the bit for Ethereum too, as ENS resolvers expect, although SLIP-44 gives ether coin type 60.
 * Source: ENSIP-11.
 */
export const toEvmCoinType = (chainId: number): Result.Result<number, InvalidChainId> =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < evmFlag
    ? Result.succeed(evmFlag + chainId)
    : Result.fail(new InvalidChainId({ chainId }))

/** Returns the EVM chain id of a coin type, by its flag or as ether, or `null` for other coin types. */
export const toEvmChainId = (coinType: number): number | null => {
  if (coinType === etherCoinType) return 1
  return Number.isInteger(coinType) && coinType >= evmFlag && coinType < 2 * evmFlag
    ? coinType - evmFlag
    : null
}

/** A chain id that is not a whole number or takes more than 31 bits. */
export class InvalidChainId extends Data.TaggedError("InvalidChainId")<{ readonly chainId: number }> {
  override get message() {
    return `Invalid chainId: ${this.chainId}`
  }
}
