export { type BitcoinSigner, makeBitcoinSignerFromKey, makeTestBitcoinSigner } from "./BitcoinSigner.ts"
export {
  type BitcoinStandardNetwork,
  type BitcoinWalletChainOptions,
  makeBitcoinWalletChain,
} from "./bitcoinWalletChain.ts"
