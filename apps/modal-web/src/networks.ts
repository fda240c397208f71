export * from "@wmodal/protocol/networks"
/** The main networks of the chains that are called as they are: what a page imports beside `solana()` and `bitcoin()`. */
export { bitcoin as bitcoinMainnet, solana as solanaMainnet } from "@wmodal/protocol/networks"
