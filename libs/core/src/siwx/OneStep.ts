import type { SignedMessage, SignInRequest } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import type { Options } from "../options/Options.ts"
import type { SiwxClient } from "../options/SiwxPlugin.ts"

/**
 * Sign-in with the prompt to connect: what the page asked for and what wallets have signed, until sign-in takes it. Its
 * code loads with the first connection of a page with a plugin.
 */
export interface OneStep {
  readonly options: Options
  /** The host of the page that asks; `null` outside a page. */
  readonly host: string | null
  readonly platform: SiwxClient["platform"]
  /** The messages that the page has made, by their nonces. */
  readonly asked: Map<string, SignInRequest>
  /** What a wallet has signed, not checked. */
  signed: readonly SignedMessage[]
  /** The id of the connector whose user declined: the next attempt only connects. */
  declined: string | null
}

/** Returns what a plugin names to its server. */
export const toSiwxClient = ({ options, platform }: Pick<OneStep, "options" | "platform">): SiwxClient => ({
  platform,
  chains: options.chains.map(({ namespace }) => namespace),
})

/** Makes the message that a wallet may sign when it connects; `null` if none is wanted. Never rejects. */
export const loadOffer = async (
  oneStep: OneStep,
  connectorId: string,
  network: Network | null,
): Promise<SignInRequest | null> => {
  try {
    return await (await import("./offerSignIn.ts")).offerSignIn(oneStep, connectorId, network)
  } catch {
    // Without the code, the wallet only connects.
    return null
  }
}
