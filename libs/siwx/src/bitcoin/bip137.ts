import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { CompactSize } from "@scure/btc-signer"
import { hash160, taprootTweakPubkey } from "@scure/btc-signer/utils.js"
import { isEqualBytes } from "./isEqualBytes.ts"

const firstHeader = 27
const firstCompressed = 31
const firstNested = 35
const firstNative = 39
const lastHeader = 42

/** Reports that bytes are a header and a signature. No form of BIP-322 has 65 bytes with such a start. */
export const isBip137 = (bytes: Uint8Array): boolean =>
  bytes.length === 65 && (bytes[0] ?? 0) >= firstHeader && (bytes[0] ?? 0) <= lastHeader

/**
 * Verifies a message by the key that is recovered from its signature. The header names the kind of the address; wallets
 * that are older than BIP-137 write that of P2PKH for each address of a compressed key. Source: BIP-137.
 */
export const verifyBip137 = (script: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  const header = signature[0] ?? 0
  const recovered = signature.slice()
  recovered[0] = (header - firstHeader) & 3
  try {
    const key = secp256k1.Point.fromBytes(
      secp256k1.recoverPublicKey(recovered, hashMessage(message), { prehash: false }),
    )
    return getScripts(header, key).some((candidate) => isEqualBytes(candidate, script))
  } catch {
    // Numbers outside the group, or no point of the curve.
    return false
  }
}

const hashMessage = (message: Uint8Array): Uint8Array =>
  sha256(
    sha256(
      concatBytes(
        utf8ToBytes("\u0018Bitcoin Signed Message:\n"),
        CompactSize.encode(BigInt(message.length)),
        message,
      ),
    ),
  )

const toKeyHashScript = (key: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(0x76, 0xa9, 20), hash160(key), Uint8Array.of(0x88, 0xac))

/** Returns the scripts of a key's addresses that a header may stand for. */
const getScripts = (header: number, point: InstanceType<typeof secp256k1.Point>): readonly Uint8Array[] => {
  if (header < firstCompressed) return [toKeyHashScript(point.toBytes(false))]
  const key = point.toBytes(true)
  const witness = concatBytes(Uint8Array.of(0, 20), hash160(key))
  const [taproot] = taprootTweakPubkey(key.subarray(1), new Uint8Array())
  const nested = concatBytes(Uint8Array.of(0xa9, 20), hash160(witness), Uint8Array.of(0x87))
  const native = [witness, concatBytes(Uint8Array.of(0x51, 32), taproot)]
  if (header < firstNested) return [toKeyHashScript(key), nested, ...native]
  return header < firstNative ? [nested] : native
}
