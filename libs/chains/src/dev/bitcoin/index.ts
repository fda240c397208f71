export { type BitcoinSideOptions, type BitcoinStandardNetwork, bitcoinSide } from "./bitcoinSide.ts"
export { type BitcoinSigner, bitcoinSignerFromKey, testBitcoinSigner } from "./BitcoinSigner.ts"
