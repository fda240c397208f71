import { base58 } from "@scure/base"
import { type CaipAddress, toNetworkId } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector, WalletSession } from "../contract/Connector.ts"
import { ConnectorError } from "../contract/ConnectorError.ts"
import type { SignedMessage } from "../contract/SignedMessage.ts"
import type { SignInResult } from "../contract/WalletCalls.ts"
import type { AuthorizedAccount } from "../standard/AuthorizedAccount.ts"
import { getOutputBytes } from "../standard/featureOutput.ts"
import { makeStandardMembers } from "../standard/makeStandardMembers.ts"
import { getFeature } from "../standard/RegisteredWallet.ts"
import { makeStandardSession, type StandardChain } from "../standard/StandardSession.ts"
import type { ConnectorDescription } from "../wallet/lazyConnector.ts"
import { connectBySignIn } from "./connectBySignIn.ts"
import { makeGuardedSolana } from "./guard/guardedSolana.ts"
import { normalizeAddress as addressFrom } from "./normalizeAddress.ts"
import { signInFeature } from "./signInResult.ts"
import { networkByChain, toSolanaNetworkId } from "./solanaChains.ts"
import { makeToSendOutcome } from "./solanaSendOutcome.ts"
import { decodeSignature } from "./walletResponses.ts"

/** Makes a Connector over a wallet of the Wallet Standard. Its code is loaded lazily: see `solanaConnectorOf`. */
export const makeSolanaConnector = (wallet: object, description: ConnectorDescription): Connector => {
  const connectorId = description.id
  const session = makeStandardSession(wallet, connectorId, solanaStandardChain)
  const { connect, connectBy, findChain } = session
  const deps = {
    namespace: "solana",
    connectorId,
    wallet,
    chainOn: findChain,
    outcomeOf: makeToSendOutcome(connectorId),
  } as const

  return {
    ...makeStandardMembers(wallet, description, session, {
      feature: "solana:signMessage",
      decode: (answer, message) => {
        const signature = decodeSignature(answer)
        const signed = getOutputBytes(answer, "signedMessage", message.length)
        // A signature is useless alone if the wallet prepended bytes to the message.
        return signature && signed?.join() === message.join() ? base58.encode(signature) : null
      },
    }),
    getProvider: makeGuardedSolana(deps, session),
    connect: ({ signIn, ...request }) =>
      signIn === undefined || getFeature(wallet, signInFeature) === undefined
        ? connect(request)
        : connectBy(
            request,
            Effect.map(
              connectBySignIn(wallet, signIn, toChainName),
              (answer) =>
                answer && {
                  accounts: answer.accounts,
                  toSession: (session) => ({ ...session, signed: [toSignedMessage(session, answer.signed)] }),
                },
            ),
          ),
    calls: Effect.tryPromise({
      try: async () =>
        (await import("./solanaWalletCalls.ts")).makeSolanaWalletCalls(wallet, connectorId, session),
      catch: () => new ConnectorError({ connectorId, reason: { _tag: "ChunkLoadFailed" } }),
    }),
  }
}

/** Returns the name of a network by its reference: `mainnet`. */
const toChainName = (reference: string): string | null =>
  Object.keys(networkByChain)
    .find((name) => networkByChain[name] === `solana:${reference}`)
    ?.slice("solana:".length) ?? null

const toSignedMessage = (
  { accounts: [account] }: WalletSession,
  { address, message, signature }: SignInResult,
): SignedMessage => ({ account: `${toNetworkId(account)}:${address}`, message, signature })

const solanaStandardChain: StandardChain = {
  toNetworkId: toSolanaNetworkId,
  connecting: [["standard:connect"]],
  disconnecting: ["standard:disconnect"],
  makeSession: (shared, network) => {
    // A multi-chain wallet shares the accounts of all its chains. One that names none is judged by the address.
    const isHere = ({ chains, namesChains }: AuthorizedAccount) =>
      !namesChains || chains.some((name) => name.startsWith("solana:"))
    const [first, ...rest] = new Set(
      shared
        .filter((account) => isHere(account) && addressFrom(account.address) !== null)
        .map(({ address }): CaipAddress => `${network}:${address}`),
    )
    return first === undefined ? null : { accounts: [first, ...rest], network: null }
  },
}
