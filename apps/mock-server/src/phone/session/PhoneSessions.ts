import { toNamespace, toReference } from "@wmodal/protocol"
import { Effect } from "effect"
import type { PhonePeer, PhoneSession } from "../PhoneState.ts"
import { toPeer } from "../toPeer.ts"
import type { AppRequest } from "../wallet/PhoneWallet.ts"
import type { WalletResponse } from "../wallet/WalletResponse.ts"
import type { PhoneSignClient } from "./openPhoneClient.ts"

/** The sessions of a phone and their requests. */
export interface PhoneSessions {
  /** Sessions, the newest last. */
  readonly list: () => readonly PhoneSession[]
  readonly peer: (topic: string) => PhonePeer
  /** Notifies a dApp of the phone's new network and adds it to the session. */
  readonly switchTo: (topic: string, chainId: string) => Promise<void>
  /** Ends a session and notifies the dApp. */
  readonly end: (topic: string) => Promise<void>
}

export interface PhoneSessionsOptions {
  readonly client: PhoneSignClient
  readonly answer: (request: AppRequest) => WalletResponse
  readonly getAddress: (chainId: string) => string | null
  /** Called when a session is over. */
  readonly forget: (topic: string) => void
  /** Called after each change. */
  readonly changed: () => void
}

/** The error format of the protocol, whose data is a text. */
const formatErrorData = (data: unknown): string => (typeof data === "string" ? data : JSON.stringify(data))

/** Source of the code: the WalletConnect error codes. */
const userDisconnected = { code: 6000, message: "User disconnected." }

export const makePhoneSessions = ({
  getAddress,
  answer,
  changed,
  client,
  forget,
}: PhoneSessionsOptions): PhoneSessions => {
  /** Open prompts by request ID. */
  const asked = new Map<number, { readonly topic: string; readonly gone: AbortController }>()

  const withdraw = (isGone: (id: number, topic: string) => boolean) => {
    for (const [id, { gone, topic }] of asked) if (isGone(id, topic)) gone.abort()
  }
  const over = (topic: string) => {
    withdraw((_, of) => of === topic)
    forget(topic)
    changed()
  }

  client.on("session_delete", ({ topic }) => over(topic))
  client.on("session_expire", ({ topic }) => over(topic))
  client.on("session_request_expire", (expired) => withdraw((id) => id === expired.id))
  client.on("session_request", async ({ id, params: { chainId, request }, topic }) => {
    const gone = new AbortController()
    asked.set(id, { topic, gone })
    const { method, params } = request
    try {
      const response = await Effect.runPromise(
        Effect.match(answer({ topic, chainId, method, params }), {
          onSuccess: (result) => ({ id, jsonrpc: "2.0" as const, result }),
          onFailure: ({ code, data, message }) => ({
            id,
            jsonrpc: "2.0" as const,
            error: { code, message, ...(data !== undefined && { data: formatErrorData(data) }) },
          }),
        }),
        { signal: gone.signal },
      )
      await client.respond({ topic, response })
    } catch {
      // The session is over or the relay is unreachable, so no response is needed.
    } finally {
      asked.delete(id)
    }
  })

  const find = (topic: string) => client.session.getAll().find((session) => session.topic === topic)

  return {
    list: () =>
      client.session.getAll().map(({ namespaces, peer, topic }) => ({
        topic,
        peer: toPeer(peer.metadata),
        chains: Object.values(namespaces).flatMap(({ chains = [] }) => chains),
        accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
      })),
    peer: (topic) => toPeer(find(topic)?.peer.metadata),
    switchTo: async (topic, chainId) => {
      const [namespace, reference] = [toNamespace(chainId), toReference(chainId)]
      const namespaces = find(topic)?.namespaces
      const granted = namespaces?.[namespace]
      if (granted === undefined || !granted.events.includes("chainChanged")) return
      const { accounts, chains = [] } = granted
      if (!accounts.some((account) => account.startsWith(`${chainId}:`))) {
        const more = {
          ...granted,
          chains: [...chains, chainId],
          accounts: [...accounts, `${chainId}:${getAddress(chainId)}`],
        }
        await client.update({ topic, namespaces: { ...namespaces, [namespace]: more } })
        changed()
      }
      const data = namespace === "eip155" ? Number(reference) : reference
      await client.emit({ topic, chainId, event: { name: "chainChanged", data } })
    },
    end: async (topic) => {
      await client.disconnect({ topic, reason: userDisconnected })
      over(topic)
    },
  }
}
