import { base64 } from "@scure/base"
import { crypto } from "bitcoinjs-lib"
import type { AuthorizedAccount } from "../../standard/AuthorizedAccount.ts"
import { parsePsbt } from "../Psbt.ts"
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
    const psbt = parsePsbt(base64.decode(text))
    const owners = psbt.data.inputs.map(({ witnessUtxo }) => findOwner(witnessUtxo?.script, accounts))
    if (owners.length === 0 || !owners.every((owner) => owner !== null)) return null
    for (const [at, owner] of owners.entries()) Object.assign(psbt.data.inputs[at] ?? {}, getKeyFields(owner))
    return {
      psbt: psbt.toBuffer(),
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
  readonly tapInternalKey?: Uint8Array
  readonly redeemScript?: Uint8Array
} => {
  const script = parseAddressScript(address)
  if (publicKey === null || script === null) return {}
  switch (toScriptKind(script)) {
    case "p2tr": {
      const key = publicKey.slice(-32)
      return publicKey.length === 32 || publicKey.length === 33 ? { tapInternalKey: key } : {}
    }
    case "p2sh": {
      const redeemScript = toNestedScript(publicKey)
      return isSameScript(script.slice(2, 22), crypto.hash160(redeemScript)) ? { redeemScript } : {}
    }
    default:
      return {}
  }
}

/** Returns the segwit script of a key, as nested in a script hash. Source: BIP-141, P2SH-P2WPKH. */
export const toNestedScript = (publicKey: Uint8Array): Uint8Array =>
  Uint8Array.from([0, 20, ...crypto.hash160(publicKey)])
