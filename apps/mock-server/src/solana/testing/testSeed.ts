import { createHmac, pbkdf2Sync } from "node:crypto"

const mnemonic = "test test test test test test test test test test test junk"

const hmac = (key: string | Uint8Array, data: Uint8Array) => createHmac("sha512", key).update(data).digest()

/** Derives the 32 bytes of the secret key of `solanaAccounts[index]`, by BIP-39 and SLIP-10. */
export const deriveTestSeed = (index: number): Uint8Array => {
  let node = hmac("ed25519 seed", pbkdf2Sync(mnemonic, "mnemonic", 2048, 64, "sha512"))
  for (const step of [44, 501, index, 0]) {
    const hardened = Buffer.alloc(4)
    hardened.writeUInt32BE(step + 0x80000000)
    node = hmac(node.subarray(32), Buffer.concat([Buffer.of(0), node.subarray(0, 32), hardened]))
  }
  return new Uint8Array(node.subarray(0, 32))
}
