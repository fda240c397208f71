import { type CaipNetworkId, toNamespace, toReference } from "@wmodal/protocol"
import type { SiweConfig, SiwxPlugin, SiwxSession } from "./Siwx.ts"

/** Only accounts of this namespace sign in with the older interface. */
const siweNamespace = "eip155"

/** Makes a plugin from a configuration of the older interface, which knows Ethereum accounts and one session. */
export const siweToSiwx = (config: SiweConfig): SiwxPlugin => {
  const signOut = async () => {
    await config.signOut()
    notify(() => config.onSignOut?.())
  }
  const addSession: SiwxPlugin["addSession"] = async ({ cacao, message, signature }) => {
    const isValid = await config.verifyMessage({ message, signature, ...(cacao && { cacao }) })
    if (!isValid) throw new Error("Failed to verify message")
    const session = (await config.getSession()) ?? undefined
    notify(() => config.onSignIn?.(session))
  }
  return {
    createMessage: async ({ accountAddress, chainId }) => {
      if (config.enabled === false || toNamespace(chainId) !== siweNamespace)
        throw new Error("Accounts of this network do not sign in.")
      const params = await config.getMessageParams()
      const nonce = await config.getNonce(accountAddress)
      const iat = params.iat ?? new Date().toISOString()
      const text = config.createMessage({
        ...params,
        chainId: Number(toReference(chainId)),
        address: `did:pkh:${chainId}:${accountAddress}`,
        nonce,
        version: "1",
        iat,
      })
      const { domain, exp, nbf, requestId, resources, statement, uri } = params
      return {
        accountAddress,
        chainId,
        domain,
        uri,
        version: "1",
        nonce,
        issuedAt: iat,
        ...(statement !== undefined && { statement }),
        ...(exp !== undefined && { expirationTime: exp }),
        ...(nbf !== undefined && { notBefore: nbf }),
        ...(requestId !== undefined && { requestId }),
        ...(resources !== undefined && { resources }),
        toString: () => text,
      }
    },
    addSession,
    revokeSession: async () => {
      if (config.signOutOnDisconnect ?? true) await signOut()
    },
    setSessions: async (sessions) => {
      if (sessions.length === 0) {
        if (config.signOutOnDisconnect ?? true) await signOut()
        return
      }
      // The older interface knows one session, and its servers take a nonce once.
      const [first] = sessions
      if (first !== undefined) await addSession(first)
    },
    getSessions: async (chainId, address) => {
      if (config.enabled === false || toNamespace(chainId) !== siweNamespace)
        return [makeSession(chainId, address)]
      const session = await config.getSession()
      if (session === null) return []
      const isOtherAccount = session.address.toLowerCase() !== address.toLowerCase()
      const isOtherNetwork = session.chainId !== Number(toReference(chainId))
      const isEnded =
        ((config.signOutOnAccountChange ?? true) && isOtherAccount) ||
        ((config.signOutOnNetworkChange ?? true) && isOtherNetwork)
      return isEnded ? [] : [makeSession(chainId, session.address)]
    },
    getRequired: () => config.required ?? true,
  }
}

/** Calls the host's listener. What it throws is reported as an unhandled rejection, because the session has changed. */
const notify = (listener: () => void) => {
  try {
    listener()
  } catch (error) {
    void Promise.reject(error)
  }
}

/** The host's server keeps the message and the signature. */
const makeSession = (chainId: CaipNetworkId, accountAddress: string): SiwxSession => ({
  data: { accountAddress, chainId, domain: "", uri: "", version: "1", nonce: "" },
  message: "",
  signature: "",
})
