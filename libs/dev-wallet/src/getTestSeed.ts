import { mnemonicToSeedSync } from "@scure/bip39"
import { testMnemonic } from "./Signer.ts"

// Deriving the seed takes tens of milliseconds, and all test accounts share it.
let cachedSeed: Uint8Array | undefined

/** Returns the seed of the accounts of `testMnemonic`. Public, like the mnemonic. */
export const getTestSeed = (): Uint8Array => (cachedSeed ??= mnemonicToSeedSync(testMnemonic))
