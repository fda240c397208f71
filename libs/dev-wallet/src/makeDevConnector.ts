import type { Connector } from "@wmodal/chains"
import { evmConnector } from "@wmodal/chains/internal"
import type { DevWallet } from "./DevWallet.ts"

/** The dev wallet as a Connector, by the same code that drives every other EVM wallet. */
export const makeDevConnector = ({
  icon = null,
  id = "dev",
  name = "Dev wallet",
  origin,
  wallet,
}: {
  readonly wallet: DevWallet
  /** Who asks, in the wallet's eyes, such as `https://dapp.example` or `wmodal`. */
  readonly origin: string
  readonly id?: string
  readonly name?: string
  readonly icon?: string | null
}): Connector => evmConnector(wallet.provider(origin), { id, name, type: "EXTERNAL", icon })
