/**
 * Returns true for the words of Geth, Erigon, Besu, Nethermind, OpenEthereum, Hardhat, Reth and anvil, and ZKsync, for a
 * sender who cannot pay.
 */
export const isInsufficientText = (text: string): boolean =>
  /insufficient (?:maxfeepergas for )?(?:sender )?(?:funds|balance)|InsufficientFunds|(?:n't have|not) enough (?:funds|balance)|lack of funds|upfront cost exceeds/i.test(
    text,
  )
