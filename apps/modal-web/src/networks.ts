export * from "@wmodal/protocol/networks"
/**
 * The main networks of chains whose name is also that of a chain function: pages import these in addition to `solana()`
 * and `bitcoin()`.
 */
export { bitcoin as bitcoinMainnet, solana as solanaMainnet } from "@wmodal/protocol/networks"
