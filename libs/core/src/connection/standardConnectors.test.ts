import type { Chain, Connector } from "@wmodal/chains"
import { bitcoin, fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromSolanaWallet, solana } from "@wmodal/chains/solana"
import { registerWallet, type StandardAccount, type StandardWallet } from "@wmodal/chains/standard"
import { bitcoinStandardNetworks, solanaStandardNetworks, type WalletChain } from "@wmodal/dev-wallet"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "@wmodal/dev-wallet/bitcoin"
import { makeSolanaWalletChain, makeTestSolanaSigner } from "@wmodal/dev-wallet/solana"
import {
  countStandardListeners,
  makeDevProviderFixture,
  makeScriptedStandardWallet,
  oddValues,
} from "@wmodal/dev-wallet/testing"
import { type Network, RpcError } from "@wmodal/protocol"
import {
  bitcoin as bitcoinMainnet,
  bitcoinTestnet,
  solanaDevnet,
  solana as solanaMainnet,
} from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { CountedPage } from "../testing/CountedPage.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"
import { makeTestChain } from "../testing/makeEngineOver.ts"

/** A chain and its wallets' accounts. The addresses belong to the test mnemonic. */
interface StandardChainCase {
  readonly chain: () => Chain
  readonly connectorOf: (wallet: StandardWallet) => Connector
  readonly chains: readonly string[]
  readonly networks: readonly [Network, Network]
  /** Two accounts, with the addresses of each. The first address is of the first network. */
  readonly accounts: readonly [SharedAccounts, SharedAccounts]
  /** True when these wallets report their network. */
  readonly names: boolean
}

type SharedAccounts = readonly [StandardAccount, ...StandardAccount[]]

const account = (address: string, ...chains: readonly string[]): StandardAccount => ({
  address,
  publicKey: new Uint8Array(32),
  chains,
  features: [],
})

const onSolana = (address: string) => account(address, "solana:mainnet", "solana:devnet")

const kinds: Readonly<Record<"Solana" | "Bitcoin", StandardChainCase>> = {
  Solana: {
    chain: solana,
    connectorOf: fromSolanaWallet,
    chains: ["solana:mainnet", "solana:devnet"],
    networks: [solanaMainnet, solanaDevnet],
    accounts: [
      [onSolana("oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96")],
      [onSolana("AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD")],
    ],
    names: false,
  },
  Bitcoin: {
    chain: bitcoin,
    connectorOf: fromBitcoinWallet,
    chains: ["bitcoin:mainnet", "bitcoin:testnet"],
    networks: [bitcoinMainnet, bitcoinTestnet],
    accounts: [
      [
        account("bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te", "bitcoin:mainnet"),
        account("bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l", "bitcoin:mainnet"),
        account("tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8", "bitcoin:testnet"),
      ],
      [
        account("bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq", "bitcoin:mainnet"),
        account("tb1qlqj2pdsteppkcr8jkp9ms0wpvey89tna99888m", "bitcoin:testnet"),
      ],
    ],
    names: true,
  },
}

/** Makes a wallet that registers itself on a web page, or is passed directly without one. */
const makeStandardFixture = (
  { accounts, chain, chains, connectorOf, names, networks }: StandardChainCase,
  where: "page" | "hand",
): WalletFixture => {
  const [first, second] = accounts
  const scripted = makeScriptedStandardWallet({ accounts: first, chains })
  const { person, wallet } = scripted
  const page = new CountedPage()
  if (where === "page") registerWallet(page, wallet)
  const own = page.standing
  return {
    chain: where === "page" ? chain() : makeTestChain([connectorOf(wallet)], {}, chain().namespace),
    connectorId: wallet.name,
    window: where === "page" ? page : null,
    listeners: () => scripted.listeners() + page.standing - own,
    willAnswer: person.willAnswer,
    answerOpen: person.answerOpen,
    whenAsked: person.whenOpen,
    timesAsked: () => person.asked.length,
    chooseOtherAccount: () => {
      scripted.share(second)
      return second[0].address
    },
    isOn: names ? networks[0].caipNetworkId : null,
    moveTo: null,
    leave: () => scripted.share([]),
  }
}

