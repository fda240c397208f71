import { createHash } from "node:crypto"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import type { Publication, RelayRequest } from "./methods.ts"
import type { RelayError } from "./RelayFrame.ts"
import { type Envelope, makeRelayMailbox } from "./RelayMailbox.ts"

/** Limits per connection, above the number of topics with sessions and of unacknowledged messages of a client. */
const limits = { topics: 5_000, sent: 20_000 }

/** One message pushed to a client, which acknowledges it by `id`. */
export interface Push {
  readonly id: number
  readonly subscription: string
  readonly envelope: Envelope
}

/** A client's socket as used by the relay. */
interface RelayClient {
  /** The public key of the client's token, as `did:key:…`. */
  readonly name: string
  readonly push: (push: Push) => void
  readonly close: (code: number) => void
}

/** The relay's handle for one connected client. */
interface RelayConnection {
  /** Returns the result or a JSON-RPC error. */
  readonly answer: (asked: RelayRequest) => { readonly result: unknown } | RelayError
  /**
   * Sends the stored messages of this client's subscriptions. The response with the subscription ID must be sent
   * before.
   */
  readonly flush: () => void
  readonly acknowledge: (id: number) => void
  readonly end: () => void
}

/** The relay of one world. It carries sealed messages between clients that subscribe to the same topic. */
export interface Relay {
  /** True while clients can connect. */
  readonly isUp: () => boolean
  /** Closes every connection, as a relay that goes down does. Stored messages are kept. */
  readonly goDown: () => void
  readonly comeUp: () => void
  readonly connect: (client: RelayClient) => RelayConnection
  /** The number of open sockets. */
  readonly sockets: () => number
  /** The number of stored messages. */
  readonly messages: () => number
}

/** Close code of RFC 6455: the client may reconnect later. */
const goingAwayCode = 1001

const makeRelay = (world: World): Relay => {
  const now = () => world.wallNow() + world.advanced()
  const mailbox = makeRelayMailbox(now)
  /** The subscribed connections by topic. */
  const listeners = new Map<string, Set<Listener>>()
  const connected = new Set<Listener>()
  let up = true
  let pushes = 0

  interface Listener extends RelayClient {
    readonly topics: Set<string>
    /** Pushed messages by push number, until the client acknowledges them. */
    readonly sent: Map<number, Envelope>
  }

  const send = (listener: Listener, envelope: Envelope) => {
    pushes += 1
    listener.sent.set(pushes, envelope)
    const [oldest] = listener.sent.keys()
    if (listener.sent.size > limits.sent && oldest !== undefined) listener.sent.delete(oldest)
    listener.push({
      id: pushes,
      subscription: computeSubscriptionId(envelope.topic, listener.name),
      envelope,
    })
  }

  const post = ({ topic, message, ttl, tag }: Publication, from: string) => {
    const publishedAt = now()
    const envelope = { topic, message, tag, publishedAt, expiresAt: publishedAt + ttl * 1000, from }
    if (!mailbox.post(envelope)) return
    for (const listener of listeners.get(topic) ?? []) if (listener.name !== from) send(listener, envelope)
  }

  const subscribe = (listener: Listener, topic: string) => {
    listener.topics.add(topic)
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
  }

  const unsubscribe = (listener: Listener, topic: string) => {
    listener.topics.delete(topic)
    const others = listeners.get(topic)
    others?.delete(listener)
    if (others?.size === 0) listeners.delete(topic)
  }

  const carryOut = (listener: Listener, due: Set<string>, asked: RelayRequest): unknown => {
    const { name } = listener
    for (const topic of getSubscribedTopics(asked)) {
      subscribe(listener, topic)
      due.add(topic)
    }
    switch (asked._tag) {
      case "Publish":
        for (const message of asked.messages) post(message, name)
        return true
      case "Subscribe": {
        const ids = asked.topics.map((topic) => computeSubscriptionId(topic, name))
        return asked.one ? ids[0] : ids
      }
      case "Unsubscribe":
        for (const topic of asked.topics) unsubscribe(listener, topic)
        return true
      case "Fetch":
        return {
          messages: asked.topics.flatMap((topic) => mailbox.waiting(topic, name).map(toPushData)),
          hasMore: false,
        }
    }
  }

  return {
    isUp: () => up,
    goDown: () => {
      up = false
      for (const listener of connected) listener.close(goingAwayCode)
    },
    comeUp: () => {
      up = true
    },
    connect: (client) => {
      const due = new Set<string>()
      const listener: Listener = { ...client, topics: new Set(), sent: new Map() }
      connected.add(listener)
      return {
        answer: (asked) => {
          if (listener.topics.size + getSubscribedTopics(asked).length > limits.topics)
            return { code: -32000, message: "Too many subscriptions" }
          return { result: carryOut(listener, due, asked) }
        },
        flush: () => {
          if (due.size === 0) return
          const sent = new Set(listener.sent.values())
          for (const topic of due)
            if (listener.topics.has(topic))
              for (const envelope of mailbox.waiting(topic, client.name))
                if (!sent.has(envelope)) send(listener, envelope)
          due.clear()
        },
        acknowledge: (id) => {
          const envelope = listener.sent.get(id)
          if (envelope === undefined) return
          listener.sent.delete(id)
          mailbox.acknowledge(envelope, client.name)
        },
        end: () => {
          connected.delete(listener)
          for (const topic of listener.topics) unsubscribe(listener, topic)
        },
      }
    },
    sockets: () => connected.size,
    messages: mailbox.count,
  }
}

export const getRelay = perWorld(makeRelay)

/** Returns the fields of a push for a message. */
export const toPushData = ({ topic, message, publishedAt, tag }: Envelope) => ({
  topic,
  message,
  publishedAt,
  tag,
})

/** Computes the subscription ID by the same rule as the clients. */
const computeSubscriptionId = (topic: string, client: string): string =>
  createHash("sha256")
    .update(topic + client)
    .digest("hex")

const getSubscribedTopics = (asked: RelayRequest): readonly string[] => {
  if (asked._tag === "Subscribe") return asked.topics
  return asked._tag === "Publish" ? asked.subscribe : []
}
