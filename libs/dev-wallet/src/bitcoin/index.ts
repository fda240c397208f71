export { type BitcoinSigner, makeBitcoinSignerFromKey, makeTestBitcoinSigner } from "./BitcoinSigner.ts"
export { type BitcoinSideOptions, type BitcoinStandardNetwork, makeBitcoinSide } from "./bitcoinSide.ts"
