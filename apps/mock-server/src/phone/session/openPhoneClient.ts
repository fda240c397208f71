import { randomUUID } from "node:crypto"
import { SignClient } from "@walletconnect/sign-client"
import { catchClientRejections, disposeClient } from "@wmodal/walletconnect/client"

/** Milliseconds in which a relay on this machine answers, however busy that is. */
const relayTimeoutMs = 10_000

export type PhoneSignClient = Awaited<ReturnType<typeof SignClient.init>>

export interface PhoneConnection {
  readonly client: PhoneSignClient
  /** Done when the relay is there. Until then whatever is told would wait, and hold the process. */
  readonly waitForRelay: () => Promise<void>
  /** Leaves no socket and no timer. */
  readonly close: () => Promise<void>
}

/**
 * WalletConnect's own client, in the role of a wallet. It keeps what it has to in memory, and tells nobody but the relay.
 * @param relay `ws:` URL
 */
export const openPhoneClient = async (projectId: string, relay: string): Promise<PhoneConnection> => {
  // One process holds many phones, and whoever they are connected to: each is apart from the others.
  const prefix = `phone-${randomUUID()}`
  const opening = SignClient.init({
    projectId,
    relayUrl: relay,
    storage: makeClientStorage(),
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    logger: "silent",
    metadata: {
      name: "Mock phone",
      description: "The mock server's own wallet",
      url: "http://localhost",
      icons: [],
    },
    // Else nobody could be asked anything as long as one question stands open.
    signConfig: { disableRequestQueue: true },
  })
  withoutGlobals(prefix)
  const client = await opening
  const { core } = client
  // It would ask the public relay's own server who the app is.
  core.verify.resolve = () => Promise.resolve({ origin: "" })
  catchClientRejections(client)
  // A relay that went down in the midst of it would hold the process for a minute.
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

/** The client would share itself with all others of the process. */
const withoutGlobals = (prefix: string) => {
  for (const name of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
    Reflect.deleteProperty(globalThis, name)
}

/** Values are copied both ways: the client goes on changing what it has stored. */
const makeClientStorage = () => {
  const kept = new Map<string, unknown>()
  // The client says what it has stored under a key of its own.
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
