import type { Connector } from "@wmodal/chains"
import { evmConnector } from "@wmodal/chains/internal"
import type { DevWallet } from "./DevWallet.ts"

/** Makes a Connector for the dev wallet, with the same code as every other EVM wallet. */
export const makeDevConnector = ({
  icon = null,
  id = "dev",
  name = "Dev wallet",
  origin,
  wallet,
}: {
  readonly wallet: DevWallet
  /** The requester as the wallet sees it, such as `https://dapp.example` or `wmodal`. */
  readonly origin: string
  readonly id?: string
  readonly name?: string
  readonly icon?: string | null
}): Connector => evmConnector(wallet.provider(origin), { id, name, type: "EXTERNAL", icon })
