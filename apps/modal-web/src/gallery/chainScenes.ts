import type { View } from "@wmodal/core"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account } from "./signedIn.ts"
import { chainRows, connected, ether, onBitcoin, onSolana, solana, threeChains } from "./threeChains.ts"

const page: Partial<FakeEngineState> = {
  rows: chainRows,
  configured: threeChains,
  shown: { network: ether, known: true },
}
const at = (...history: FakeEngineState["history"]): Partial<FakeEngineState> => ({ ...page, history })

const onEthereum = (view: View, states: FakeEngineState["states"]): Partial<FakeEngineState> => ({
  ...page,
  history: [{ _tag: "Account" }, view],
  account,
  states,
})
const { eip155, bip122 } = connected

/** Scenes of a page that passed three chains. */
export const chainScenes = {
  "connect-chains": at({ _tag: "Connect" }),
  "connect-for-solana": at({ _tag: "Connect" }, { _tag: "Connect", namespace: "solana" }),
  "select-chain": at({ _tag: "Connect" }, { _tag: "ConnectingMultiChain", rowKey: "Phantom" }),
  "select-chain-connected": {
    ...at({ _tag: "Connect" }, { _tag: "ConnectingMultiChain", rowKey: "MetaMask" }),
    states: { eip155 },
  },
  "select-chain-gone": at({ _tag: "Connect" }, { _tag: "ConnectingMultiChain", rowKey: "None" }),
  "connecting-chain": {
    ...at({ _tag: "Connect" }, { _tag: "ConnectingExternal", rowKey: "Phantom", namespace: "solana" }),
    states: { solana: { _tag: "Connecting", wallet: connected.solana.wallet, slow: false } },
  },
  "switch-chain": onEthereum({ _tag: "SwitchActiveChain", network: solana.caipNetworkId }, { eip155 }),
  "switch-chain-two": onEthereum(
    { _tag: "SwitchActiveChain", network: solana.caipNetworkId },
    { eip155, bip122 },
  ),
  "switch-chain-gone": onEthereum({ _tag: "SwitchActiveChain", network: "solana:gone" }, { eip155 }),
  "networks-chains": onEthereum({ _tag: "Networks" }, { eip155, bip122 }),
  "account-solana": onSolana,
  "account-bitcoin": onBitcoin,
  "profile-chains": { ...onSolana, history: [{ _tag: "Account" }, { _tag: "Profile" }] },
  "settings-chains": { ...onSolana, history: [{ _tag: "Account" }, { _tag: "AccountSettings" }] },
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
