/**
 * # Options
 *
 * `createWModal(options)` takes {@link WModalOptions}. Everything but `chains` and `networks` has a default, and a wrong
 * option never throws: the modal shows it, and `optionsErrors` of the state lists it.
 *
 * - `endpoints`: {@link types!HostEndpoints | HostEndpoints}. See [your own servers](/recipes/own-servers.md).
 * - `features`: {@link types!Features | Features}. A feature that is off loads no code.
 * - `metadata`: {@link types!Metadata | Metadata}, your dApp as wallets show it. By default the title, description, address and icon of the page.
 * - `chains: [evm(options)]`: {@link types!EvmOptions | EvmOptions}. `solana()`, `bitcoin()` and `polkadot()` need no options.
 * - `paymentHosts`: hosts whose [payment links](/concepts/payment-links.md#transaction-requests) may choose a transaction, such as `pay.example.com`.
 * - `networks`: networks of the table, such as `mainnet`, or objects like those of `viem/chains`: {@link types!EvmChain | EvmChain}.
 *
 * @module options
 */
export type { WModalOptions } from "@wmodal/modal-web"
