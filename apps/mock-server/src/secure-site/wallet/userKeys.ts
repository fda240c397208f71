import { createHmac, createPublicKey, sign } from "node:crypto"
import { getAddressDecoder } from "@solana/kit"
import { makeSignerFromKey, type Signer, SignerError } from "@wmodal/dev-wallet"
import type { SolanaSigner } from "@wmodal/dev-wallet/solana"
import { Effect } from "effect"
import { toEd25519Key } from "../../solana/ed25519Key.ts"
import type { World } from "../../world/World.ts"

/** Derives the keys of a user, the same in every run of a world. They are not exposed. */
export const deriveUserKeys = (
  { seed }: Pick<World, "seed">,
  userId: string,
): { readonly evm: Signer; readonly solana: SolanaSigner } => {
  const secret = (chain: string) => createHmac("sha256", seed).update(`wallet\n${chain}\n${userId}`).digest()
  return {
    // One hash in 2^128 is not a valid key.
    evm: Effect.runSync(makeSignerFromKey(`0x${secret("eip155").toString("hex")}`)),
    solana: makeSolanaSigner(secret("solana")),
  }
}

/** Length of the header before the 32 bytes of a public key. Source: RFC 8410. */
const publicKeyHeaderBytes = 12

const makeSolanaSigner = (secret: Buffer): SolanaSigner => {
  const key = toEd25519Key(secret)
  const publicKey = new Uint8Array(
    createPublicKey(key).export({ format: "der", type: "spki" }).subarray(publicKeyHeaderBytes),
  )
  return {
    address: getAddressDecoder().decode(publicKey),
    publicKey,
    sign: (bytes) =>
      Effect.try({
        try: () => new Uint8Array(sign(null, bytes, key)),
        catch: () => new SignerError({ what: "sign with the Solana key" }),
      }),
  }
}
