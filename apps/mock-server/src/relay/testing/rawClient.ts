import { once } from "node:events"
import { encodeIss, generateKeyPair, signJWT } from "@walletconnect/relay-auth"
import { WebSocket } from "ws"
import * as z from "zod/mini"

const Sent = z.union([
  z.strictObject({
    id: z.number(),
    jsonrpc: z.literal("2.0"),
    method: z.literal("irn_subscription"),
    params: z.strictObject({
      id: z.string(),
      data: z.strictObject({
        topic: z.string(),
        message: z.string(),
        publishedAt: z.number(),
        tag: z.number(),
      }),
    }),
  }),
  z.strictObject({ id: z.unknown(), jsonrpc: z.literal("2.0"), result: z.unknown() }),
  z.strictObject({
    id: z.unknown(),
    jsonrpc: z.literal("2.0"),
    error: z.strictObject({ code: z.number(), message: z.string() }),
  }),
])

/** Returns the key pair of a numbered client. It determines the client's name. */
export const getClientKeys = (number: number) => generateKeyPair(new Uint8Array(32).fill(number))
export const getClientName = (number: number): string => encodeIss(getClientKeys(number).publicKey)

/** Returns the topic of a number. */
export const getTopic = (number: number): string => number.toString(16).padStart(64, "0")

interface RawClientOptions {
  readonly number: number
  readonly relayUrl: string
  readonly projectId?: string
  /** Issue time in seconds. Default: now. */
  readonly iat?: number
  readonly aud?: string
  /** Token. Default: a token signed with the client's key. */
  readonly auth?: string
  readonly useOnCloseEvent?: boolean
}

/** Opens a socket like a client does. */
export const knock = async ({
  number,
  relayUrl,
  projectId,
  iat,
  aud = relayUrl,
  auth,
  useOnCloseEvent = false,
}: RawClientOptions): Promise<WebSocket> => {
  const query = new URLSearchParams({
    auth: auth ?? (await signJWT("subject", aud, 86_400, getClientKeys(number), iat)),
    ...(projectId !== undefined && { projectId }),
    ...(useOnCloseEvent && { useOnCloseEvent: "true" }),
  })
  return new WebSocket(`${relayUrl}/?${query}`)
}

/** Opens a client that sends the frames of a test and queues received ones. */
export const openRaw = async (presenting: RawClientOptions) => {
  const socket = await knock(presenting)
  const heard: unknown[] = []
  let hear = () => {}
  socket.on("message", (data) => {
    heard.push(JSON.parse(String(data)))
    hear()
  })
  await once(socket, "open")
  let ids = 0

  /** Returns the next frame in order of arrival. */
  const next = async () => {
    while (heard.length === 0)
      await new Promise<void>((resolve) => {
        hear = resolve
      })
    return Sent.parse(heard.shift())
  }
  const pushed = async () => {
    const frame = await next()
    if (!("method" in frame)) throw new Error(`No push: ${JSON.stringify(frame)}`)
    return { id: frame.id, subscription: frame.params.id, ...frame.params.data }
  }
  const send = (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame))

  return {
    socket,
    next,
    pushed,
    send,
    /** Returns received frames that no call consumed. */
    rest: () => heard,
    /** Calls a method. The next frame must be its response. */
    call: async (method: string, params: unknown) => {
      ids += 1
      send({ id: ids, jsonrpc: "2.0", method, params })
      const frame = await next()
      if ("method" in frame || frame.id !== ids) throw new Error(`No answer: ${JSON.stringify(frame)}`)
      return "error" in frame ? frame.error : frame.result
    },
    acknowledge: (id: number) => send({ id, jsonrpc: "2.0", result: true }),
    close: async () => {
      const closed = once(socket, "close")
      socket.close()
      await closed
    },
  }
}
