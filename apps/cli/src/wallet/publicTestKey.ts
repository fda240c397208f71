import { type CaipNetworkId, isLoopbackUrl, isSameAddress, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { Context } from "../session/Context.ts"
import type { SessionState } from "../session/SessionFile.ts"
import { getStoredWallets, type StoredWallet } from "../session/storedWallets.ts"
import { isKnownTestNetwork, type Settings } from "../settings/Settings.ts"
import type { KeySource } from "./KeySource.ts"
import { getKeyAddress, getStoredAddress, type Keys } from "./Keys.ts"
import { publicTestAddresses } from "./publicTestAddresses.ts"

/** Returns true when the network holds no real money: a test network, or one that only this machine serves. */
export const isTestNetwork = (network: Network, { endpoints, nodes }: Settings): boolean => {
  const hosts = [nodes[network.caipNetworkId] ?? [], endpoints.blockchain ?? []].flat()
  return isKnownTestNetwork(network) || (hosts.length > 0 && hosts.every(isLoopbackUrl))
}

/** Returns true for a key that everyone has: of the test mnemonic, also when it comes from a file. */
const isPublicTestKey = ({ kind }: KeySource, address: string): boolean =>
  kind === "test" || publicTestAddresses.some((known) => isSameAddress(known, address))

const describeRisk = (address: string, network: Network) =>
  `${address} is the account of a public test mnemonic. Anyone can spend what it receives on ${network.name}.`

/**
 * Refuses a public test key on a network with real money, unless the user names its address: anyone can spend what is
 * sent there. Returns the networks to store as confirmed.
 */
export const confirmTestKey = (
  keys: Keys,
  source: KeySource,
  network: Network,
  { confirm, settings }: { readonly confirm: readonly string[]; readonly settings: Settings },
  { prompts, terminal }: Pick<Context, "prompts" | "terminal">,
) =>
  Effect.gen(function* () {
    const address = getKeyAddress(keys)
    if (!isPublicTestKey(source, address) || isTestNetwork(network, settings)) return []
    const confirmed: readonly CaipNetworkId[] = [network.caipNetworkId]
    if (confirm.some((value) => isSameAddress(value.trim(), address))) return confirmed
    const what = describeRisk(address, network)
    if (!terminal.asks)
      return yield* guardError(
        what,
        "--key-file <path> for a key of your own. To use it anyway, name its address: --confirm <address>",
      )
    const typed = yield* prompts.line({
      label: `${what} To use it anyway, type the address:`,
      refusal: (text) => (isSameAddress(text.trim(), address) ? null : "That does not match."),
    })
    return typed === null ? yield* declinedError : confirmed
  })

const isRefused = (wallet: StoredWallet, network: Network, settings: Settings): boolean =>
  wallet.namespace === network.chainNamespace &&
  isPublicTestKey(wallet.key, getStoredAddress(wallet)) &&
  !isTestNetwork(network, settings) &&
  wallet.realNetworks?.includes(network.caipNetworkId) !== true

/**
 * Fails when a connected public test key would be used or shown on a network with real money for which its address was
 * not named.
 */
export const requireNetworkOfKey = (state: SessionState, network: Network, settings: Settings) =>
  Effect.forEach(
    getStoredWallets(state).filter((wallet) => isRefused(wallet, network, settings)),
    (wallet) =>
      guardError(
        describeRisk(getStoredAddress(wallet), network),
        `wmodal connect --wallet keys --network ${network.caipNetworkId}, or wmodal switch <caip2> to a test network`,
      ),
    { discard: true },
  )
