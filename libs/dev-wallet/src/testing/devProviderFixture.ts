import type { Connector } from "@wmodal/chains"
import type { Eip1193Provider } from "@wmodal/chains/evm"
import { evmConnector } from "@wmodal/chains/internal"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { type DevWallet, makeDevWallet } from "../DevWallet.ts"
import type { DevWalletOptions } from "../DevWalletOptions.ts"
import { makeScriptedApprover, type ScriptedApprover } from "../makeScriptedApprover.ts"
import { makeTestSigner } from "../Signer.ts"
import { countListeners } from "./countListeners.ts"

/** A real dev wallet with two test accounts and a scripted user, behind the EVM connector. */
export interface DevProviderFixture {
  readonly wallet: DevWallet
  readonly approver: ScriptedApprover
  /** The provider for `origin`. */
  readonly provider: Eip1193Provider
  readonly connector: Connector
  readonly origin: string
  /** Returns the number of listeners on the provider. */
  readonly listeners: () => number
}

// Deriving a key takes tens of milliseconds, and every test needs the same two.
let derived: DevWalletOptions["signers"] | undefined
const signers = () => (derived ??= [makeTestSigner(0), makeTestSigner(1)])

/** Makes a wallet with `eip155:1` (selected) and `eip155:10`. No node responds, unless `options.rpc` does. */
export const makeDevProviderFixture = (options: Partial<DevWalletOptions> = {}): DevProviderFixture => {
  const approver = makeScriptedApprover()
  const origin = "https://dapp.example"
  const wallet = makeDevWallet({
    signers: signers(),
    networks: [
      { chainId: 1, name: "Ethereum", rpcUrls: [] },
      { chainId: 10, name: "OP Mainnet", rpcUrls: [] },
    ],
    approve: approver.approve,
    rpc: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
    ...options,
  })
  const { listeners, provider } = countListeners(wallet.provider(origin))
  const connector = evmConnector(provider, {
    id: "dev.wmodal.fixture",
    name: "Fixture Wallet",
    type: "ANNOUNCED",
    rdns: "dev.wmodal.fixture",
  })
  return { wallet, approver, provider, connector, origin, listeners }
}

/** Makes the EVM connector over any provider, such as a misbehaving one. */
export const makeProviderConnector = (provider: Eip1193Provider): Connector =>
  evmConnector(provider, { id: "dev.wmodal.odd", name: "Odd Wallet", type: "ANNOUNCED" })
