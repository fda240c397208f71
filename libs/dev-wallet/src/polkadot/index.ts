export { makeTestPolkadotSigner, type PolkadotSigner } from "./PolkadotSigner.ts"
export { makePolkadotWalletChain, type PolkadotWalletChainOptions } from "./polkadotWalletChain.ts"
