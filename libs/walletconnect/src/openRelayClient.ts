import { Core, HISTORY_EVENTS, RELAYER_EVENTS } from "@walletconnect/core"
import { SignClient } from "@walletconnect/sign-client"
import { handleDeeplinkRedirect } from "@walletconnect/utils"
import {
  isSafeApp,
  type PairingProposal,
  type RelayClient,
  type RelayClientEvent,
  readMember,
} from "@wmodal/chains/internal"
import type { WalletConnectDeps } from "@wmodal/chains/walletconnect"
import { hasKey, lazy } from "@wmodal/protocol"
import { makeClientStorage } from "./clientStorage.ts"
import { disposeClient } from "./disposeClient.ts"
import { isApprovalPrompt } from "./isApprovalPrompt.ts"
import { catchClientRejections } from "./patchClient.ts"

/** The prefix that separates our storage keys from those of other clients on the page. */
const storagePrefix = "wmodal"

/** The storage key of the app that is opened with a request. */
const linkedAppKey = "app"

/**
 * Returns the log level of the client in a global scope: `error` in a browser. In Node its logger writes to stdout,
 * which belongs to the program's own output.
 */
export const getLogLevel = (scope: object): "silent" | "error" =>
  hasKey(scope, "process") ? "silent" : "error"

const userDisconnected = { code: 6000, message: "User disconnected." }

/** Core with the types that the client asks for: those of the package leave open what a core was given. */
class RelayCore extends Core {
  declare readonly projectId: string
  declare readonly relayUrl: string
}

export type RelayClientDeps = Pick<WalletConnectDeps, "projectId" | "relay" | "metadata" | "storage">

