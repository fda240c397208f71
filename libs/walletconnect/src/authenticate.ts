import type { SignClient } from "@walletconnect/sign-client"
import {
  buildNamespacesFromAuth,
  getDidAddress,
  getNamespacedDidChainId,
  hashKey,
} from "@walletconnect/utils"
import type { SignInRequest } from "@wmodal/chains"
import {
  type AuthenticateResult,
  addToRecap,
  decodeAuthenticateResult,
  getPermissions,
  readMember,
} from "@wmodal/chains/internal"
import { emit } from "./emitter.ts"

type Client = InstanceType<typeof SignClient>
type Session = ReturnType<Client["session"]["get"]>

/** A link that asks for a session and a signature in one step. */
export interface AuthenticateProposal {
  readonly uri: string
  /** The settled session, with `signed` if the wallet signed. */
  readonly approval: Promise<Session & { readonly signed?: unknown }>
  /** Forgets what waits for a response. */
  readonly forget: () => Promise<void>
}

/** Seconds that a session lasts. Source: WalletConnect's specification of sessions. */
const sessionTtl = 604_800

/** `WC_METHOD_UNSUPPORTED`. Source: the WalletConnect error codes. */
const unsupportedMethodCode = 10_001

/** The client's name of the key that responses are encrypted for. */
const authKeyName = "wc@1.5:auth::PUB_KEY"

/**
 * Makes the requests of `authenticate`. A page may show several links at once, each with a key of its own, of which the
 * client knows the newest only. And it asks a server of its vendor about the signatures of smart accounts, and waits
 * for ever after a kind that it does not know: so the session is made here, and the page's server verifies.
 */
export const makeAuthenticate = (client: Client) => {
  const { core, engine } = client
  /** The keys of open links, by the topic of their responses. */
  const keys = new Map<string, string>()
  /** Settles a link with the wallet's response, by the id of its request. */
  const settles = new Map<
    number,
    (response: { readonly result?: unknown; readonly error?: unknown }) => unknown
  >()

  const decode = core.crypto.decode.bind(core.crypto)
  core.crypto.decode = (topic, message, options) => {
    const receiverPublicKey = keys.get(topic)
    return decode(
      topic,
      message,
      receiverPublicKey === undefined ? options : { ...options, receiverPublicKey },
    )
  }
  const respond = readMember(engine, "onSessionAuthenticateResponse")
  Reflect.set(engine, "onSessionAuthenticateResponse", (topic: unknown, payload: unknown) => {
    const [result, error] = [readMember(payload, "result"), readMember(payload, "error")]
    const settle = settles.get(Number(readMember(payload, "id")))
    // A wallet without this method still has the proposal.
    if (settle !== undefined && readMember(error, "code") !== unsupportedMethodCode) settle({ result, error })
    else if (typeof respond === "function") Reflect.apply(respond, engine, [topic, payload])
  })

  const open = async (
    result: AuthenticateResult,
    publicKey: string,
    pairingTopic: string,
  ): Promise<Session> => {
    const { cacaos, responder } = result
    const methods = new Set<string>()
    const accounts = new Set<string>()
    for (const { p } of cacaos) {
      const { methods: permitted, networks } = getPermissions(p.resources)
      for (const method of permitted) methods.add(method)
      for (const chain of [getNamespacedDidChainId(p.iss), ...networks])
        accounts.add(`${chain}:${getDidAddress(p.iss)}`)
    }
    const topic = await core.crypto.generateSharedKey(publicKey, responder.publicKey)
    await core.relayer.subscribe(topic)
    const session: Session = {
      topic,
      acknowledged: true,
      self: { publicKey, metadata: client.metadata },
      peer: responder,
      controller: responder.publicKey,
      expiry: Math.floor(Date.now() / 1000) + sessionTtl,
      requiredNamespaces: {},
      optionalNamespaces: {},
      relay: { protocol: "irn" },
      pairingTopic,
      namespaces: buildNamespacesFromAuth([...methods], [...accounts]),
    }
    await client.session.set(topic, session)
    return session
  }

  return async (
    { chains, methods }: { readonly chains: readonly string[]; readonly methods: readonly string[] },
    message: SignInRequest,
  ): Promise<AuthenticateProposal> => {
    const current = `eip155:${message.chainId}`
    const { domain, expirationTime, nonce = "", notBefore, resources = [], statement, uri = "" } = message
    const { response, uri: link } = await client.authenticate({
      // The network in use is the first.
      chains: chains.toSorted((one, other) => Number(other === current) - Number(one === current)),
      domain,
      nonce,
      uri,
      // The client would make the ReCap of the methods, but only where there is a `Buffer`.
      resources: [...addToRecap(resources, "eip155", methods)],
      ...(statement !== undefined && { statement }),
      ...(expirationTime !== undefined && { exp: expirationTime }),
      ...(notBefore !== undefined && { nbf: notBefore }),
    })
    const pairingTopic = link.slice("wc:".length, link.indexOf("@"))
    const request = client.auth.requests.getAll().find((one) => one.pairingTopic === pairingTopic)
    const proposal = client.proposal.getAll().find((one) => one.pairingTopic === pairingTopic)
    const { publicKey } = client.auth.authKeys.get(authKeyName)
    const responseTopic = hashKey(publicKey)
    keys.set(responseTopic, publicKey)
    const settled: { signed?: unknown } = {}

    /** Ends the client's wait for the wallet, by the event that a settled proposal has. */
    const end = (outcome: object) =>
      emit(readMember(engine, "events"), `session_connect:${proposal?.id}`, outcome)
    if (request !== undefined)
      settles.set(request.id, async (response) => {
        settles.delete(request.id)
        // The client would drop the code, and with it the reason.
        if (response.error !== undefined) return end({ error: response.error })
        try {
          const result = decodeAuthenticateResult(response.result)
          const session = await open(result, publicKey, pairingTopic)
          settled.signed = result.cacaos
          end({ session })
        } catch {
          end({ error: { code: 5000, message: "The wallet returned no valid sign-in." } })
        }
      })

    return {
      uri: link,
      approval: response().then(({ session }) => {
        if (session === undefined) throw new Error("No session was settled.")
        return { ...session, ...settled }
      }),
      forget: async () => {
        keys.delete(responseTopic)
        if (request !== undefined) {
          settles.delete(request.id)
          await client.auth.requests.delete(request.id, { code: 0, message: "fulfilled" })
          core.expirer.del(request.id)
        }
        if (proposal !== undefined && client.proposal.keys.includes(proposal.id))
          await client.proposal.delete(proposal.id, { code: 0, message: "fulfilled" })
        await client.auth.pairingTopics.delete(responseTopic, { code: 0, message: "fulfilled" })
        await core.relayer.unsubscribe(responseTopic)
      },
    }
  }
}
