import { evmProfiles } from "./evmProfiles.ts"
import { bitcoinProfiles, polkadotProfiles, solanaProfiles } from "./otherProfiles.ts"
import type { ProfileNamespace, WalletProfile } from "./WalletProfile.ts"

/** Real wallets' codes, texts, shapes and quirks, one entry for a wallet and a chain. */
export const walletProfiles: readonly WalletProfile[] = [
  ...evmProfiles,
  ...solanaProfiles,
  ...bitcoinProfiles,
  ...polkadotProfiles,
]

/** The names of all profiles, each once. */
export const profileNames: readonly string[] = [...new Set(walletProfiles.map(({ id }) => id))]

/** Returns why a name is none of a profile; `null` if it is one. */
export const findNameFault = (name: string): string | null =>
  profileNames.includes(name)
    ? null
    : `No wallet profile is named "${name.slice(0, 40)}". There are: ${profileNames.join(", ")}.`

/** Returns the profile of a wallet on one chain; `null` if it has none there. */
export const findProfile = (name: string, namespace: ProfileNamespace): WalletProfile | null =>
  walletProfiles.find((one) => one.id === name && one.namespace === namespace) ?? null
