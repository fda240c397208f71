import { mnemonicToSeedSync } from "@scure/bip39"
import { testMnemonic } from "./Signer.ts"

// Stretching takes tens of milliseconds, and every test account stands on the same.
let stretched: Uint8Array | undefined

/** What the accounts of `testMnemonic` are derived from. Public, as it is. */
export const testSeed = (): Uint8Array => (stretched ??= mnemonicToSeedSync(testMnemonic))