/** Makes wallets that violate the standard when they connect. */
const makeOddWallets = ({ accounts, chains, connectorOf }: StandardChainCase) =>
  oddValues.flatMap(([name, value]) => {
    const over = (connect: () => unknown) =>
      connectorOf(
        makeScriptedStandardWallet({
          accounts: [],
          chains,
          features: () => ({ "standard:connect": { connect } }),
        }).wallet,
      )
    const sharing = (shared: unknown) => over(() => ({ accounts: shared }))
    return [
      [`a wallet that rejects with ${name}`, over(() => Promise.reject(value))],
      [
        `a wallet that throws ${name}`,
        over(() => {
          throw value
        }),
      ],
      [`a wallet that answers ${name}`, over(() => value)],
      [`a wallet whose accounts are ${name}`, sharing(value)],
      [`a wallet with an account that is ${name}`, sharing([value])],
      [`a wallet whose address is ${name}`, sharing([{ address: value, chains }])],
      // An account without chains is judged by its address.
      ...(value === undefined
        ? []
        : [
            [
              `a wallet whose account is on ${name}`,
              sharing([{ ...accounts[0][0], chains: value }]),
            ] as const,
          ]),
    ] as const
  })

for (const [name, kind] of Object.entries(kinds)) {
  const options = { networks: kind.networks, isSame: (one: string, two: string) => one === two }
  connectorSuite(`A ${name} wallet on a page`, {
    ...options,
    odd: makeOddWallets(kind),
    fixture: () => makeStandardFixture(kind, "page"),
  })
  connectorSuite(`A ${name} wallet at hand`, {
    ...options,
    odd: [],
    fixture: () => makeStandardFixture(kind, "hand"),
  })
}

/** Makes the dev wallet with real keys, of both chains, which registers itself on a web page. */
const devFixture = (name: "Solana" | "Bitcoin"): WalletFixture => {
  const { chain, names, networks } = kinds[name]
  const { approver, origin, wallet } = makeDevProviderFixture({ sides: devSides() })
  const { listeners, wallet: standard } = countStandardListeners(wallet.standard(origin))
  const page = new CountedPage()
  registerWallet(page, standard)
  const own = page.standing
  return {
    chain: chain(),
    connectorId: standard.name,
    window: page,
    listeners: () => listeners() + page.standing - own,
    willAnswer: approver.willAnswer,
    answerOpen: approver.answerOpen,
    whenAsked: approver.whenOpen,
    timesAsked: () => approver.asked.length,
    chooseOtherAccount: () => {
      const side = wallet.sides.find((one) => one.title === name)
      const address = side?.accounts[1]?.addresses[0].address ?? ""
      wallet.selectAccount(address)
      return address
    },
    isOn: names ? networks[0].caipNetworkId : null,
    moveTo: null,
    leave: () => wallet.disconnect(origin),
  }
}

const noNode = (_: unknown, method: string) =>
  Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } }))

// Deriving a key takes tens of milliseconds, and every test uses the same keys.
let derived: readonly WalletChain[] | undefined
const devSides = (): readonly WalletChain[] =>
  (derived ??= [
    makeSolanaWalletChain({
      signers: [makeTestSolanaSigner(0), makeTestSolanaSigner(1)],
      networks: solanaStandardNetworks,
      rpc: noNode,
    }),
    makeBitcoinWalletChain({
      signers: [makeTestBitcoinSigner(0), makeTestBitcoinSigner(1)],
      networks: bitcoinStandardNetworks,
      rpc: noNode,
    }),
  ])

for (const name of ["Solana", "Bitcoin"] as const) {
  connectorSuite(`The dev wallet's ${name}`, {
    networks: kinds[name].networks,
    isSame: (one, two) => one === two,
    odd: [],
    fixture: () => devFixture(name),
  })
}
