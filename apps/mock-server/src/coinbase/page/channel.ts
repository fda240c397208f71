import { bytesToHex, hexToBytes } from "@wmodal/protocol"

/** The encryption of the pop-up's messages: ECDH on P-256, AES-GCM. Source: `@coinbase/wallet-sdk` 4.4.0, `util/cipher`. */

const curve = { name: "ECDH", namedCurve: "P-256" } as const

/** The pop-up's key pair for one app. */
export interface ChannelKeys {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** For the pop-up's own storage, hex. */
  readonly stored: { readonly privateKey: string; readonly publicKey: string }
}

/** Returns a public key as the messages contain it: SPKI, hex. */
export const exportKey = async (key: CryptoKey): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.exportKey("spki", key)))

export const createKeys = async (): Promise<ChannelKeys> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(curve, true, ["deriveKey"])
  const stored = {
    privateKey: bytesToHex(new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey))),
    publicKey: await exportKey(publicKey),
  }
  return { privateKey, publicKey, stored }
}

export const importKeys = async (stored: ChannelKeys["stored"]): Promise<ChannelKeys> => ({
  privateKey: await crypto.subtle.importKey("pkcs8", hexToBytes(stored.privateKey), curve, true, [
    "deriveKey",
  ]),
  publicKey: await crypto.subtle.importKey("spki", hexToBytes(stored.publicKey), curve, true, []),
  stored,
})

const deriveSecret = async ({ privateKey }: ChannelKeys, peer: string) =>
  crypto.subtle.deriveKey(
    { name: "ECDH", public: await crypto.subtle.importKey("spki", hexToBytes(peer), curve, true, []) },
    privateKey,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  )

/** Encrypts for the app with this public key. */
export const encrypt = async (keys: ChannelKeys, peer: string, text: string) => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const secret = await deriveSecret(keys, peer)
  const cipherText = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    secret,
    new TextEncoder().encode(text),
  )
  return { iv, cipherText }
}

/** Decrypts a message of the app with this public key. Rejects when it is not one. */
export const decrypt = async (keys: ChannelKeys, peer: string, message: unknown): Promise<string> => {
  const { cipherText, iv } = Object(message)
  if (!(iv instanceof Uint8Array) || !(cipherText instanceof ArrayBuffer))
    throw new Error("The request is not encrypted")
  const secret = await deriveSecret(keys, peer)
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv: new Uint8Array(iv) }, secret, cipherText),
  )
}
