import { servedNetworks } from "../evm/networks.ts"
import { Failed } from "../http/Failed.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import type { World } from "../world/World.ts"
import { authorityOf } from "./Authority.ts"
import { parseSignInMessage, type SignInMessage } from "./SignInMessage.ts"

/** What a client brings to sign in. */
export interface SignIn {
  readonly nonceToken: string
  readonly message: string
  readonly signature: string
  /** The page that asks, by its `Origin` header; `undefined` where none was sent. */
  readonly pageOrigin: string | undefined
}

/**
 * Signs in whoever signed a message of this page, for this nonce, that holds now.
 * @returns the session's token.
 * @throws Failed: 400 where the message is none, 401 where it proves nothing.
 */
export const signIn = async (world: World, given: SignIn): Promise<string> => {
  const { nonceToken, message: text, signature, pageOrigin } = given
  const authority = authorityOf(world)
  const message = parseSignInMessage(text)
  if (message === null)
    throw new Failed({ status: 400, field: "message", description: "Not a sign-in message" })
  const { address, chainId, nonce } = message
  if (authority.readNonce(nonceToken) !== nonce) throw refused("nonce", "Invalid nonce")
  if (!isFromPage(message, pageOrigin)) throw refused("domain", "The message is for another page")
  const now = world.wallNow()
  if (now < message.notBefore || now >= message.expirationTime)
    throw refused("message", "The message does not hold now")
  const network = servedNetworks.get(`eip155:${chainId}`) ?? null
  if (!(await isPersonalSignature({ world, network, address, message: text, signature })))
    throw refused("signature", "Invalid signature")
  // Again: another may have used it while the chain was asked.
  if (authority.readNonce(nonceToken) !== nonce) throw refused("nonce", "Invalid nonce")
  return authority.signIn(nonce, { address, chainId })
}

/** A page signs for its own host alone. Clients that are none send no origin. */
const isFromPage = ({ domain, uri }: SignInMessage, origin: string | undefined): boolean =>
  hostOf(uri) === domain && (origin === undefined || hostOf(origin) === domain)

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : null)

const refused = (field: string, description: string) => new Failed({ status: 401, field, description })
