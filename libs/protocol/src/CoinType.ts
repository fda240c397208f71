import { Data, Result } from "effect"

const evmFlag = 0x80000000

/**
 * The coin type under which a name keeps its address on an EVM chain: the chain id with the top bit of 32 set.
 * Ethereum itself has the flag too, as name servers expect it, although its coin type elsewhere is 60.
 * Source: ENSIP-11.
 */
export const evmCoinType = (chainId: number): Result.Result<number, InvalidChainId> =>
  Number.isInteger(chainId) && chainId >= 0 && chainId < evmFlag
    ? Result.succeed(evmFlag + chainId)
    : Result.fail(new InvalidChainId({ chainId }))

/** No whole number, or one that takes more than 31 bits. */
export class InvalidChainId extends Data.TaggedError("InvalidChainId")<{ readonly chainId: number }> {
  override get message() {
    return `Invalid chainId: ${this.chainId}`
  }
}
