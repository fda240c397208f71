import { Decoder, isCaipNetworkId, isSameAddress, withoutRedirects } from "@wmodal/protocol"
import type { SiwxPlugin, SiwxSession } from "../Siwx.ts"
import { makeMessage, readData } from "./makeMessage.ts"
import type { SiwxServerOptions } from "./siwxServer.ts"

const nonceReply = Decoder.object({ nonce: Decoder.text })
const errorReply = Decoder.object({ error: Decoder.text })
const sessionsReply = Decoder.object({
  sessions: Decoder.list(
    Decoder.object({
      address: Decoder.text,
      chainId: Decoder.guard(isCaipNetworkId, "expected a CAIP-2 id"),
      message: Decoder.text,
      signature: Decoder.text,
    }),
  ),
})

/** Makes a plugin for a server of the host's. The session is the server's cookie: the page keeps nothing. */
export const makeServerPlugin = ({ url, fetch: send = fetch, ...options }: SiwxServerOptions): SiwxPlugin => {
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await withoutRedirects(send)(`${url.replace(/\/$/, "")}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      credentials: "include",
      cache: "no-store",
      headers: {
        accept: "application/json",
        // A page of another origin cannot send this type without the server's consent.
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const reply: unknown = await response.json().catch(() => null)
    if (!response.ok) {
      const refusal = errorReply(reply)
      throw new Error(
        refusal instanceof Decoder.Issue ? `HTTP status code ${response.status}` : refusal.error,
      )
    }
    return reply
  }
  const read = async <A>(path: string, decode: Decoder.Decoder<A>): Promise<A> => {
    const decoded = decode(await call(path))
    if (decoded instanceof Decoder.Issue) throw new Error(`Invalid response of ${path}: ${decoded.message}`)
    return decoded
  }
  // JSON leaves out a missing `cacao`.
  const toBody = ({ cacao, message, signature }: SiwxSession) => ({ message, signature, cacao })
  return {
    createMessage: async (input) => makeMessage(options, input, (await read("nonce", nonceReply)).nonce),
    addSession: async (session) => {
      await call("verify", toBody(session))
    },
    revokeSession: async (chainId, address) => {
      await call("sign-out", { chainId, address })
    },
    setSessions: async ([first, ...others]) => {
      await call("sign-out", {})
      // The messages of one approval share its nonce, which the server takes once.
      if (first !== undefined)
        await call("verify", { ...toBody(first), ...(others.length > 0 && { more: others.map(toBody) }) })
    },
    getSessions: async (chainId, address) =>
      (await read("session", sessionsReply)).sessions
        .filter((one) => one.chainId === chainId && isSameAddress(one.address, address))
        .map(({ message, signature }) => ({
          data: readData(message, { accountAddress: address, chainId }),
          message,
          signature,
        })),
  }
}
