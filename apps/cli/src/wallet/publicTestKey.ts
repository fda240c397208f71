import { isLoopbackUrl, isSameAddress, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { Context } from "../session/Context.ts"
import type { Settings } from "../settings/Settings.ts"
import type { Keys } from "./Keys.ts"

/** Returns the address that a key uses first. */
const getAddress = (keys: Keys): string =>
  "signer" in keys ? keys.signer.address : (keys.side.accounts[0].addresses[0]?.address ?? keys.namespace)

/** Returns true when the network holds no real money: a test network, or nodes of this machine. */
const isTestNetwork = ({ caipNetworkId, testnet }: Network, { endpoints, nodes }: Settings): boolean =>
  testnet === true ||
  (nodes[caipNetworkId] ?? (endpoints.blockchain === undefined ? [] : [endpoints.blockchain])).some(
    isLoopbackUrl,
  )

/**
 * Refuses the public test mnemonic on a network with real money, unless the user names its address: anyone can spend
 * what is sent there.
 */
export const requireTestNetwork = (
  keys: Keys,
  network: Network,
  { confirm, settings }: { readonly confirm: readonly string[]; readonly settings: Settings },
  { prompts, terminal }: Pick<Context, "prompts" | "terminal">,
) =>
  Effect.gen(function* () {
    const address = getAddress(keys)
    if (isTestNetwork(network, settings) || confirm.some((value) => isSameAddress(value.trim(), address)))
      return
    const what = `${address} is the account of a public test mnemonic. Anyone can spend what it receives on ${network.name}.`
    if (!terminal.asks)
      return yield* guardError(
        what,
        `--key-file <path> for a key of your own, or to use it anyway: --confirm ${address}`,
      )
    const typed = yield* prompts.line({
      label: `${what} To use it anyway, type the address:`,
      refusal: (text) => (isSameAddress(text.trim(), address) ? null : "That does not match."),
    })
    if (typed === null) return yield* declinedError
  })
