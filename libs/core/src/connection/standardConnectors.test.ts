import type { Chain, Connector } from "@wmodal/chains"
import { solana, solanaConnectorOf } from "@wmodal/chains/solana"
import { registerWallet, type StandardAccount } from "@wmodal/chains/standard"
import { oddValues, scriptedStandardWallet } from "@wmodal/chains/testing"
import { solanaDevnet, solana as solanaMainnet } from "@wmodal/protocol/networks"
import { CountedPage } from "../testing/CountedPage.ts"
import { connectorSuite, type WalletFixture } from "../testing/connectorSuite.ts"
import { chainOf } from "../testing/engineOver.ts"

const isSame = (one: string, two: string) => one === two

const account = (address: string): StandardAccount => ({
  address,
  publicKey: new Uint8Array(32),
  chains: ["solana:mainnet", "solana:devnet"],
  features: ["solana:signMessage"],
})

const solanaAccounts = [
  account("oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"),
  account("AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"),
] as const

/** A wallet of the standard that registers itself on a page, or stands at hand where there is none. */
const standardFixture = (
  accounts: readonly [StandardAccount, StandardAccount],
  chains: readonly string[],
  chain: () => Chain,
  connectorOf: ((wallet: ReturnType<typeof scriptedStandardWallet>["wallet"]) => Connector) | null,
): WalletFixture => {
  const scripted = scriptedStandardWallet({ accounts: [accounts[0]], chains })
  const { person, wallet } = scripted
  const page = new CountedPage()
  if (connectorOf === null) registerWallet(page, wallet)
  const own = page.standing
  return {
    chain: connectorOf === null ? chain() : chainOf([connectorOf(wallet)], {}, chain().namespace),
    connectorId: wallet.name,
    window: connectorOf === null ? page : null,
    listeners: () => scripted.listeners() + page.standing - own,
    willAnswer: person.willAnswer,
    answerOpen: person.answerOpen,
    whenAsked: person.whenOpen,
    timesAsked: () => person.asked.length,
    chooseOtherAccount: () => {
      scripted.share([accounts[1]])
      return accounts[1].address
    },
    moveTo: null,
    leave: () => scripted.share([]),
  }
}

/** Wallets that say they are one, and do what nobody should when they are asked to connect. */
const odd = (
  chain: string,
  connectorOf: (wallet: ReturnType<typeof scriptedStandardWallet>["wallet"]) => Connector,
) =>
  oddValues.flatMap(([name, value]) => {
    const over = (connect: () => unknown) =>
      connectorOf(
        scriptedStandardWallet({
          accounts: [],
          chains: [chain],
          features: () => ({ "standard:connect": { connect } }),
        }).wallet,
      )
    return [
      [`a wallet that rejects with ${name}`, over(() => Promise.reject(value))],
      [
        `a wallet that throws ${name}`,
        over(() => {
          throw value
        }),
      ],
      [`a wallet that answers ${name}`, over(() => value)],
      [`a wallet whose accounts are ${name}`, over(() => ({ accounts: value }))],
      [`a wallet with an account that is ${name}`, over(() => ({ accounts: [value] }))],
      [
        `a wallet whose address is ${name}`,
        over(() => ({ accounts: [{ address: value, chains: [chain] }] })),
      ],
      [
        `a wallet whose account is on ${name}`,
        over(() => ({ accounts: [{ ...solanaAccounts[0], chains: value }] })),
      ],
    ] as const
  })

connectorSuite("A Solana wallet on a page", {
  odd: odd("solana:mainnet", solanaConnectorOf),
  networks: [solanaMainnet, solanaDevnet],
  isSame,
  fixture: () => standardFixture(solanaAccounts, ["solana:mainnet", "solana:devnet"], solana, null),
})

connectorSuite("A Solana wallet at hand", {
  odd: [],
  networks: [solanaMainnet, solanaDevnet],
  isSame,
  fixture: () =>
    standardFixture(solanaAccounts, ["solana:mainnet", "solana:devnet"], solana, solanaConnectorOf),
})
