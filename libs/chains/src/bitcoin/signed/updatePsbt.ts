import { base64 } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import { hash160 } from "@scure/btc-signer/utils.js"
import type { AuthorizedAccount } from "../../standard/AuthorizedAccount.ts"
import { isSameScript, parseAddressScript, toScriptKind } from "../Script.ts"

/** A PSBT with the data that a wallet needs to sign it. */
export interface UpdatedPsbt {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly InputsToSign[]
}

interface InputsToSign {
  /** The wallet's own object. */
  readonly account: object
  readonly signingIndexes: readonly number[]
}

/**
 * Adds the wallet's key data to a PSBT and assigns the inputs to its accounts. `null` if it is not a PSBT, or if an
 * input belongs to none of the accounts.
 */
export const updatePsbt = (text: string, accounts: readonly AuthorizedAccount[]): UpdatedPsbt | null => {
  try {
    const { global, inputs, outputs } = RawPSBTV0.decode(base64.decode(text))
    const owners = inputs.map(({ witnessUtxo }) => findOwner(witnessUtxo?.script, accounts))
    if (owners.length === 0 || !owners.every((owner) => owner !== null)) return null
    const prepared = inputs.map((input, at) => {
      const owner = owners[at]
      return owner === undefined ? input : { ...input, ...getKeyFields(owner) }
    })
    return {
      psbt: RawPSBTV0.encode({ global, inputs: prepared, outputs }),
      inputsToSign: [...new Set(owners)].map(({ account }) => ({
        account,
        signingIndexes: owners.flatMap((owner, at) => (owner.account === account ? [at] : [])),
      })),
    }
  } catch {
    return null
  }
}

const findOwner = (
  script: Uint8Array | undefined,
  accounts: readonly AuthorizedAccount[],
): AuthorizedAccount | null =>
  accounts.find(({ address }) => {
    const own = parseAddressScript(address)
    return own !== null && script !== undefined && isSameScript(own, script)
  }) ?? null

/** Returns the fields by which a wallet finds its key, if the spent output lacks it. Source: BIP-174, BIP-371. */
export const getKeyFields = ({
  address,
  publicKey,
}: Pick<AuthorizedAccount, "address" | "publicKey">): {
  readonly tapInternalKey?: Uint8Array<ArrayBuffer>
  readonly redeemScript?: Uint8Array<ArrayBuffer>
} => {
  const script = parseAddressScript(address)
  if (publicKey === null || script === null) return {}
  switch (toScriptKind(script)) {
    case "p2tr": {
      const key = publicKey.slice(-32)
      return publicKey.length === 32 || publicKey.length === 33 ? { tapInternalKey: new Uint8Array(key) } : {}
    }
    case "p2sh": {
      const redeemScript = toNestedScript(publicKey)
      return isSameScript(script.slice(2, 22), hash160(redeemScript)) ? { redeemScript } : {}
    }
    default:
      return {}
  }
}

/** Returns the segwit script of a key, as nested in a script hash. Source: BIP-141, P2SH-P2WPKH. */
export const toNestedScript = (publicKey: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0, 20, ...hash160(publicKey)])
