import type { SignInRequest } from "@wmodal/chains"
import { type Network, parseUrl, toReference } from "@wmodal/protocol"
import { findPlugin } from "./makeSiwx.ts"
import { type OneStep, toSiwxClient } from "./OneStep.ts"

/** The longest text of a field, in characters. */
const maxFieldLength = 2_000
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxFieldLength

/**
 * Makes the message that a wallet may sign in the step in which it connects. `null` for a network without sign-in,
 * and for a message that the user has to review first: one of another domain.
 */
export const offerSignIn = async (
  oneStep: OneStep,
  connectorId: string,
  network: Network | null,
): Promise<SignInRequest | null> => {
  const { asked, declined, host, options } = oneStep
  const load = findPlugin(options)
  if (load === null || network === null || declined === connectorId) return null
  try {
    const plugin = await load()
    const made = await plugin.createMessage({
      accountAddress: "",
      chainId: network.caipNetworkId,
      client: toSiwxClient(oneStep),
    })
    const { domain, nonce, requestId, resources, uri } = made
    const isForeign = host !== null && [domain, parseUrl(uri)?.host].some((one) => one !== host)
    // WalletConnect has no request id.
    if (isForeign || requestId !== undefined || !isText(nonce) || nonce.length < 8) return null
    const { expirationTime, issuedAt, notBefore, statement, version } = made
    const texts = { domain, expirationTime, issuedAt, nonce, notBefore, statement, uri, version }
    const given = Object.entries<unknown>(texts).filter(([, text]) => text !== undefined)
    const request = {
      ...(Object.fromEntries(given) as Partial<typeof texts>),
      domain,
      chainId: toReference(network.caipNetworkId),
      ...(resources !== undefined && { resources: [...resources] }),
    }
    if (!given.every(([, text]) => isText(text)) || !(request.resources ?? []).every(isText)) return null
    asked.set(nonce, request)
    return request
  } catch {
    // The ordinary sign-in makes its own message, and shows why none can be made.
    return null
  }
}
