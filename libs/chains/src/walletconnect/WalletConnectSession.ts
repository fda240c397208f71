import { hasKey, isCaipNetworkId, type Namespace, toNamespace } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { ApprovedSession, RemoteWallet, RemoteWalletEvent } from "../remote/RemoteWallet.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { errorCodes } from "../wallet/walletErrors.ts"
import { type DecodedSession, decodeSession } from "./decodeSession.ts"
import { canonicalChainId, type OptionalNamespaces } from "./optionalNamespaces.ts"
import type { RelayClient } from "./RelayClient.ts"

/** The host app's only session, for any number of chains. */
export interface WalletConnectSession {
  readonly remoteWallet: RemoteWallet
  /**
   * Adopts a settled session and removes every other one.
   * @returns `null` if it is unusable: then it is removed
   */
  readonly adopt: (settled: unknown) => ApprovedSession | null
  /** Removes a settled session that is no longer needed. */
  readonly reject: (settled: unknown) => null
  /** Reads a settled session without adopting it; `null` if it is unusable. */
  readonly read: (settled: unknown) => ApprovedSession | null
  /** Completes when the wallet ends a settled session that is not adopted. */
  readonly waitForEnd: (settled: unknown) => Effect.Effect<void>
  /**
   * Restores the session that was adopted on the last visit, otherwise the newest, if it has this namespace and no
   * session is active.
   */
  readonly restore: (namespace: Namespace) => Promise<ApprovedSession | null>
  /** Ends the session for all namespaces, at once. Completes when the wallet is notified. */
  readonly end: () => Promise<void>
}

/** The storage key of the adopted session and its networks. */
const adoptedSessionKey = "taken"

const AdoptedSessionSchema = z.object({ topic: z.string(), networks: z.record(z.string(), z.string()) })

type StoredSession = DecodedSession & { readonly approved: ApprovedSession }

const isUsableSession = (read: DecodedSession | null): read is StoredSession =>
  read !== null && read.approved !== null

