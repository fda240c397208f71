import { createHash } from "node:crypto"

/** Message limits per topic and per world, above the needs of sessions. The oldest messages are dropped first. */
const defaultLimits = { ofTopic: 1_000, messages: 20_000, characters: 32_000_000 }

/** A stored message. Only the two clients of its topic can decrypt it. */
export interface Envelope {
  readonly topic: string
  readonly message: string
  /** The message type, such as 1100 for a proposal. Source: the WalletConnect 2 sign protocol. */
  readonly tag: number
  /** UTC milliseconds. */
  readonly publishedAt: number
  /** UTC milliseconds. */
  readonly expiresAt: number
  /** The client that published it. It never receives its own message. */
  readonly from: string
}

/** The messages of one world, kept until they expire. */
export interface RelayMailbox {
  /** Returns whether the message is new. A message that is published again after a lost response is stored once. */
  readonly post: (envelope: Envelope) => boolean
  /** Returns the messages of a topic that a client has not acknowledged, in the order of publication. */
  readonly waiting: (topic: string, client: string) => readonly Envelope[]
  /** Stops delivery of this message to the client. */
  readonly acknowledge: (envelope: Envelope, client: string) => void
  /** Returns the number of stored messages. */
  readonly count: () => number
}

interface StoredEnvelope {
  readonly envelope: Envelope
  readonly acknowledged: Set<string>
}

/** @param now UTC milliseconds. */
export const makeRelayMailbox = (now: () => number, limits = defaultLimits): RelayMailbox => {
  /** By topic and message, oldest first. */
  const kept = new Map<string, StoredEnvelope>()
  const topics = new Map<string, Map<string, StoredEnvelope>>()
  let characters = 0

  const forget = (key: string, { envelope }: StoredEnvelope) => {
    kept.delete(key)
    characters -= envelope.message.length
    const topic = topics.get(envelope.topic)
    topic?.delete(key)
    if (topic?.size === 0) topics.delete(envelope.topic)
  }

  const forgetExpired = (topic: ReadonlyMap<string, StoredEnvelope>) => {
    for (const [key, entry] of topic) if (entry.envelope.expiresAt <= now()) forget(key, entry)
  }

  return {
    post: (envelope) => {
      const known = topics.get(envelope.topic)
      if (known !== undefined) forgetExpired(known)
      const key = getEnvelopeKey(envelope)
      if (kept.has(key)) return false
      const entry = { envelope, acknowledged: new Set<string>() }
      const topic = topics.get(envelope.topic) ?? new Map<string, StoredEnvelope>()
      topics.set(envelope.topic, topic.set(key, entry))
      kept.set(key, entry)
      characters += envelope.message.length
      const [eldest] = topic
      if (topic.size > limits.ofTopic && eldest !== undefined) forget(...eldest)
      for (const oldest of kept) {
        if (kept.size <= limits.messages && characters <= limits.characters) break
        forget(...oldest)
      }
      return true
    },
    waiting: (topic, client) => {
      const known = topics.get(topic)
      if (known === undefined) return []
      forgetExpired(known)
      return [...known.values()].flatMap(({ envelope, acknowledged }) =>
        envelope.from === client || acknowledged.has(client) ? [] : [envelope],
      )
    },
    acknowledge: (envelope, client) => {
      kept.get(getEnvelopeKey(envelope))?.acknowledged.add(client)
    },
    count: () => {
      forgetExpired(kept)
      return kept.size
    },
  }
}

const getEnvelopeKey = ({ topic, message }: Envelope): string =>
  `${topic}:${createHash("sha256").update(message).digest("hex")}`
