import { networkOf } from "../bitcoin/bitcoinChains.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { toBase64 } from "../text/base64.ts"
import { invalid } from "../wallet/ProviderError.ts"
import { member } from "../wallet/thrown.ts"
import type { Approval } from "./Approval.ts"
import { toldOf } from "./bitcoinAddresses.ts"
import { psbtFrom, signatureFrom } from "./bitcoinAnswers.ts"
import { isShared, networkFor, unshared } from "./sharing.ts"
import { standardOver } from "./standardOver.ts"
import type { Wire } from "./Wire.ts"

interface MessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

interface PsbtInput {
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
 * A session's Bitcoin as a wallet of the Wallet Standard. `sendTransfer` is never asked for: it would let the wallet choose
 * coins and a fee that nobody was shown, so a wallet that has nothing else cannot send from here.
 * Source: WalletConnect specs, Bitcoin; `@exodus/bitcoin-wallet-standard`.
 */
export const bitcoinWallet = (wire: Wire, approval: Approval, moved: () => void): StandardWallet => {
  const has = (method: string) => approval.now()?.methods.includes(method) ?? false

  const signMessage = async ({ account: { address }, message }: MessageInput) => {
    const network = networkFor(approval, address)
    if (network === null) throw unshared()
    const answer = await approval.ask(network, "signMessage", {
      account: address,
      address,
      message: textFrom(message),
    })
    const signature = signatureFrom(answer, address)
    return [signature === null ? {} : { signature, signedMessage: message.slice() }]
  }

  const sign = async ({ chain, inputsToSign, psbt }: PsbtInput, broadcast: boolean): Promise<unknown> => {
    const network = networkOf(chain)
    const [payer] = inputsToSign
    if (payer === undefined) throw invalid("There is nothing to sign.")
    if (network === null || inputsToSign.some(({ account }) => !isShared(approval, network, account.address)))
      throw unshared()
    return approval.ask(network, "signPsbt", {
      account: payer.account.address,
      psbt: toBase64(psbt),
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

  return standardOver(approval, {
    chains: ["bitcoin:mainnet", "bitcoin:testnet", "bitcoin:regtest"],
    networkOf,
    moved,
    describe: (address) => toldOf(wire.session()?.properties, address),
    features: () => ({
      ...(has("signMessage") && { "bitcoin:signMessage": { version: "1.0.0", signMessage } }),
      ...(has("signPsbt") && {
        "bitcoin:signTransaction": {
          version: "1.0.0",
          signTransaction: async (input: PsbtInput) => [{ signedPsbt: psbtFrom(await sign(input, false)) }],
        },
        "bitcoin:signAndSendTransaction": {
          version: "1.0.0",
          signAndSendTransaction: async (input: PsbtInput) => [
            { txId: member(await sign(input, true), "txid") },
          ],
        },
      }),
    }),
  })
}

/** The wallet is given text: what is none it could not sign as it stands. */
const textFrom = (message: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw invalid("The message is no text.")
  }
}