export const makeWalletConnectSession = (
  client: RelayClient,
  asked: OptionalNamespaces,
  around: RemoteWallet["deps"],
): WalletConnectSession => {
  let standing: StoredSession | null = null
  let inUse: Readonly<Record<string, string>> = {}
  const listeners = new Set<(event: RemoteWalletEvent) => void>()
  /** The topics of ended sessions, which the client may still list. */
  const ended = new Set<string>()
  /** The functions that reject each open request when the session ends. */
  const open = new Set<(reason: ProviderError) => void>()

  const tell = (event: RemoteWalletEvent) => {
    for (const listener of listeners) listener(event)
  }

  const over = () => {
    if (standing === null) return
    ended.add(standing.topic)
    standing = null
    inUse = {}
    for (const reject of open) reject(sessionGoneError())
    tell({ _tag: "SessionDeleted" })
  }

  const keep = () => {
    if (standing !== null)
      client.setItem(adoptedSessionKey, { topic: standing.topic, networks: inUse }).catch(() => {})
  }

  const removeOthers = (topic: string) => {
    for (const other of client.sessions()) {
      const found = decodeSession(other, asked)
      if (found !== null && found.topic !== topic) client.remove(found.topic)
    }
  }

  /** Reads the current session of a topic. */
  const readStored = (topic: string) =>
    decodeSession(
      client.sessions().find((struct) => readMember(struct, "topic") === topic),
      asked,
    )

  client.listen((event) => {
    if (standing === null || !hasKey(event, "topic") || event.topic !== standing.topic) return
    const { topic } = standing
    switch (event._tag) {
      case "SessionDeleted":
        return over()
      case "SessionUpdated": {
        const read = readStored(topic)
        if (isUsableSession(read)) {
          standing = read
          return tell({ _tag: "SessionUpdated" })
        }
        over()
        client.remove(topic)
        return
      }
      case "SessionEvent": {
        const network = canonicalChainId(event.chainId)
        if (isCaipNetworkId(network))
          tell({ _tag: "SessionEvent", network, name: event.name, data: event.data })
      }
    }
  })

  const request: RemoteWallet["request"] = (network, method, params) => {
    if (standing === null) return Promise.reject(sessionGoneError())
    const { approved, chainIdSpellings, topic } = standing
    const namespace = Object.values(approved.namespaces).find(({ networks }) => networks.includes(network))
    if (namespace === undefined)
      return Promise.reject(new ProviderError(4901, "The wallet has not approved this network."))
    if (!namespace.methods.includes(method))
      return Promise.reject(new ProviderError(4200, "The wallet has not approved this method."))
    const chainId = chainIdSpellings.get(network) ?? network
    return new Promise((resolve, reject) => {
      open.add(reject)
      client
        .request({ topic, chainId, request: { method, params } })
        .then(resolve, (thrown) => {
          // A deleted session fails its requests before the client reports the deletion.
          const isOver = errorCodes(thrown)[0] === userDisconnectedCode || readStored(topic) === null
          if (isOver && standing?.topic === topic) over()
          reject(isOver ? sessionGoneError() : redactTopic(thrown, topic))
        })
        .finally(() => open.delete(reject))
    })
  }

  const refuse = (settled: unknown) => {
    const read = decodeSession(settled, asked)
    if (read !== null) client.remove(read.topic)
    return null
  }

  return {
    remoteWallet: {
      deps: around,
      session: () => standing?.approved ?? null,
      request,
      activeNetwork: (namespace) => {
        const network = inUse[namespace]
        return isCaipNetworkId(network) ? network : null
      },
      setActiveNetwork: (network) => {
        inUse = { ...inUse, [toNamespace(network)]: network }
        keep()
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    },
    adopt: (settled) => {
      const decoded = decodeSession(settled, asked)
      const topic = decoded?.topic
      // The client stores the session without them.
      const signed = decoded?.approved?.signed
      // The session may have changed or ended since it settled.
      const read = topic === undefined ? null : readStored(topic)
      if (!isUsableSession(read)) return refuse(settled)
      const before = standing
      standing = read
      inUse = {}
      if (before !== null) {
        for (const reject of open) reject(sessionGoneError())
        tell({ _tag: "SessionUpdated" })
      }
      keep()
      removeOthers(read.topic)
      return { ...read.approved, ...(signed !== undefined && { signed }) }
    },
    reject: refuse,
    read: (settled) => decodeSession(settled, asked)?.approved ?? null,
    waitForEnd: (settled) =>
      Effect.callback((resume) => {
        const topic = decodeSession(settled, asked)?.topic
        const stop = client.listen((event) => {
          if (event._tag === "SessionDeleted" && event.topic === topic) resume(Effect.void)
        })
        return Effect.sync(stop)
      }),
    restore: async (namespace) => {
      if (standing !== null) return standing.approved
      const kept = AdoptedSessionSchema.safeParse(
        await client.getItem(adoptedSessionKey).catch(() => null),
      ).data
      const [newest] = client
        .sessions()
        .map((struct) => decodeSession(struct, asked))
        .filter(isUsableSession)
        .filter(({ topic }) => !ended.has(topic) && (kept === undefined || topic === kept.topic))
        .filter(({ approved }) => approved.namespaces[namespace] !== undefined)
        .toSorted((one, other) => other.expiresAt - one.expiresAt)
      // Another namespace may have restored it meanwhile.
      standing ??= newest ?? null
      if (standing === null) return null
      removeOthers(standing.topic)
      if (kept?.topic === standing.topic) inUse = { ...kept.networks, ...inUse }
      return standing.approved
    },
    end: async () => {
      const topic = standing?.topic
      over()
      if (topic !== undefined) await client.remove(topic)
    },
  }
}

/** The code of a session that the wallet ended. Source: WalletConnect specs, error codes. */
const userDisconnectedCode = 6000

/** Removes the topic from the client's errors, because they are shown and logged. */
const redactTopic = (thrown: unknown, topic: string): unknown => {
  const text = readMember(thrown, "message")
  return typeof text === "string" && text.includes(topic) ? new Error(text.replaceAll(topic, "")) : thrown
}

const sessionGoneError = () => new ProviderError(4900, "The session with the wallet has ended.")
