import { mnemonicToSeedSync } from "@scure/bip39"
import { testMnemonic } from "./Signer.ts"

// Stretching takes tens of milliseconds, and every test account stands on the same.
let cachedSeed: Uint8Array | undefined

/** What the accounts of `testMnemonic` are derived from. Public, as it is. */
export const getTestSeed = (): Uint8Array => (cachedSeed ??= mnemonicToSeedSync(testMnemonic))
