import { base64 } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { Question } from "../../standard/guard.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { invalid, ProviderError } from "../../wallet/ProviderError.ts"
import { hashFrom, signedPsbtFrom } from "../answers.ts"
import { readPsbt } from "../Psbt.ts"
import { isSameScript, scriptIn } from "../Script.ts"
import { askedPsbt, keyFields } from "../signed/askedPsbt.ts"
import type { GivenInput, GivenPsbt } from "./givenPsbt.ts"

/** Throws a `ProviderError` where it makes no sense, or could be read in two ways: the wallet is not asked then. */
export const psbtQuestion = (
  session: StandardSession,
  { broadcast, psbt, signInputs }: GivenPsbt,
): Question => {
  for (const { address } of signInputs)
    if (session.accountOf(address) === null)
      throw new ProviderError(4100, "The wallet does not share this address.")
  const prepared = preparedFor(session, psbt, signInputs)
  const transaction = { psbt: base64.encode(prepared) }
  return {
    request: { _tag: "Transaction", transaction },
    // Whoever is in use signs as a rule, but what is inscribed on coins stands on an address of its own.
    from: session.active(),
    network: null,
    leaves: broadcast ? { _tag: "Transaction", transaction } : { _tag: "Nothing" },
    feature: broadcast ? "bitcoin:signAndSendTransaction" : "bitcoin:signTransaction",
    inputs: (chain) => {
      const inputsToSign = signInputs.map(({ address, index, sighash }) => ({
        account: session.accountOf(address)?.account,
        signingIndexes: [index],
        ...(sighash !== null && { sigHash: sighash }),
      }))
      return inputsToSign.some(({ account }) => account === undefined)
        ? null
        : [{ psbt: prepared.slice(), inputsToSign, chain }]
    },
    valueOf: (answer) => {
      if (broadcast) return hashFrom(answer)
      const signed = signedPsbtFrom(answer)
      return signed && { psbt: base64.encode(signed) }
    },
  }
}

/** A payment that was built for a page: to be signed and sent as it is. */
export const paymentQuestion = (
  session: StandardSession,
  from: string,
  transaction: ChainTransaction,
): Question => ({
  request: { _tag: "Transaction", transaction },
  from,
  network: null,
  leaves: { _tag: "Transaction", transaction },
  feature: "bitcoin:signAndSendTransaction",
  inputs: (chain) => {
    const payer = session.accountOf(from)
    const asked = payer && askedPsbt(transaction["psbt"] ?? "", [payer, ...session.accounts()])
    return asked && [{ ...asked, chain }]
  },
  valueOf: hashFrom,
})

/** With what is to be signed how in the PSBT itself: what is explained is what the wallet is asked for. */
const preparedFor = (
  session: StandardSession,
  text: string,
  signInputs: readonly GivenInput[],
): Uint8Array => {
  const read = readPsbt(text)
  if (read === null) throw invalid("This is no PSBT.")
  const { global, inputs, outputs } = RawPSBTV0.decode(base64.decode(text))
  const prepared = inputs.map((input, at) => {
    const asked = signInputs.find(({ index }) => index === at)
    const account = asked && session.accountOf(asked.address)
    if (asked === undefined || !account) return input
    const coin = read.inputs[at]?.coin ?? null
    const own = scriptIn(asked.address)
    if (coin === null || own === null || !isSameScript(own, coin.script))
      throw invalid("An input to sign is none of its address.")
    if (asked.sighash !== null && input.sighashType !== undefined && input.sighashType !== asked.sighash)
      throw invalid("The PSBT and sighashTypes differ.")
    return {
      ...keyFields(account),
      ...input,
      ...(asked.sighash !== null && { sighashType: asked.sighash }),
    }
  })
  if (signInputs.some(({ index }) => index >= inputs.length)) throw invalid("An input to sign is not there.")
  return RawPSBTV0.encode({ global, inputs: prepared, outputs })
}
