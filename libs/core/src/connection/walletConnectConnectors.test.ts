import type { Chain } from "@wmodal/chains"
import { bitcoin as bitcoinChain } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { polkadot as polkadotChain } from "@wmodal/chains/polkadot"
import { solana as solanaChain } from "@wmodal/chains/solana"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { makeScriptedPhone } from "@wmodal/dev-wallet/testing"
import type { CaipNetworkId, Network } from "@wmodal/protocol"
import {
  bitcoin,
  bitcoinTestnet,
  kusama,
  mainnet,
  optimism,
  polkadot,
  solana,
  solanaDevnet,
} from "@wmodal/protocol/networks"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"

interface RelayChainCase {
  readonly chain: () => Chain
  readonly networks: readonly [Network, Network]
  /** The first shared address of each network, and a later one. */
  readonly addresses: readonly [readonly [string, string], readonly [string, string]]
  /** True when these wallets report their network. */
  readonly names: boolean
}

const kinds: Readonly<Record<string, RelayChainCase>> = {
  EVM: {
    chain: evm,
    networks: [mainnet, optimism],
    addresses: [
      ["0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb", "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"],
      ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    ],
    names: true,
  },
  Solana: {
    chain: solanaChain,
    networks: [solana, solanaDevnet],
    addresses: [
      ["oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96", "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"],
      ["AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD", "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"],
    ],
    names: false,
  },
  Bitcoin: {
    chain: bitcoinChain,
    networks: [bitcoin, bitcoinTestnet],
    addresses: [
      ["bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te", "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8"],
      ["bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq", "tb1qlqj2pdsteppkcr8jkp9ms0wpvey89tna99888m"],
    ],
    names: true,
  },
  Polkadot: {
    chain: polkadotChain,
    networks: [polkadot, kusama],
    addresses: [
      ["15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F"],
      ["14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3", "FoQJpPyadYccjavVdTWxpxU7rUEaYhfLCPwXgkfD6Zat9QP"],
    ],
    names: false,
  },
}

const makeRelayFixture = ({ addresses, chain, names, networks }: RelayChainCase): WalletFixture => {
  const [first, second] = networks
  const shared = ([there, elsewhere]: readonly [string, string]) => ({
    [first.chainNamespace]: [`${first.caipNetworkId}:${there}`, `${second.caipNetworkId}:${elsewhere}`],
  })
  const phone = makeScriptedPhone({ accounts: shared(addresses[0]) })
  return {
    chain: chain(),
    walletConnect: phone.make,
    window: null,
    connectorId: walletConnectId,
    listeners: phone.listeners,
    willAnswer: phone.person.willAnswer,
    answerOpen: phone.person.answerOpen,
    whenAsked: phone.person.whenOpen,
    timesAsked: () => phone.person.asked.length,
    chooseOtherAccount: () => {
      phone.share(shared(addresses[1]))
      return addresses[1][0]
    },
    isOn: names ? first.caipNetworkId : null,
    moveTo: names
      ? (network: CaipNetworkId) => phone.say(network, "chainChanged", network.split(":")[1])
      : null,
    leave: phone.leave,
  }
}

for (const [name, kind] of Object.entries(kinds))
  connectorSuite(`A phone's ${name}`, {
    networks: kind.networks,
    isSame: (one, two) => one === two,
    odd: [],
    fixture: () => makeRelayFixture(kind),
  })
