import { announce } from "@wmodal/chains/announce"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot } from "@wmodal/chains/polkadot"
import { solana } from "@wmodal/chains/solana"
import { registerWallet } from "@wmodal/chains/standard"
import {
  countListeners,
  countStandardListeners,
  countSubscriptions,
  makeProfileFixture,
  type ProfileCell,
  type WalletProfile,
  walletProfiles,
} from "@wmodal/dev-wallet/testing"
import type { CaipNetworkId } from "@wmodal/protocol"
import {
  bitcoin as bitcoinMainnet,
  bitcoinTestnet,
  kusama,
  mainnet,
  optimism,
  polkadot as polkadotMainnet,
  solanaDevnet,
  solana as solanaMainnet,
} from "@wmodal/protocol/networks"
import { CountedPage } from "../testing/CountedPage.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"

/** The steps of which the contract has tests. A wallet that ends one otherwise is in `walletProfiles.test.ts` alone. */
const contract: readonly ProfileCell[] = [
  "connect",
  "connectDeclined",
  "restore",
  "account",
  "leave",
  "disconnect",
]

const chains = {
  eip155: { chain: evm, networks: [mainnet, optimism] },
  solana: { chain: solana, networks: [solanaMainnet, solanaDevnet] },
  bip122: { chain: bitcoin, networks: [bitcoinMainnet, bitcoinTestnet] },
  polkadot: { chain: polkadot, networks: [polkadotMainnet, kusama] },
} as const

class ProfilePage extends CountedPage {
  readonly injectedWeb3: Record<string, unknown> = {}
  readonly location = { host: "dapp.example" }
}

/** Puts the wallet on the page. @returns the id of its connector, and the count of its listeners */
const putOn = (page: ProfilePage, profile: WalletProfile, fixture: ReturnType<typeof makeProfileFixture>) => {
  const { face } = fixture
  switch (face._tag) {
    case "Provider": {
      const { listeners, provider } = countListeners(face.provider)
      announce(page, provider, {
        uuid: "350670db-19fa-4704-a166-e52e178b59d2",
        name: profile.name,
        icon: "data:image/svg+xml,<svg/>",
        rdns: "dev.wmodal.profile",
      })
      return { id: "dev.wmodal.profile", listeners }
    }
    case "Standard": {
      const { listeners, wallet } = countStandardListeners(face.wallet)
      registerWallet(page, wallet)
      return { id: wallet.name, listeners }
    }
    case "Entry": {
      const { entry, listeners } = countSubscriptions(face.entry)
      page.injectedWeb3["Profile"] = entry
      return { id: "Profile", listeners }
    }
  }
}

const makeFixture = (profile: WalletProfile): WalletFixture => {
  const { chain, networks } = chains[profile.namespace]
  const page = new ProfilePage()
  const fixture = makeProfileFixture(profile)
  const { approver, origin, wallet } = fixture
  const { id, listeners } = putOn(page, profile, fixture)
  const own = page.standing
  return {
    chain: chain(),
    connectorId: id,
    window: page,
    listeners: () => listeners() + page.standing - own,
    willAnswer: approver.willAnswer,
    answerOpen: approver.answerOpen,
    whenAsked: approver.whenOpen,
    timesAsked: () => approver.asked.length,
    chooseOtherAccount: () => {
      const [, other] = fixture.addresses
      wallet.selectAccount(other)
      return other
    },
    isOn: profile.namespace === "eip155" || profile.namespace === "bip122" ? networks[0].caipNetworkId : null,
    moveTo:
      profile.namespace === "eip155"
        ? (network: CaipNetworkId) => void wallet.selectChain(Number(network.split(":")[1]))
        : null,
    leave: () => wallet.disconnect(origin),
  }
}

for (const profile of walletProfiles)
  if (contract.every((cell) => profile.outcomes?.[cell] === undefined))
    connectorSuite(`${profile.name} on ${profile.namespace}`, {
      networks: chains[profile.namespace].networks,
      odd: [],
      fixture: () => makeFixture(profile),
    })
