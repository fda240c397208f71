export { type BitcoinSigner, bitcoinSignerFromKey, testBitcoinSigner } from "./BitcoinSigner.ts"
export { type BitcoinSideOptions, type BitcoinStandardNetwork, bitcoinSide } from "./bitcoinSide.ts"
