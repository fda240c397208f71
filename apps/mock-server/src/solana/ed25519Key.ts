import { createPrivateKey, type KeyObject } from "node:crypto"

/** The PKCS #8 prefix of the 32 bytes of an Ed25519 key. Source: RFC 8410. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex")

/** @param secret 32 bytes */
export const toEd25519Key = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: "der", type: "pkcs8" })
