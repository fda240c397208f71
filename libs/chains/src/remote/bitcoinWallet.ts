import { hex } from "@scure/base"
import { isSameAddress } from "@wmodal/protocol"
import { toBitcoinNetworkId } from "../bitcoin/bitcoinChains.ts"
import { maxPsbtBytes } from "../bitcoin/walletResponses.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { decodeBase64, encodeBase64 } from "../text/base64.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { invalidParamsError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { findSharedNetwork, isAccountShared, notSharedError } from "./accountSharing.ts"
import { decodeProperty } from "./decodeProperty.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"
import { standardWalletFromSession } from "./standardWalletFromSession.ts"

type BitcoinAddressInfo = Pick<StandardAccount, "publicKey" | "purpose" | "path">

/** The maximum number of addresses that are read. */
const maxAddresses = 1_000

const unknownAddressInfo: BitcoinAddressInfo = { publicKey: new Uint8Array() }

/**
 * Reads the data that a wallet sent for an address with its approval: a list, or one per purpose, of addresses with or
 * without keys. Source: WalletConnect specs, `bip122_getAccountAddresses`.
 */
const sharedAddressInfo = (properties: unknown, address: string): BitcoinAddressInfo => {
  const said = decodeProperty(properties, "bip122_getAccountAddresses")
  const all = [
    ...decodeEntries(said, undefined),
    ...decodeEntries(readMember(said, "payment"), "payment"),
    ...decodeEntries(readMember(said, "ordinal"), "ordinals"),
    ...decodeEntries(readMember(said, "ordinals"), "ordinals"),
  ]
  const entry = all.find(({ value }) => (readMember(value, "address") ?? value) === address)
  if (entry === undefined) return unknownAddressInfo
  const purpose = decodePurpose(readMember(entry.value, "intention")) ?? entry.purpose
  const path = readMember(entry.value, "path")
  return {
    publicKey: decodePublicKey(readMember(entry.value, "publicKey")),
    ...(purpose && { purpose }),
    ...(typeof path === "string" && { path }),
  }
}

const decodeEntries = (value: unknown, purpose: BitcoinAddressInfo["purpose"]) =>
  (decodeList(value, maxAddresses) ?? []).map((one) => ({ value: one, purpose }))

const decodePurpose = (intention: unknown): BitcoinAddressInfo["purpose"] =>
  intention === "payment"
    ? "payment"
    : intention === "ordinal" || intention === "ordinals"
      ? "ordinals"
      : undefined

/** Decodes the hex of a compressed or taproot key; empty if invalid. */
const decodePublicKey = (value: unknown): Uint8Array =>
  typeof value === "string" && /^(?:0[23])?[0-9a-f]{64}$/i.test(value)
    ? hex.decode(value.toLowerCase())
    : new Uint8Array()

/** Hex characters of the longest accepted signature. */
const maxSignatureHexLength = 20_000

/** Decodes a message signature from hex or base64; `null` if it is invalid or made by another address. */
const decodeBitcoinSignature = (answer: unknown, address: string): Uint8Array | null => {
  const by = readMember(answer, "address")
  if (typeof by === "string" && !isSameAddress(by, address)) return null
  return decodeBase64OrHex(readMember(answer, "signature"), maxSignatureHexLength)
}

/** Decodes a PSBT from base64 or hex; `null` if it is neither. Its content is checked later. */
const decodeReturnedPsbt = (answer: unknown): Uint8Array | null =>
  decodeBase64OrHex(readMember(answer, "psbt"), 2 * maxPsbtBytes)

const decodeBase64OrHex = (text: unknown, longest: number): Uint8Array | null => {
  if (typeof text !== "string" || text === "" || text.length > longest) return null
  return /^(?:[0-9a-f]{2}){32,}$/i.test(text) ? hex.decode(text.toLowerCase()) : decodeBase64(text)
}

interface BitcoinMessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
  readonly protocol?: string
}

interface SignPsbtInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: StandardAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: number
  }[]
  /** Such as `bitcoin:mainnet`. */
  readonly chain: string
}

/**
 * Makes a Wallet Standard wallet from a session's Bitcoin namespace. Never uses `sendTransfer`, which would let the
 * wallet choose UTXOs and a fee that the user has not seen; a wallet without other methods cannot send.
 * Source: WalletConnect specs, Bitcoin; `@exodus/bitcoin-wallet-standard`.
 */
export const bitcoinWallet = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  moved: () => void,
): StandardWallet => {
  const has = (method: string) => approval.getApproved()?.methods.includes(method) ?? false

  const signMessage = async ({ account: { address }, message, protocol }: BitcoinMessageInput) => {
    const network = findSharedNetwork(approval, address)
    if (network === null) throw notSharedError()
    const answer = await approval.request(network, "signMessage", {
      account: address,
      address,
      message: decodeUtf8(message),
      ...(protocol !== undefined && { protocol }),
    })
    const signature = decodeBitcoinSignature(answer, address)
    return [signature === null ? {} : { signature, signedMessage: message.slice() }]
  }

  const sign = async ({ chain, inputsToSign, psbt }: SignPsbtInput, broadcast: boolean): Promise<unknown> => {
    const network = toBitcoinNetworkId(chain)
    const [payer] = inputsToSign
    if (payer === undefined) throw invalidParamsError("There is nothing to sign.")
    if (
      network === null ||
      inputsToSign.some(({ account }) => !isAccountShared(approval, network, account.address))
    )
      throw notSharedError()
    return approval.request(network, "signPsbt", {
      account: payer.account.address,
      psbt: encodeBase64(psbt),
      signInputs: inputsToSign.flatMap(({ account: { address }, sigHash, signingIndexes }) =>
        signingIndexes.map((index) => ({
          address,
          index,
          ...(sigHash !== undefined && { sighashTypes: [sigHash] }),
        })),
      ),
      broadcast,
    })
  }

  return standardWalletFromSession(approval, {
    chains: ["bitcoin:mainnet", "bitcoin:testnet", "bitcoin:regtest"],
    networkOf: toBitcoinNetworkId,
    moved,
    describe: (address) => sharedAddressInfo(wire.session()?.properties, address),
    features: () => ({
      ...(has("signMessage") && { "bitcoin:signMessage": { version: "1.0.0", signMessage } }),
      ...(has("signPsbt") && {
        "bitcoin:signTransaction": {
          version: "1.0.0",
          signTransaction: async (input: SignPsbtInput) => [
            { signedPsbt: decodeReturnedPsbt(await sign(input, false)) },
          ],
        },
        "bitcoin:signAndSendTransaction": {
          version: "1.0.0",
          signAndSendTransaction: async (input: SignPsbtInput) => [
            { txId: readMember(await sign(input, true), "txid") },
          ],
        },
      }),
    }),
  })
}

/** Decodes UTF-8, because the wallet receives text: other bytes cannot be signed unchanged. */
const decodeUtf8 = (message: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw invalidParamsError("The message is not a valid text.")
  }
}
