export * from "@wmodal/protocol/networks"
/**
 * The main networks of chains whose name is also that of a chain function: pages import these in addition to `solana()`,
 * `bitcoin()` and `polkadot()`.
 */
export {
  bitcoin as bitcoinMainnet,
  polkadot as polkadotMainnet,
  solana as solanaMainnet,
} from "@wmodal/protocol/networks"