/** Opens WalletConnect's own client, which sends data to the relay only. Rejects if its storage cannot be read. */
export const openRelayClient = async ({
  metadata,
  projectId,
  relay,
  storage,
}: RelayClientDeps): Promise<RelayClient> => {
  const logger = getLogLevel(globalThis)
  removeGlobals()
  // The relayer, and the crypto, whose keychain lies in the storage too.
  const core = new RelayCore({
    projectId,
    relayUrl: relay,
    storage: makeClientStorage(storage),
    customStoragePrefix: storagePrefix,
    telemetryEnabled: false,
    logger,
  })
  removeGlobals()
  // Attestations need an iframe of the public relay. Without one, each request would wait for 5 s.
  if (!isPublicRelay(relay)) core.verify.register = () => Promise.resolve("")
  const client = await SignClient.init({
    core,
    logger,
    metadata: { ...metadata, icons: [...metadata.icons] },
  })
  catchClientRejections(client)

  /** Loaded with the first sign-in in one step, which few apps ask for. */
  const authenticate = lazy(async () => (await import("./authenticate.ts")).makeAuthenticate(client))

  const listeners = new Set<(event: RelayClientEvent) => void>()
  const tell = (event: RelayClientEvent) => {
    for (const listener of listeners) listener(event)
  }
  client.on("session_update", ({ topic }) => tell({ _tag: "SessionUpdated", topic }))
  client.on("session_event", ({ params: { chainId, event }, topic }) =>
    tell({ _tag: "SessionEvent", topic, chainId, name: event.name, data: event.data }),
  )
  client.on("session_delete", ({ topic }) => tell({ _tag: "SessionDeleted", topic }))
  client.on("session_expire", ({ topic }) => tell({ _tag: "SessionDeleted", topic }))
  core.relayer.on(RELAYER_EVENTS.error, (error: unknown) => {
    const text = readMember(error, "message")
    tell({ _tag: "RelayError", text: typeof text === "string" ? text : "" })
  })
  // The client rejects an invalid settlement itself and notifies only the wallet.
  core.history.on(HISTORY_EVENTS.updated, (record: unknown) => {
    const method = readMember(readMember(record, "request"), "method")
    if (method === "wc_sessionSettle" && readMember(readMember(record, "response"), "error") !== undefined)
      tell({ _tag: "InvalidSettlement" })
  })

  // The client leaks one listener per relay request. It receives its response right after this event.
  core.relayer.on(RELAYER_EVENTS.message_ack, (answer: unknown) => {
    const answered = `${readMember(answer, "id")}`
    queueMicrotask(() => core.relayer.provider.events.removeAllListeners(answered))
  })

  /** The pending disconnect notifications. */
  const farewells = new Set<Promise<unknown>>()
  const telling = (farewell: Promise<unknown>) => {
    farewells.add(farewell)
    return farewell.catch(() => {}).then(() => farewells.delete(farewell))
  }

  /** Deletes the client's data of an unused topic. */
  const forgetTopic = async (topic: string) => {
    await ignoreErrors(async () => core.expirer.del(topic))
    await ignoreErrors(async () => core.crypto.keychain.has(topic) && core.crypto.deleteSymKey(topic))
    await ignoreErrors(async () => core.history.delete(topic))
    await ignoreErrors(() => core.relayer.messages.del(topic))
  }

  const forget = async (topic: string) => {
    await ignoreErrors(() => client.session.delete(topic, userDisconnected))
    await forgetTopic(topic)
  }

  /** Deletes a pairing that has made its session: later messages on it are ignored. */
  const forgetPairing = async (topic: string) => {
    await ignoreErrors(() => core.relayer.unsubscribe(topic))
    await ignoreErrors(() => core.pairing.pairings.delete(topic, userDisconnected))
    await forgetTopic(topic)
  }

  const remove = async (topic: string) => {
    await withTimeout(disconnectTimeoutMs, telling(client.disconnect({ topic, reason: userDisconnected })))
    await forget(topic)
  }

  const kept = (name: string) => core.storage.getItem<unknown>(`${storagePrefix}:${name}`)
  const keep = (name: string, value: unknown) => core.storage.setItem(`${storagePrefix}:${name}`, value)

  let isClosed = false

  /** As JSON. */
  let app: unknown = await kept(linkedAppKey)
  core.history.on(HISTORY_EVENTS.created, (record: unknown) => {
    const [id, topic] = [readMember(record, "id"), readMember(record, "topic")]
    if (typeof app !== "string" || typeof id !== "number" || typeof topic !== "string") return
    if (isApprovalPrompt(record) && isSafeStoredApp(app))
      handleDeeplinkRedirect({ id, topic, wcDeepLink: app })
  })

  /** By itself the client opens an app for every request, even one that another client of the page has set. */
  const withoutApps = async (topic: string) => {
    const isThere = client.session.keys.includes(topic)
    if (isThere && client.session.get(topic).sessionConfig?.disableDeepLink !== true)
      await client.session.update(topic, { sessionConfig: { disableDeepLink: true } })
  }

  return {
    propose: async (namespaces, signIn): Promise<PairingProposal> => {
      const { eip155 } = namespaces
      if (signIn !== null && eip155 !== undefined) {
        const propose = await authenticate.get()
        if (isClosed) throw closedError()
        const { approval, forget, uri } = await propose(eip155, signIn)
        const pairing = uri.slice("wc:".length, uri.indexOf("@"))
        const done = () => ignoreErrors(forget)
        approval.then(
          () => done().then(() => forgetPairing(pairing)),
          () => done(),
        )
        return {
          uri,
          approval,
          discard: () => {
            approval.then(({ topic }) => remove(topic)).catch(() => {})
            telling(core.pairing.disconnect({ topic: pairing })).then(() => forgetTopic(pairing))
          },
        }
      }
      const optionalNamespaces = Object.fromEntries(
        Object.entries(namespaces).map(([name, { chains, events, methods }]) => [
          name,
          { chains: [...chains], events: [...events], methods: [...methods] },
        ]),
      )
      const { approval, uri } = await client.connect({ optionalNamespaces })
      if (uri === undefined) throw new Error("No pairing link was created.")
      // A proposal that the close interrupted. To ask for its approval would start a timer that nothing clears.
      if (isClosed) throw closedError()
      const settled = approval()
      const pairing = uri.slice("wc:".length, uri.indexOf("@"))
      const proposed = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === pairing)
      settled.then(
        () => forgetPairing(pairing),
        // The client would keep the key of an unapproved proposal.
        () => ignoreErrors(async () => proposed && core.crypto.deleteKeyPair(proposed.proposer.publicKey)),
      )
      return {
        uri,
        approval: settled,
        discard: () => {
          settled.then(({ topic }) => remove(topic)).catch(() => {})
          telling(core.pairing.disconnect({ topic: pairing })).then(() => forgetTopic(pairing))
        },
      }
    },
    sessions: () => client.session.getAll().filter(({ expiry }) => expiry * 1000 > Date.now()),
    request: async ({ chainId, request: { method, params }, topic }) => {
      await withoutApps(topic)
      return client.request<unknown>({ topic, chainId, request: { method, params } })
    },
    remove,
    setLinkedApp: async (chosen) => {
      app = chosen === null ? null : JSON.stringify(chosen)
      await keep(linkedAppKey, app)
    },
    getItem: kept,
    setItem: keep,
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    close: async () => {
      isClosed = true
      listeners.clear()
      await withTimeout(closeTimeoutMs, Promise.all(farewells))
      await disposeClient(client)
    },
  }
}

const closedError = () => new Error("This client is closed.")

/** Removes the client from the global scope, where other clients would share it, and its log from public access. */
const removeGlobals = () => {
  for (const name of [
    `_walletConnectCore_${storagePrefix}`,
    `_walletConnectCore_${storagePrefix}_count`,
    "downloadLogsBlobInBrowser",
  ])
    Reflect.deleteProperty(globalThis, name)
}

const isPublicRelay = (relay: string) => /^wss:\/\/relay\.walletconnect\.(org|com)(\/|\?|$)/.test(relay)

/** Milliseconds for a relay to accept the disconnect before a session ends without it. */
const disconnectTimeoutMs = 5_000

/** Milliseconds for disconnect notifications before the client closes. */
const closeTimeoutMs = 1_000

const withTimeout = async (milliseconds: number, done: Promise<unknown>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([done.catch(() => {}), late])
  clearTimeout(timer)
}

const ignoreErrors = async (run: () => Promise<unknown>): Promise<void> => {
  try {
    await run()
  } catch {
    // The relay is unreachable, or the session was deleted before.
  }
}

/** Validates the stored app, because other code on the page can write there. */
const isSafeStoredApp = (stored: string): boolean => {
  try {
    const href = readMember(JSON.parse(stored), "href")
    return typeof href === "string" && isSafeApp(href)
  } catch {
    return false
  }
}
