import { randomUUID } from "node:crypto"
import { Core } from "@walletconnect/core"
import { SignClient } from "@walletconnect/sign-client"
import { catchClientRejections, disposeClient } from "@wmodal/walletconnect/client"

/** Milliseconds within which a relay on this machine responds, even when the machine is busy. */
const relayTimeoutMs = 10_000

export type PhoneSignClient = Awaited<ReturnType<typeof SignClient.init>>

export interface PhoneConnection {
  readonly client: PhoneSignClient
  /** Completes when the relay is connected. Messages sent before would be queued and keep the process alive. */
  readonly waitForRelay: () => Promise<void>
  /** Closes the connection without leaving a socket or a timer. */
  readonly close: () => Promise<void>
}

/** Core with the types that the client asks for: those of the package leave open what a core was given. */
class RelayCore extends Core {
  declare readonly projectId: string
  declare readonly relayUrl: string
}

/**
 * Opens a WalletConnect client as a wallet. It stores its state in memory and connects to the relay only.
 * @param relay `ws:` URL
 */
export const openPhoneClient = async (projectId: string, relay: string): Promise<PhoneConnection> => {
  // One process holds many phones and their dApps, which must not share a client.
  const prefix = `phone-${randomUUID()}`
  const core = new RelayCore({
    projectId,
    relayUrl: relay,
    storage: makeClientStorage(),
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    logger: "silent",
  })
  withoutGlobals(prefix)
  // Otherwise the client would request the dApp's verification from the public relay's server.
  core.verify.resolve = () => Promise.resolve({ origin: "" })
  const client = await SignClient.init({
    core,
    logger: "silent",
    metadata: {
      name: "Mock phone",
      description: "The mock server's own wallet",
      url: "http://localhost",
      icons: [],
    },
    // Otherwise further requests would wait while one prompt is open.
    signConfig: { disableRequestQueue: true },
  })
  catchClientRejections(client)
  // Otherwise a relay that goes down during a request would keep the process alive for a minute.
  Reflect.set(core.relayer.subscriber, "subscribeTimeout", relayTimeoutMs)
  return {
    client,
    waitForRelay: () =>
      new Promise((resolve) => {
        if (core.relayer.connected) resolve()
        else core.relayer.once("relayer_connect", resolve)
      }),
    close: () => disposeClient(client),
  }
}

/** Prevents the client from sharing itself with all others in the process. */
const withoutGlobals = (prefix: string) => {
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
    Reflect.deleteProperty(globalThis, name)
}

/** Copies values both ways, because the client mutates what it has stored. */
const makeClientStorage = () => {
  const kept = new Map<string, unknown>()
  // The client stores values of one type per key, which the compiler cannot infer.
  const read = <A>(key: string) => structuredClone(kept.get(key)) as A | undefined
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async <A>() =>
      [...kept.keys()].flatMap((key): [string, A][] => {
        const value = read<A>(key)
        return value === undefined ? [] : [[key, value]]
      }),
    getItem: async <A>(key: string) => read<A>(key),
    setItem: async (key: string, value: unknown) => {
      kept.set(key, structuredClone(value))
    },
    removeItem: async (key: string) => {
      kept.delete(key)
    },
  }
}
