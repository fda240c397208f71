import { base64, hex } from "@scure/base"
import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { AccountDetails, Connector, WalletSession } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"
import type { AuthorizedAccount } from "../standard/AuthorizedAccount.ts"
import { makeStandardMembers } from "../standard/makeStandardMembers.ts"
import { makeStandardSession, type StandardChain } from "../standard/StandardSession.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { getNetworksOfAddress, toBitcoinNetworkId } from "./bitcoinChains.ts"
import { makeToSendOutcome } from "./bitcoinSendOutcome.ts"
import { makeGuardedBitcoin } from "./guard/guardedBitcoin.ts"
import { decodeSignature } from "./walletResponses.ts"

/** Makes a Connector over a wallet of the Wallet Standard. Its code is loaded lazily: see `bitcoinConnectorOf`. */
export const makeBitcoinConnector = (wallet: object, description: ConnectorDescription): Connector => {
  const connectorId = description.id
  const session = makeStandardSession(wallet, connectorId, bitcoinStandardChain)
  const deps = {
    namespace: "bip122",
    connectorId,
    wallet,
    chainOn: session.findChain,
    outcomeOf: makeToSendOutcome(connectorId),
  } as const

  return {
    ...makeStandardMembers(wallet, description, session, {
      feature: "bitcoin:signMessage",
      decode: (answer) => {
        const signature = decodeSignature(answer)
        return signature && base64.encode(signature)
      },
    }),
    getProvider: makeGuardedBitcoin(deps, session),
    calls: Effect.tryPromise({
      try: async () =>
        (await import("./bitcoinWalletCalls.ts")).makeBitcoinWalletCalls(wallet, connectorId, session),
      catch: () => new ConnectorError({ connectorId, reason: { _tag: "ChunkLoadFailed" } }),
    }),
  }
}

const accountPurposes = ["payment", "ordinals"]

const bitcoinStandardChain: StandardChain = {
  toNetworkId: toBitcoinNetworkId,
  connecting: [["bitcoin:connect", { purposes: accountPurposes }], ["standard:connect"]],
  disconnecting: ["bitcoin:disconnect", "standard:disconnect"],
  makeSession: (shared, network) => {
    // A multi-chain wallet shares the accounts of all its chains.
    const own = shared.filter(
      ({ address, chains, namesChains }) =>
        (!namesChains || chains.some((name) => name.startsWith("bitcoin:"))) &&
        getNetworksOfAddress(address).length > 0,
    )
    const there = own.some(isAccountOnNetwork(network))
      ? network
      : own.flatMap(({ address }) => getNetworksOfAddress(address))[0]
    return there === undefined ? null : makeSessionOn(there, own.filter(isAccountOnNetwork(there)))
  },
}

const isAccountOnNetwork =
  (network: CaipNetworkId) =>
  ({ address }: AuthorizedAccount) =>
    getNetworksOfAddress(address).includes(network)

/** Sorts payment addresses first, because UTXOs that hold inscriptions must not be spent by mistake. */
const makeSessionOn = (network: CaipNetworkId, own: readonly AuthorizedAccount[]): WalletSession | null => {
  const types = new Map(own.map((account) => [account, toAccountType(account, own)]))
  const payable = (account: AuthorizedAccount) => (types.get(account) === "payment" ? 0 : 1)
  const sorted = own.toSorted((one, other) => payable(one) - payable(other))
  // An address that is listed for both purposes counts as a payment address.
  const once = sorted.filter((one, at) => sorted.findIndex(({ address }) => address === one.address) === at)
  const [first, ...rest] = once.map(({ address }): CaipAddress => `${network}:${address}`)
  const details = once.map((account): readonly [string, AccountDetails] => {
    const { address, path, publicKey } = account
    return [
      address,
      {
        type: types.get(account) ?? "payment",
        publicKey: publicKey === null || publicKey.length < 32 ? null : hex.encode(publicKey),
        ...(path !== null && { path }),
      },
    ]
  })
  return first === undefined
    ? null
    : // An address belongs to one network, so the wallet's addresses determine its network.
      { accounts: [first, ...rest], network, details: Object.fromEntries(details) }
}

/** Returns the purpose that the wallet declares. Without one, taproot counts as ordinals if another address can pay. */
const toAccountType = (
  { address, purpose }: AuthorizedAccount,
  own: readonly AuthorizedAccount[],
): AccountDetails["type"] => {
  if (purpose !== null) return purpose === "ordinals" ? "ordinal" : "payment"
  return isTaprootAddress(address) && own.some((other) => !isTaprootAddress(other.address))
    ? "ordinal"
    : "payment"
}

const isTaprootAddress = (address: string) => /^(?:bc|tb|bcrt)1p/.test(address)
