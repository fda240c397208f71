import { Decoder, isCaipNetworkId, isSameAddress } from "@wmodal/protocol"
import { makeSiwxNonce, parseSiwxMessage } from "@wmodal/protocol/siwx"
import { Result } from "effect"
import type { SiwxPlugin, SiwxSession } from "../Siwx.ts"
import { makeMessage, readData } from "./makeMessage.ts"
import type { SiwxPageOptions } from "./siwxPage.ts"

/** Source: the AppKit 1.7.2 wire. */
const storageKey = "@appkit/siwx"

const storedSessions = Decoder.list(
  Decoder.object({
    data: Decoder.object({
      accountAddress: Decoder.text,
      chainId: Decoder.guard(isCaipNetworkId, "expected a CAIP-2 id"),
    }),
    message: Decoder.text,
    signature: Decoder.text,
  }),
)
type StoredSession = Decoder.Decoded<typeof storedSessions>[number]

/** Makes a plugin whose sessions stay in the page. */
export const makePagePlugin = ({ verify, rpc, storage, ...options }: SiwxPageOptions): SiwxPlugin => {
  /** The nonces of messages that this page has made. */
  const offered = new Set<string>()

  const read = (): readonly StoredSession[] => {
    try {
      const decoded = storedSessions(JSON.parse(storage.getItem(storageKey) ?? "[]"))
      return decoded instanceof Decoder.Issue ? [] : decoded
    } catch {
      return []
    }
  }
  const write = (sessions: readonly StoredSession[]) => storage.setItem(storageKey, JSON.stringify(sessions))
  const isOf = ({ data }: StoredSession, chainId: string, address: string) =>
    data.chainId === chainId && isSameAddress(data.accountAddress, address)

  const check = async ({ data, message, signature }: StoredSession) => {
    const parsed = Result.getOrThrow(parseSiwxMessage(message))
    const verdict = await verify({
      message,
      signature,
      expected: { domain: options.domain ?? location.host, nonce: parsed.nonce ?? "" },
      ...(rpc !== undefined && { rpc }),
    })
    const isForeign = !isSameAddress(parsed.address, data.accountAddress)
    return isForeign ? ({ _tag: "Invalid", text: "Another account" } as const) : verdict
  }
  const takeNonce = (nonce: string) => {
    if (!offered.delete(nonce)) throw new Error("The nonce is unknown or used.")
  }
  const getNonce = ({ message }: SiwxSession) => Result.getOrThrow(parseSiwxMessage(message)).nonce ?? ""
  const add = async (session: SiwxSession) => {
    const { data, message, signature } = session
    const verdict = await check(session)
    if (verdict._tag === "Invalid") throw new Error("The signature is not valid")
    if (verdict._tag === "Unknown") throw new Error(verdict.text)
    write([
      ...read().filter((one) => !isOf(one, data.chainId, data.accountAddress)),
      { data, message, signature },
    ])
  }
  return {
    createMessage: async (input) => {
      const nonce = makeSiwxNonce()
      offered.add(nonce)
      return makeMessage(options, input, nonce)
    },
    addSession: async (session) => {
      takeNonce(getNonce(session))
      await add(session)
    },
    revokeSession: async (chainId, address) => write(read().filter((one) => !isOf(one, chainId, address))),
    setSessions: async (sessions) => {
      write([])
      // The messages of one approval share its nonce.
      for (const nonce of new Set(sessions.map(getNonce))) takeNonce(nonce)
      for (const session of sessions) await add(session)
    },
    getSessions: async (chainId, address) => {
      const checked = await Promise.all(
        read()
          .filter((one) => isOf(one, chainId, address))
          .map(async (one) => ({ one, verdict: await check(one).catch(() => null) })),
      )
      const ended = checked.filter(({ verdict }) => verdict === null || verdict._tag === "Invalid")
      if (ended.length > 0)
        write(read().filter((one) => !ended.some(({ one: { signature } }) => signature === one.signature)))
      return checked
        .filter((item) => !ended.includes(item))
        .map(({ one: { message, signature } }) => ({
          data: readData(message, { accountAddress: address, chainId }),
          message,
          signature,
        }))
    },
  }
}
