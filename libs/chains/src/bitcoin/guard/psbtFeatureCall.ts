import { base64 } from "@scure/base"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { GuardedFeatureCall } from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { decodePsbt, parsePsbt } from "../Psbt.ts"
import { isSameScript, parseAddressScript } from "../Script.ts"
import { getKeyFields, updatePsbt } from "../signed/updatePsbt.ts"
import { decodeSignedPsbt, decodeTransactionHash } from "../walletResponses.ts"
import type { PsbtRequest, SigningInput } from "./PsbtRequest.ts"

/** Makes the wallet request. Throws a `ProviderError` before it is sent if it is invalid or ambiguous. */
export const makePsbtFeatureCall = (
  session: StandardSession,
  { broadcast, psbt, signInputs }: PsbtRequest,
): GuardedFeatureCall => {
  for (const { address } of signInputs)
    if (session.findAccount(address) === null)
      throw new ProviderError(4100, "The wallet does not share this address.")
  const prepared = preparePsbt(session, psbt, signInputs)
  const transaction = { psbt: base64.encode(prepared) }
  return {
    request: { _tag: "Transaction", transaction },
    // Usually the account in use signs. UTXOs with inscriptions are at a separate address.
    from: session.active(),
    network: null,
    submission: broadcast ? { _tag: "Transaction", transaction } : { _tag: "Nothing" },
    feature: broadcast ? "bitcoin:signAndSendTransaction" : "bitcoin:signTransaction",
    inputs: (chain) => {
      const inputsToSign = signInputs.map(({ address, index, sighash }) => ({
        account: session.findAccount(address)?.account,
        signingIndexes: [index],
        ...(sighash !== null && { sigHash: sighash }),
      }))
      return inputsToSign.some(({ account }) => account === undefined)
        ? null
        : [{ psbt: prepared.slice(), inputsToSign, chain }]
    },
    valueOf: (answer) => {
      if (broadcast) return decodeTransactionHash(answer)
      const signed = decodeSignedPsbt(answer)
      return signed && { psbt: base64.encode(signed) }
    },
  }
}

/** Makes the request to sign and send a payment that was built for a dApp, unchanged. */
export const makePaymentFeatureCall = (
  session: StandardSession,
  from: string,
  transaction: ChainTransaction,
): GuardedFeatureCall => ({
  request: { _tag: "Transaction", transaction },
  from,
  network: null,
  submission: { _tag: "Transaction", transaction },
  feature: "bitcoin:signAndSendTransaction",
  inputs: (chain) => {
    const payer = session.findAccount(from)
    const asked = payer && updatePsbt(transaction["psbt"] ?? "", [payer, ...session.accounts()])
    return asked && [{ ...asked, chain }]
  },
  valueOf: decodeTransactionHash,
})

/** Writes the signing options into the PSBT itself, so that the explained request equals the one sent to the wallet. */
const preparePsbt = (
  session: StandardSession,
  text: string,
  signInputs: readonly SigningInput[],
): Uint8Array => {
  const read = decodePsbt(text)
  if (read === null) throw invalidParamsError("This is not a valid PSBT.")
  const prepared = parsePsbt(base64.decode(text))
  for (const { address, index, sighash } of signInputs) {
    const input = prepared.data.inputs[index]
    const account = session.findAccount(address)
    const own = parseAddressScript(address)
    if (input === undefined) throw invalidParamsError("An input to sign does not exist.")
    const coin = read.inputs[index]?.coin ?? null
    if (account === null || coin === null || own === null || !isSameScript(own, coin.script))
      throw invalidParamsError("An input to sign does not belong to its address.")
    if (sighash !== null && input.sighashType !== undefined && input.sighashType !== sighash)
      throw invalidParamsError("The PSBT and sighashTypes differ.")
    Object.assign(input, {
      ...getKeyFields(account),
      ...input,
      ...(sighash !== null && { sighashType: sighash }),
    })
  }
  return prepared.toBuffer()
}
