import * as z from "zod/mini"
import type { RelayError } from "./RelayFrame.ts"

/** Seconds: 30 days. */
const maxTtlSeconds = 2_592_000
const Topic = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Topics = z.readonly(z.array(Topic).check(z.maxLength(500)))
const Message = z.string().check(z.minLength(1), z.maxLength(500_000))
const Ttl = z.int().check(z.minimum(1), z.maximum(maxTtlSeconds))
const Subscription = z.object({ topic: Topic, id: z.optional(z.string()) })
const Publication = z.object({
  topic: Topic,
  message: Message,
  ttl: Ttl,
  tag: z._default(z.int().check(z.minimum(0)), 0),
})
export type Publication = z.output<typeof Publication>

/** A decoded call, independent of its method name. */
export type RelayRequest =
  | {
      readonly _tag: "Publish"
      readonly messages: readonly Publication[]
      readonly subscribe: readonly string[]
    }
  | { readonly _tag: "Subscribe"; readonly topics: readonly string[]; readonly one: boolean }
  | { readonly _tag: "Unsubscribe"; readonly topics: readonly string[] }
  | { readonly _tag: "Fetch"; readonly topics: readonly string[] }

const makeMethodReader =
  <Shape extends z.ZodMiniType>(shape: Shape, asked: (params: z.output<Shape>) => RelayRequest) =>
  (params: unknown): RelayRequest | null => {
    const decoded = z.safeParse(shape, params)
    return decoded.success ? asked(decoded.data) : null
  }

const toPublishRequest = (
  messages: readonly Publication[],
  subscribe: readonly string[] = [],
): RelayRequest => ({
  _tag: "Publish",
  messages,
  subscribe,
})

/**
 * The relay's methods with the decoders of their params, which return `null` for invalid params. Clients older than
 * `wc_proposeSession` use `irn_publish` and `irn_subscribe` for the same.
 */
const methods = new Map([
  [
    "wc_proposeSession",
    makeMethodReader(
      z.object({ pairingTopic: Topic, sessionProposal: Message, ttl: z._default(Ttl, 300) }),
      ({ pairingTopic: topic, sessionProposal: message, ttl }) =>
        toPublishRequest([{ topic, message, ttl, tag: 1100 }], [topic]),
    ),
  ],
  [
    "wc_approveSession",
    makeMethodReader(
      z.object({
        pairingTopic: Topic,
        sessionTopic: Topic,
        sessionProposalResponse: Message,
        sessionSettlementRequest: Message,
        ttl: z._default(Ttl, 300),
      }),
      ({ pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl }) =>
        toPublishRequest(
          [
            { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: 1101 },
            { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: 1102 },
          ],
          [sessionTopic],
        ),
    ),
  ],
  ["irn_publish", makeMethodReader(Publication, (message) => toPublishRequest([message]))],
  [
    "irn_batchPublish",
    makeMethodReader(z.object({ messages: z.array(Publication).check(z.maxLength(100)) }), ({ messages }) =>
      toPublishRequest(messages),
    ),
  ],
  [
    "irn_subscribe",
    makeMethodReader(z.object({ topic: Topic }), ({ topic }) => ({
      _tag: "Subscribe",
      topics: [topic],
      one: true,
    })),
  ],
  [
    "irn_batchSubscribe",
    makeMethodReader(z.object({ topics: Topics }), ({ topics }) => ({
      _tag: "Subscribe",
      topics,
      one: false,
    })),
  ],
  [
    "irn_unsubscribe",
    makeMethodReader(Subscription, ({ topic }) => ({ _tag: "Unsubscribe", topics: [topic] })),
  ],
  [
    "irn_batchUnsubscribe",
    makeMethodReader(
      z.object({ subscriptions: z.array(Subscription).check(z.maxLength(500)) }),
      ({ subscriptions }) => ({
        _tag: "Unsubscribe",
        topics: subscriptions.map(({ topic }) => topic),
      }),
    ),
  ],
  [
    "irn_fetchMessages",
    makeMethodReader(z.object({ topic: Topic }), ({ topic }) => ({ _tag: "Fetch", topics: [topic] })),
  ],
  [
    "irn_batchFetchMessages",
    makeMethodReader(z.object({ topics: Topics }), ({ topics }) => ({ _tag: "Fetch", topics })),
  ],
])

/** Decodes a call. Returns a JSON-RPC error when the method or its params are invalid. */
export const decodeCall = (method: string, params: unknown): RelayRequest | RelayError => {
  const read = methods.get(method)
  if (read === undefined) return { code: -32601, message: "Method not found" }
  return read(params) ?? { code: -32602, message: "Invalid params" }
}

/** Returns the topics of a call. */
export const getTopics = (asked: RelayRequest): readonly string[] =>
  asked._tag === "Publish" ? asked.messages.map(({ topic }) => topic) : asked.topics

/** Returns the tags of the messages in a call. */
export const getTags = (asked: RelayRequest): readonly number[] =>
  asked._tag === "Publish" ? asked.messages.map(({ tag }) => tag) : []
