import { base64, hex } from "@scure/base"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountDetails, Connector, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { askFeature, reasonOfRefusal } from "../standard/askFeature.ts"
import type { SharedAccount } from "../standard/SharedAccount.ts"
import { addressIn, type StandardChain, standardSession } from "../standard/StandardSession.ts"
import type { ConnectorDescription } from "../wallet/lateConnector.ts"
import { signatureFrom } from "./answers.ts"
import { networkOf, networksOf } from "./bitcoinChains.ts"
import { guardedBitcoin } from "./guard/guardedBitcoin.ts"
import { outcomeOf } from "./outcomeOf.ts"

/** A Connector over a wallet of the Wallet Standard. Its code comes late: see `bitcoinConnectorOf`. */
export const makeBitcoinConnector = (wallet: object, description: ConnectorDescription): Connector => {
  const connectorId = description.id
  const session = standardSession(wallet, connectorId, chain)
  const { chainOn, connect, disconnect, events, restore, switchNetwork, use } = session
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const around = {
    namespace: "bip122",
    connectorId,
    wallet,
    chainOn,
    outcomeOf: outcomeOf(connectorId),
  } as const

  return {
    ...description,
    providerFor: guardedBitcoin(around, session),
    use,
    connect,
    restore,
    disconnect,
    switchNetwork,
    events,
    signMessage: ({ account, message }) =>
      Effect.gen(function* () {
        const feature = "bitcoin:signMessage"
        const shared = session.accountOf(addressIn(account))
        if (shared === null) return yield* failed({ _tag: "Unauthorized" })
        const input = { account: shared.account, message: new TextEncoder().encode(message) }
        const asking = askFeature(wallet, feature, input)
        const answer = yield* Effect.mapError(asking, (thrown) => failed(reasonOfRefusal(thrown, feature)))
        const signature = signatureFrom(answer)
        if (signature === null) return yield* failed({ _tag: "Malformed", what: feature })
        return base64.encode(signature)
      }),
    signTypedData: () => Effect.fail(failed({ _tag: "Unsupported", method: "signTypedData" })),
    calls: Effect.tryPromise({
      try: async () => (await import("./walletCalls.ts")).bitcoinCalls(wallet, connectorId, session),
      catch: () => failed({ _tag: "NotLoaded" }),
    }),
  }
}

const purposes = ["payment", "ordinals"]

const chain: StandardChain = {
  networkOf,
  connecting: [["bitcoin:connect", { purposes }], ["standard:connect"]],
  disconnecting: ["bitcoin:disconnect", "standard:disconnect"],
  sessionOf: (shared, network) => {
    // A wallet of several chains shares the accounts of all of them.
    const own = shared.filter(
      ({ address, chains }) =>
        chains.some((name) => name.startsWith("bitcoin:")) && networksOf(address).length > 0,
    )
    const there = own.some(isOn(network)) ? network : own.flatMap(({ address }) => networksOf(address))[0]
    return there === undefined ? null : sessionOn(there, own.filter(isOn(there)))
  },
}

const isOn =
  (network: CaipNetworkId) =>
  ({ address }: SharedAccount) =>
    networksOf(address).includes(network)

/** Who pays is asked for first: what is inscribed on coins must not be spent by mistake. */
const sessionOn = (network: CaipNetworkId, own: readonly SharedAccount[]): WalletSession | null => {
  const types = new Map(own.map((account) => [account, typeOf(account, own)]))
  const payable = (account: SharedAccount) => (types.get(account) === "payment" ? 0 : 1)
  const sorted = own.toSorted((one, other) => payable(one) - payable(other))
  // Where one address is for both, it is one to pay from.
  const once = sorted.filter((one, at) => sorted.findIndex(({ address }) => address === one.address) === at)
  const [first, ...rest] = once.map(({ address }): CaipAddress => `${network}:${address}`)
  const details = once.map((account): readonly [string, AccountDetails] => {
    const { address, publicKey } = account
    return [
      address,
      {
        type: types.get(account) ?? "payment",
        publicKey: publicKey === null || publicKey.length < 32 ? null : hex.encode(publicKey),
      },
    ]
  })
  return first === undefined
    ? null
    : // An address is of one network: the wallet is where its addresses are.
      { accounts: [first, ...rest], network, details: Object.fromEntries(details) }
}

/** As the wallet says; else what is inscribed is kept on taproot, where there is another address to pay with. */
const typeOf = (
  { address, purpose }: SharedAccount,
  own: readonly SharedAccount[],
): AccountDetails["type"] => {
  if (purpose !== null) return purpose === "ordinals" ? "ordinal" : "payment"
  return isTaproot(address) && own.some((other) => !isTaproot(other.address)) ? "ordinal" : "payment"
}

const isTaproot = (address: string) => /^(?:bc|tb|bcrt)1p/.test(address)
