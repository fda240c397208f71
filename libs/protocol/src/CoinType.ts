import { Data, Result } from "effect"

/** The coin type of ether, by which names were kept before other EVM chains had one. Source: SLIP-44. */
export const etherCoinType = 60

const evmFlag = 0x80000000

/**
 * The coin type under which a name keeps its address on an EVM chain: the chain id with the top bit of 32 set.
 * Ethereum itself has the flag too, as name servers expect it, although its coin type elsewhere is 60.
 * Source: ENSIP-11.
 */
export const toEvmCoinType = (chainId: number): Result.Result<number, InvalidChainId> =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < evmFlag
    ? Result.succeed(evmFlag + chainId)
    : Result.fail(new InvalidChainId({ chainId }))

/** The EVM chain that a coin type names, by its flag or as ether; `null` where it names none. */
export const toEvmChainId = (coinType: number): number | null => {
  if (coinType === etherCoinType) return 1
  return Number.isInteger(coinType) && coinType >= evmFlag && coinType < 2 * evmFlag
    ? coinType - evmFlag
    : null
}

/** No whole number, or one that takes more than 31 bits. */
export class InvalidChainId extends Data.TaggedError("InvalidChainId")<{ readonly chainId: number }> {
  override get message() {
    return `Invalid chainId: ${this.chainId}`
  }
}
